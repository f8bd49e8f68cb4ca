import { isSame, type Leaf } from "./leaves";

export type Edit = {
  was: unknown;
  value: unknown;
  /** The entered text, if it is not a valid value. */
  text?: string;
  problem?: { kind: "number" } | { kind: "json"; reason: string };
};
export type Edits = Readonly<Record<string, Edit>>;
export type Entered = Pick<Edit, "value" | "text" | "problem">;
export type Values = Record<string, unknown>;

export function withEdit(edits: Edits, leaf: Leaf, entered: Entered): Edits {
  const { [leaf.name]: earlier, ...others } = edits;
  if (!entered.problem && isSame(entered.value, leaf.value)) return others;
  return { ...others, [leaf.name]: { was: earlier ? earlier.was : leaf.value, ...entered } };
}

export function openEdits(edits: Edits, leaves: readonly Leaf[]): { leaf: Leaf; edit: Edit }[] {
  return leaves.flatMap((leaf) => {
    const edit = edits[leaf.name];
    return edit && (edit.problem || !isSame(edit.value, leaf.value)) ? [{ leaf, edit }] : [];
  });
}

export const toValues = (leaves: readonly Leaf[]): Values =>
  Object.fromEntries(leaves.map(({ name, value }) => [name, value]));

/** For settings without an edit, the wanted value and the base are the present value. */
export function wantedOf(edits: Edits, leaves: readonly Leaf[]): { mine: Values; base: Values } {
  const open = openEdits(edits, leaves);
  const now = toValues(leaves);
  return {
    mine: { ...now, ...Object.fromEntries(open.map(({ leaf, edit }) => [leaf.name, edit.value])) },
    base: { ...now, ...Object.fromEntries(open.map(({ leaf, edit }) => [leaf.name, edit.was])) },
  };
}

/** A draft keeps only edits that could be sent. */
export function toDraftBody(edits: Edits, leaves: readonly Leaf[]): Values | null {
  const sound = openEdits(edits, leaves).filter(({ edit }) => !edit.problem);
  return sound.length === 0 ? null : Object.fromEntries(sound.map(({ leaf, edit }) => [leaf.name, edit.value]));
}

/** The settings have no time of last change, so an FNV-1a hash of names and values identifies their state. */
export function stateOf(leaves: readonly Leaf[]): string {
  const text = JSON.stringify(leaves.map(({ name, value }) => [name, value]));
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
