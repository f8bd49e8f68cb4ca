import { isSame, type Leaf } from "./leaves";

/** The entered value of a setting, and its value when editing began. */
export type Edit = {
  was: unknown;
  value: unknown;
  /** The text in the field, if it is not a valid value. */
  text?: string;
  problem?: { kind: "number" } | { kind: "json"; reason: string };
};
export type Edits = Readonly<Record<string, Edit>>;
export type Entered = Pick<Edit, "value" | "text" | "problem">;
/** Values by the names of their settings. */
export type Values = Record<string, unknown>;

/** Adds an edit; a value equal to the present one removes it. */
export function withEdit(edits: Edits, leaf: Leaf, entered: Entered): Edits {
  const { [leaf.name]: earlier, ...others } = edits;
  if (!entered.problem && isSame(entered.value, leaf.value)) return others;
  return { ...others, [leaf.name]: { was: earlier ? earlier.was : leaf.value, ...entered } };
}

/** Edits of existing settings whose value differs. */
export function openEdits(edits: Edits, leaves: readonly Leaf[]): { leaf: Leaf; edit: Edit }[] {
  return leaves.flatMap((leaf) => {
    const edit = edits[leaf.name];
    return edit && (edit.problem || !isSame(edit.value, leaf.value)) ? [{ leaf, edit }] : [];
  });
}

export const toValues = (leaves: readonly Leaf[]): Values =>
  Object.fromEntries(leaves.map(({ name, value }) => [name, value]));

/** The wanted values and their bases. For untouched settings, both are the present value. */
export function wantedOf(edits: Edits, leaves: readonly Leaf[]): { mine: Values; base: Values } {
  const open = openEdits(edits, leaves);
  const now = toValues(leaves);
  return {
    mine: { ...now, ...Object.fromEntries(open.map(({ leaf, edit }) => [leaf.name, edit.value])) },
    base: { ...now, ...Object.fromEntries(open.map(({ leaf, edit }) => [leaf.name, edit.was])) },
  };
}

/** The values that a draft keeps: those that could be sent. */
export function toDraftBody(edits: Edits, leaves: readonly Leaf[]): Values | null {
  const sound = openEdits(edits, leaves).filter(({ edit }) => !edit.problem);
  return sound.length === 0 ? null : Object.fromEntries(sound.map(({ leaf, edit }) => [leaf.name, edit.value]));
}

/** Identifies the state of the settings, which have no time of their last change: FNV-1a over names and values. */
export function stateOf(leaves: readonly Leaf[]): string {
  const text = JSON.stringify(leaves.map(({ name, value }) => [name, value]));
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
