import { expect, test } from "vitest";
import type { DelayedChange } from "@/lib/contract/desk/delayed-changes";
import { canUndo, combine, isDecisionOpen, latestOf, mergeChanges, type SavedDecision } from "./decisions";

const at = 1_000_000;
const write = (
  job: string,
  record: string,
  state: DelayedChange["state"],
  more: Partial<DelayedChange> = {},
): DelayedChange => ({
  id: `${job}.1`,
  job,
  api: "affiliate",
  resource: "commissions",
  operation: "approve",
  record,
  label: null,
  person: "Ann",
  state,
  code: null,
  message: null,
  seconds_left: state === "waiting" ? 5 : 0,
  updated_at: "",
  ...more,
});
const saved = (id: string): SavedDecision => ({ id, operation: "reject", label: id, until: at + 8_000 });
const statesOf = (writes: DelayedChange[], own: SavedDecision[] = []) =>
  Object.fromEntries([...combine(writes, at, own, "Ann")].map(([id, { state }]) => [id, state]));

test("a decision counts from the key press, until the server reports another state", () => {
  expect(statesOf([], [saved("c")])).toEqual({ c: "saving" });
  for (const state of ["waiting", "sending", "already"] as const) {
    expect(statesOf([write("b1", "c", state)]), state).toEqual({ c: state });
  }
  for (const state of ["skipped", "failed", "unknown"] as const) {
    expect(statesOf([write("b1", "c", state)]), state).toEqual({});
  }
});

test("after an undone or refused decision, a later decision on the same commission counts", () => {
  expect(statesOf([write("b1", "c", "skipped"), write("b2", "c", "waiting")])).toEqual({ c: "waiting" });
  expect(statesOf([write("b1", "c", "skipped")], [saved("c")])).toEqual({ c: "saving" });
});

test("writes to other resources and other operations are no decisions", () => {
  const others = [
    write("b1", "u", "waiting", { api: "checkout", resource: "upsells", operation: "delete" }),
    write("b2", "c", "waiting", { operation: "get" }),
  ];
  expect(statesOf(others)).toEqual({});
});

test("a person undoes their own latest decision, and only until its time is over", () => {
  const writes = [
    write("b1", "first", "waiting", { seconds_left: 2 }),
    write("b2", "theirs", "waiting", { seconds_left: 8, person: "Bo" }),
    write("b3", "last", "waiting", { seconds_left: 4 }),
    write("b4", "gone", "done"),
  ];
  const decisions = combine(writes, at, [], "Ann");
  const latest = latestOf(decisions.values());
  expect(latest?.id).toBe("last");
  expect(latest && [3_999, 4_000].map((ms) => canUndo(latest, at + ms))).toEqual([true, false]);
  expect([...decisions.values()].filter(isDecisionOpen).map(({ id }) => id)).toEqual(["first", "theirs", "last"]);
  expect(decisions.get("theirs")?.mine).toBe(false);
});

test("news about one write leaves the countdowns of other writes running", () => {
  const before = [write("b1", "a", "waiting", { seconds_left: 6 }), write("b2", "b", "waiting", { seconds_left: 1 })];
  const merged = mergeChanges(before, at, [write("b2", "b", "skipped"), write("b3", "c", "waiting")], at + 2_000);
  expect(merged.map(({ record, state, seconds_left }) => [record, state, seconds_left])).toEqual([
    ["a", "waiting", 4],
    ["b", "skipped", 0],
    ["c", "waiting", 5],
  ]);
});
