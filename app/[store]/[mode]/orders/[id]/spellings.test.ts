import { expect, test } from "vitest";
import { spellingsOf } from "./spellings.ts";

test("an order number is also looked for with and without its sign, and in other letters", () => {
  expect(spellingsOf("1001")).toEqual(["#1001"]);
  expect(spellingsOf("#1001")).toEqual(["1001"]);
  expect(spellingsOf("kc-12")).toEqual(["#kc-12", "KC-12", "#KC-12"]);
  expect(spellingsOf(" # Kc-12")).toContain("#KC-12");
  expect(spellingsOf("#")).toEqual([]);
});
