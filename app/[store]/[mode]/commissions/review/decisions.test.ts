import { expect, test } from "vitest";
import type { HeldWrite } from "@/lib/contract/desk/held";
import { canUndo, combine, isOpen, latestOf, mergeHeld, type SentDecision } from "./decisions";

const at = 1_000_000;
const write = (batch: string, record: string, state: HeldWrite["state"], more: Partial<HeldWrite> = {}): HeldWrite => ({
  id: `hw_${batch}`,
  batch,
  api: "affiliate",
  resource: "commissions",
  operation: "approve",
  record,
  label: null,
  person: "Ann",
  state,
  code: null,
  message: null,
  seconds_left: state === "held" ? 5 : 0,
  updated_at: "",
  ...more,
});
const sent = (id: string, batch: string | null, until = at + 8_000): SentDecision => ({
  id,
  operation: "reject",
  label: id,
  batch,
  until,
});
const statesOf = (writes: HeldWrite[], own: SentDecision[] = []) =>
  Object.fromEntries([...combine(writes, at, own, "Ann")].map(([id, { state }]) => [id, state]));

test("a decision counts from the key press, until the server reports another state", () => {
  expect(statesOf([], [sent("c", null)])).toEqual({ c: "saving" });
  expect(statesOf([], [sent("c", "b1")])).toEqual({ c: "held" });
  expect(statesOf([write("b1", "c", "sending")], [sent("c", "b1")])).toEqual({ c: "sending" });
  expect(statesOf([write("b1", "c", "already")], [sent("c", "b1")])).toEqual({ c: "already" });
  for (const state of ["undone", "failed", "unknown"] as const) {
    expect(statesOf([write("b1", "c", state)], [sent("c", "b1")]), state).toEqual({});
  }
});

test("after an undone or refused decision, a later decision on the same commission counts", () => {
  expect(statesOf([write("b1", "c", "undone"), write("b2", "c", "held")])).toEqual({ c: "held" });
  expect(statesOf([write("b1", "c", "undone")], [sent("c", null)])).toEqual({ c: "saving" });
});

test("writes to other resources and other operations are no decisions", () => {
  const others = [
    write("b1", "u", "held", { api: "checkout", resource: "upsells", operation: "delete" }),
    write("b2", "c", "held", { operation: "get" }),
  ];
  expect(statesOf(others)).toEqual({});
});

test("a person undoes their own latest decision, and only until its time is over", () => {
  const writes = [
    write("b1", "first", "held", { seconds_left: 2 }),
    write("b2", "theirs", "held", { seconds_left: 8, person: "Bo" }),
    write("b3", "last", "held", { seconds_left: 4 }),
    write("b4", "gone", "done"),
  ];
  const decisions = combine(writes, at, [], "Ann");
  const latest = latestOf(decisions.values());
  expect(latest?.id).toBe("last");
  expect(latest && [3_999, 4_000].map((ms) => canUndo(latest, at + ms))).toEqual([true, false]);
  expect([...decisions.values()].filter(isOpen).map(({ id }) => id)).toEqual(["first", "theirs", "last"]);
  expect(decisions.get("theirs")?.mine).toBe(false);
});

test("news about one write leaves the countdowns of other writes running", () => {
  const before = [write("b1", "a", "held", { seconds_left: 6 }), write("b2", "b", "held", { seconds_left: 1 })];
  const merged = mergeHeld(before, at, [write("b2", "b", "undone"), write("b3", "c", "held")], at + 2_000);
  expect(merged.map(({ record, state, seconds_left }) => [record, state, seconds_left])).toEqual([
    ["a", "held", 4],
    ["b", "undone", 0],
    ["c", "held", 5],
  ]);
});
