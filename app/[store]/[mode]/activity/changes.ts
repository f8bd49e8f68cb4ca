import { isRecord } from "@/lib/contract/errors";

export type FieldChange = { field: string; before: unknown; after: unknown };

/** Unwraps a response's record, which some APIs return directly and others in `data`. */
function recordOf(image: unknown): unknown {
  return isRecord(image) && isRecord(image.data) && Object.keys(image).length === 1 ? image.data : image;
}

/** Lists every leaf that differs, by its path. A missing leaf is undefined, because null is a value. */
export function changesOf(before: unknown, after: unknown): FieldChange[] {
  const [was, is] = [leavesOf(recordOf(before)), leavesOf(recordOf(after))];
  const fields = [...new Set([...was.keys(), ...is.keys()])];
  return fields
    .filter((field) => JSON.stringify(was.get(field)) !== JSON.stringify(is.get(field)))
    .map((field) => ({ field, before: was.get(field), after: is.get(field) }));
}

/** A list of plain values is one leaf, because changes inside it are easiest to see as a whole. */
function leavesOf(value: unknown, path = "", into = new Map<string, unknown>()): Map<string, unknown> {
  if (value === undefined || (value === null && path === "")) return into;
  if (isRecord(value) && Object.keys(value).length > 0) {
    for (const [name, inner] of Object.entries(value)) leavesOf(inner, path === "" ? name : `${path}.${name}`, into);
    return into;
  }
  if (Array.isArray(value) && value.some((each) => isRecord(each))) {
    for (const [n, inner] of value.entries()) leavesOf(inner, `${path}[${n}]`, into);
    return into;
  }
  into.set(path, value);
  return into;
}
