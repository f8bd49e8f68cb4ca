import { expect, test } from "vitest";
import { type Edits, openEdits, stateOf, toDraftBody, wantedOf, withEdit } from "./edits";
import { readLeaves } from "./leaves";

const before = readLeaves({ upsells: { default_placement: "cart", max_offers_per_checkout: 3 }, dark: true });
const [placement, most] = before as [(typeof before)[0], (typeof before)[0]];
const namesOf = (found: { leaf: { name: string } }[]) => found.map(({ leaf }) => leaf.name);

test("an edit keeps the value it began from, and disappears once that value is restored", () => {
  let edits: Edits = withEdit({}, placement, { value: "che" });
  edits = withEdit(edits, { ...placement, value: "changed meanwhile" }, { value: "checkout" });
  expect(edits).toEqual({ "upsells.default_placement": { was: "cart", value: "checkout" } });
  expect(withEdit(edits, placement, { value: "cart" })).toEqual({});
});

test("an invalid value is an edit, but no draft keeps it", () => {
  const edits = withEdit({}, most, { value: Number.NaN, problem: { kind: "number" } });
  expect(namesOf(openEdits(edits, before))).toEqual(["upsells.max_offers_per_checkout"]);
  expect(toDraftBody(edits, before)).toBeNull();
  expect(toDraftBody(withEdit(edits, placement, { value: "x" }), before)).toEqual({ "upsells.default_placement": "x" });
});

test("wanted values come with their base, and untouched settings keep their present value", () => {
  const edits = withEdit({}, placement, { value: "checkout" });
  const now = readLeaves({ upsells: { default_placement: "thank_you", max_offers_per_checkout: 9 }, dark: true });
  expect(wantedOf(edits, now)).toEqual({
    mine: { "upsells.default_placement": "checkout", "upsells.max_offers_per_checkout": 9, dark: true },
    base: { "upsells.default_placement": "cart", "upsells.max_offers_per_checkout": 9, dark: true },
  });
});

test("an edit of a setting that the API has removed is dropped", () => {
  const edits = withEdit({}, placement, { value: "checkout" });
  expect(openEdits(edits, readLeaves({ dark: true }))).toEqual([]);
});

test("two states of the settings differ if a value differs", () => {
  expect(stateOf(before)).toBe(
    stateOf(readLeaves({ upsells: { default_placement: "cart", max_offers_per_checkout: 3 }, dark: true })),
  );
  expect(stateOf(before)).not.toBe(
    stateOf(readLeaves({ upsells: { default_placement: "cart", max_offers_per_checkout: 4 }, dark: true })),
  );
});
