import { leafName } from "@/lib/contract/checkout/setting-names";
import { isRecord } from "@/lib/contract/errors";
import { humanize } from "@/lib/humanize";

type LeafKind = "flag" | "number" | "text" | "list" | "json";
export type Leaf = { name: string; path: readonly string[]; kind: LeafKind; value: unknown };

type Raw = Record<string, unknown>;

/** Lists values that can be changed separately, in the API's order. An object without fields counts as a value. */
export function readLeaves(settings: Raw, path: readonly string[] = []): Leaf[] {
  return Object.entries(settings).flatMap(([key, value]): Leaf[] => {
    const here = [...path, key];
    if (isRecord(value) && Object.keys(value).length > 0) return readLeaves(value, here);
    return [{ name: leafName(here), path: here, kind: kindOf(value), value }];
  });
}

/** An empty list counts as a list of texts. Values without a control are edited as JSON. */
function kindOf(value: unknown): LeafKind {
  if (typeof value === "boolean") return "flag";
  if (typeof value === "number") return "number";
  if (typeof value === "string") return "text";
  return Array.isArray(value) && value.every((entry) => typeof entry === "string") ? "list" : "json";
}

/** Settings outside any top-level object are in a group without a name. */
export function groupLeaves(leaves: readonly Leaf[]): { name: string | null; leaves: Leaf[] }[] {
  const groups = Map.groupBy(leaves, ({ path }) => (path.length > 1 ? (path[0] as string) : null));
  return [...groups].map(([name, members]) => ({ name, leaves: members }));
}

export const labelOf = ({ path }: Leaf) => (path.length > 1 ? path.slice(1) : path).map(humanize).join(" › ");

export function toPatch(changes: readonly { path: readonly string[]; value: unknown }[]): Raw {
  const patch: Raw = {};
  for (const { path, value } of changes) {
    let place = patch;
    for (const key of path.slice(0, -1)) place = own(place, key);
    define(place, path.at(-1) as string, value);
  }
  return patch;
}

function own(place: Raw, key: string): Raw {
  const inner = Object.hasOwn(place, key) ? place[key] : undefined;
  if (isRecord(inner)) return inner;
  return define(place, key, {}) as Raw;
}

/** A plain assignment would fail if an API named a setting `__proto__`. */
function define(place: Raw, key: string, value: unknown): unknown {
  Object.defineProperty(place, key, { value, enumerable: true, writable: true, configurable: true });
  return value;
}

export const isSame = (a: unknown, b: unknown): boolean => stable(a) === stable(b);

function stable(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

export function leafMeant(field: string, names: readonly string[]): string | undefined {
  const dotted = field.replace(/\[(\d+)\]/g, ".$1");
  const bare = dotted.replace(/^(body|settings|data)\./, "");
  for (const wanted of [dotted, bare]) {
    const found =
      names.find((name) => name === wanted) ??
      // An error inside a list or an object is shown at the control that edits it.
      names.find((name) => wanted.startsWith(`${name}.`)) ??
      names.find((name) => name.replaceAll(".", "_") === wanted);
    if (found !== undefined) return found;
  }
  return undefined;
}
