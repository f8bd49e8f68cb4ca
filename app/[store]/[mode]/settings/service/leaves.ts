import { isWhole, leafName } from "@/lib/contract/checkout/setting-names";
import { isRecord } from "@/lib/contract/errors";
import { humanize } from "@/lib/word-format";

type LeafKind = "flag" | "number" | "text" | "list" | "texts" | "json";
export type Leaf = { name: string; path: readonly string[]; kind: LeafKind; value: unknown };

type Raw = Record<string, unknown>;
export type Values = Record<string, unknown>;

/** Lists values that can be changed separately, in the API's order. An object without fields counts as a value. */
export function readLeaves(settings: Raw, path: readonly string[] = []): Leaf[] {
  return Object.entries(settings).flatMap(([key, value]): Leaf[] => {
    const here = [...path, key];
    const name = leafName(here);
    if (isRecord(value) && isWhole(name)) return [{ name, path: here, kind: "texts", value }];
    if (isRecord(value) && Object.keys(value).length > 0) return readLeaves(value, here);
    return [{ name, path: here, kind: kindOf(value), value }];
  });
}

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
  // Without a prototype, an object takes a setting that an API names `__proto__` like any other.
  const empty = () => Object.create(null) as Raw;
  const patch = empty();
  for (const { path, value } of changes) {
    let inner = patch;
    for (const key of path.slice(0, -1)) {
      inner[key] ??= empty();
      inner = inner[key] as Raw;
    }
    inner[path.at(-1) as string] = value;
  }
  return patch;
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

/** Forms take dots, brackets and quotes in the name of a field for a path. */
export const fieldOf = ({ name }: Leaf): string =>
  name.replaceAll(/\W/g, (char) => `%${char.charCodeAt(0).toString(16)}`);

/** The values of the form by field; JSON is edited as text. */
export const toValues = (leaves: readonly Leaf[]): Values =>
  Object.fromEntries(
    leaves.map((leaf) => [fieldOf(leaf), leaf.kind === "json" ? JSON.stringify(leaf.value, null, 2) : leaf.value]),
  );

export const enteredIn = (leaf: Leaf, values: Values): unknown =>
  leaf.kind === "json" ? JSON.parse(String(values[fieldOf(leaf)])) : values[fieldOf(leaf)];

/** The settings have no time of last change, so an FNV-1a hash of names and values identifies their state. */
export function stateOf(leaves: readonly Leaf[]): string {
  const text = JSON.stringify(leaves.map(({ name, value }) => [name, value]));
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
