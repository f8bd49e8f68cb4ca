import { expect, test } from "vitest";
import { newId } from "./ids.ts";

test("an id has its prefix and 26 letters", () => expect(newId("ups")).toMatch(/^ups_[0-9a-hjkmnp-tv-z]{26}$/));

test("ids sort in the order in which they were made, even within a millisecond and if the clock goes back", () => {
  const now = Date.now() + 1_000;
  const ids = [now, now, now, now + 1, now - 500, now + 2].map((time) => newId("ups", time));
  const many = Array.from({ length: 5_000 }, () => newId("ups", now + 3));
  const all = [...ids, ...many];
  expect([...all].sort()).toEqual(all);
  expect(new Set(all).size).toBe(all.length);
});
