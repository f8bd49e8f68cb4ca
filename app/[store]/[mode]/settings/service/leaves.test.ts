import { describe, expect, test } from "vitest";
import { humanize } from "@/lib/word-format";
import {
  enteredIn,
  fieldOf,
  groupLeaves,
  isSame,
  labelOf,
  leafMeant,
  readLeaves,
  stateOf,
  toPatch,
  toValues,
} from "./leaves";

const settings = {
  upsells: { default_placement: "cart", max_offers_per_checkout: 3 },
  checkout: { theme: { dark: true, fonts: ["Inter"] }, banner: null, steps: [{ id: 1 }], tags: [], extra: {} },
  locale: "de",
  "odd.key": { "a.b": 1 },
};

test("every setting has a path, a name and the control that fits its value", () => {
  const leaves = readLeaves(settings);
  expect(leaves.map(({ name, kind }) => [name, kind])).toEqual([
    ["upsells.default_placement", "text"],
    ["upsells.max_offers_per_checkout", "number"],
    ["checkout.theme.dark", "flag"],
    ["checkout.theme.fonts", "list"],
    ["checkout.banner", "json"],
    ["checkout.steps", "json"],
    ["checkout.tags", "list"],
    ["checkout.extra", "json"],
    ["locale", "text"],
    ['"odd.key"."a.b"', "number"],
  ]);
  expect(leaves.at(-1)?.path).toEqual(["odd.key", "a.b"]);
});

test("settings are grouped by their top-level object; the others form a group without a name", () => {
  const groups = groupLeaves(readLeaves(settings));
  expect(groups.map(({ name, leaves }) => [name, leaves.length])).toEqual([
    ["upsells", 2],
    ["checkout", 6],
    [null, 1],
    ["odd.key", 1],
  ]);
});

test("setting names are shown as words", () => {
  expect(["max_offers_per_checkout", "showTimer", "kebab-case", "URL", "_"].map(humanize)).toEqual([
    "Max offers per checkout",
    "Show timer",
    "Kebab case",
    "Url",
    "_",
  ]);
  expect(readLeaves(settings).map(labelOf)).toContain("Theme › Dark");
});

describe("the body that is sent", () => {
  test("the body that is sent contains only the changed settings, nested", () => {
    const changes = [
      { path: ["checkout", "theme", "dark"], value: false },
      { path: ["checkout", "banner"], value: null },
      { path: ["odd.key", "a.b"], value: 2 },
    ];
    expect(toPatch(changes)).toEqual({ checkout: { theme: { dark: false }, banner: null }, "odd.key": { "a.b": 2 } });
  });

  test("the body that is sent accepts setting names such as __proto__", () => {
    const body = toPatch([{ path: ["__proto__", "constructor"], value: 1 }]);
    expect(JSON.stringify(body)).toBe('{"__proto__":{"constructor":1}}');
    expect(({} as { constructor: unknown }).constructor).toBe(Object);
  });
});

test("values are equal regardless of the order of their fields", () => {
  expect(isSame([{ a: 1, b: { c: 2, d: 3 } }], [{ b: { d: 3, c: 2 }, a: 1 }])).toBe(true);
  expect(isSame([1, 2], [2, 1])).toBe(false);
  expect(isSame(undefined, null)).toBe(false);
});

test.each([
  ["checkout.theme.dark", "checkout.theme.dark"],
  ["settings.checkout.theme.dark", "checkout.theme.dark"],
  ["body.locale", "locale"],
  ["checkout.steps[0].id", "checkout.steps"],
  ["upsells_default_placement", "upsells.default_placement"],
  ['"odd.key"."a.b"', '"odd.key"."a.b"'],
  ["checkout", undefined],
  ["", undefined],
])("an error of %s is shown at the setting %s", (field, expected) => {
  const names = readLeaves(settings).map(({ name }) => name);
  expect(leafMeant(field, names)).toBe(expected);
});

test("each setting is a field of its own, and its value comes back from what the form holds", () => {
  const leaves = readLeaves(settings);
  const values = toValues(leaves);
  expect(Object.keys(values).filter((field) => /[^\w%]/.test(field))).toEqual([]);
  expect(new Set(leaves.map(fieldOf)).size).toBe(leaves.length);
  expect(leaves.map((leaf) => enteredIn(leaf, values))).toEqual(leaves.map(({ value }) => value));
});

test("two states of the settings differ if a value differs", () => {
  expect(stateOf(readLeaves(settings))).toBe(stateOf(readLeaves(structuredClone(settings))));
  expect(stateOf(readLeaves(settings))).not.toBe(stateOf(readLeaves({ ...settings, locale: "en" })));
});
