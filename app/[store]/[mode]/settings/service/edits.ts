import { isSame, type Leaf } from "./leaves";

/** What was entered for a leaf, and what it was when that began. */
export type Edit = {
  was: unknown;
  value: unknown;
  /** What stands in the field where it holds no value. */
  text?: string;
  problem?: { kind: "number" } | { kind: "json"; reason: string };
};
export type Edits = Readonly<Record<string, Edit>>;
export type Entered = Pick<Edit, "value" | "text" | "problem">;
/** Values by the names of their leaves. */
export type Values = Record<string, unknown>;

/** With what was just entered; that it is what stands there anyway is no edit. */
export function withEdit(edits: Edits, leaf: Leaf, entered: Entered): Edits {
  const { [leaf.name]: earlier, ...others } = edits;
  if (!entered.problem && isSame(entered.value, leaf.value)) return others;
  return { ...others, [leaf.name]: { was: earlier ? earlier.was : leaf.value, ...entered } };
}

/** Edits of leaves that are there, and that differ from them. */
export function openEdits(edits: Edits, leaves: readonly Leaf[]): { leaf: Leaf; edit: Edit }[] {
  return leaves.flatMap((leaf) => {
    const edit = edits[leaf.name];
    return edit && (edit.problem || !isSame(edit.value, leaf.value)) ? [{ leaf, edit }] : [];
  });
}

export const toValues = (leaves: readonly Leaf[]): Values =>
  Object.fromEntries(leaves.map(({ name, value }) => [name, value]));

/** What is wanted, and what it was changed from: of leaves that were not touched both are what they are now. */
export function wantedOf(edits: Edits, leaves: readonly Leaf[]): { mine: Values; base: Values } {
  const open = openEdits(edits, leaves);
  const now = toValues(leaves);
  return {
    mine: { ...now, ...Object.fromEntries(open.map(({ leaf, edit }) => [leaf.name, edit.value])) },
    base: { ...now, ...Object.fromEntries(open.map(({ leaf, edit }) => [leaf.name, edit.was])) },
  };
}

/** What a draft keeps: what could be sent. */
export function toDraftBody(edits: Edits, leaves: readonly Leaf[]): Values | null {
  const sound = openEdits(edits, leaves).filter(({ edit }) => !edit.problem);
  return sound.length === 0 ? null : Object.fromEntries(sound.map(({ leaf, edit }) => [leaf.name, edit.value]));
}

/** Tells states of the settings apart, which have no time of their last change: FNV-1a over names and values. */
export function stateOf(leaves: readonly Leaf[]): string {
  const text = JSON.stringify(leaves.map(({ name, value }) => [name, value]));
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
