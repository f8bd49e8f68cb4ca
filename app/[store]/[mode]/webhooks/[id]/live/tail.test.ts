import { expect, test } from "vitest";
import type { WebhookLog } from "@/lib/contract/checkout/webhooks";
import { mostKept, sinceOf, type Tail, take } from "./tail";

const start = Date.parse("2026-11-20T10:00:00.000Z");
const log = (n: number, more: Partial<WebhookLog> = {}): WebhookLog => ({
  id: `del_${String(n).padStart(4, "0")}`,
  status: "delivered",
  created_at: new Date(start + n * 1_000).toISOString(),
  ...more,
});
const ids = (tail: Tail) => tail.map(({ id }) => id);

test("a delivery that is read twice is listed once, as last read, with the latest first", () => {
  const first = take([], [log(2, { status: "pending" }), log(1)]);
  const then = take(first, [log(3), log(2, { status: "delivered" })]);
  expect(ids(then)).toEqual(["del_0003", "del_0002", "del_0001"]);
  expect(then[1]?.status).toBe("delivered");
});

test("a delivery that becomes visible late is not missed", () => {
  const all = Array.from({ length: 200 }, (_, n) => log(n));
  // Each delivery becomes visible up to twenty seconds after its time, and reading pauses in the middle.
  const seenAt = (n: number) => n + ((n * 7) % 20);
  let tail: Tail = [];
  for (const now of [5, 9, 14, 60, 61, 95, 150, 199, 240]) {
    const since = sinceOf(tail);
    const visible = all.filter(
      (row, n) => seenAt(n) <= now && (since === undefined || (row.created_at ?? "") >= since),
    );
    tail = take(tail, visible);
  }
  expect(ids(tail)).toEqual(ids(all).toReversed());
});

test("unfinished deliveries are read again, but only for ten minutes", () => {
  const settled = [log(1_000), log(990)];
  const asked = (tail: Tail) => (Date.parse(sinceOf(tail) ?? "") - start) / 1_000;
  expect(asked(settled)).toBe(970);
  expect(asked(take(settled, [log(700, { status: "failed" })]))).toBe(700);
  expect(asked(take(settled, [log(1, { status: "failed" })]))).toBe(970);
});

test("reading starts without a time at first, and always for an API without times", () => {
  expect(sinceOf([])).toBeUndefined();
  expect(sinceOf([{ id: "log-1" }])).toBeUndefined();
});

test("at most the latest 500 deliveries are kept", () => {
  expect(
    take(
      [],
      Array.from({ length: mostKept + 9 }, (_, n) => log(n)),
    ),
  ).toHaveLength(mostKept);
});
