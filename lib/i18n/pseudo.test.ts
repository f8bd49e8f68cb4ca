import compile from "icu-minify/compile";
import { expect, test } from "vitest";
import { pseudo } from "./pseudo.ts";

test("the texts of the pseudo-language are longer and keep their arguments", () => {
  const texts = {
    plain: "Save",
    nested: { named: compile("Delete {name}?") },
    plural: compile("{count, plural, =0 {None} one {# offer} other {# offers of <b>{name}</b>}}"),
    style: compile("{share, number, percent} of all"),
  };
  expect(pseudo(texts)).toEqual({
    plain: "⟦Šáávéé⟧",
    nested: { named: ["⟦", "Ðéélééţéé ", ["name"], "?", "⟧"] },
    plural: [
      "⟦",
      ["count", 2, { "=0": "Ñóóñéé", one: [0, " óóffééŕ"], other: [0, " óóffééŕš óóf ", ["b", ["name"]]] }],
      "⟧",
    ],
    style: ["⟦", ["share", 4, "percent"], " óóf ááll", "⟧"],
  });
});
