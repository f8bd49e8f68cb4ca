import fc from "fast-check";
import { expect, test } from "vitest";
import { Governor, type Lane } from "./governor.ts";
import { readReset } from "./operations.ts";

/** A clock that a test moves by hand; what was to wake runs on the way, in order. */
function handClock() {
  let now = 1_000_000;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    wake: (afterMs: number, run: () => void) => void timers.push({ at: now + afterMs, run }),
    async advance(ms: number) {
      const end = now + ms;
      for (;;) {
        await flush();
        const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = end;
      await flush();
    },
  };
}

const flush = () => new Promise((resolve) => setImmediate(resolve));

function governed() {
  const clock = handClock();
  const governor = new Governor(clock);
  const sent: { at: number; name: string }[] = [];
  const call = (name: string, lane: Lane = "visible", signal?: AbortSignal) =>
    governor.admit(lane, signal).then(
      () => sent.push({ at: clock.now(), name }),
      () => {},
    );
  return { clock, governor, sent, call };
}

test("no second, minute or hour ever holds more than its limit, and nothing is left behind", async () => {
  const arrivals = fc.array(
    fc.record({ wait: fc.integer({ min: 0, max: 5_000 }), calls: fc.integer({ min: 1, max: 60 }) }),
    {
      minLength: 1,
      maxLength: 12,
    },
  );
  await fc.assert(
    fc.asyncProperty(arrivals, async (bursts) => {
      const { clock, sent, call } = governed();
      let asked = 0;
      for (const { wait, calls } of bursts) {
        await clock.advance(wait);
        for (let n = 0; n < calls; n++) call(String(asked++));
      }
      await clock.advance(30 * 60_000);
      expect(sent).toHaveLength(asked);
      for (const [ms, limit] of [
        [1_000, 20],
        [60_000, 120],
        [3_600_000, 3_600],
      ] as const) {
        for (let n = limit; n < sent.length; n++) {
          expect((sent[n]?.at ?? 0) - (sent[n - limit]?.at ?? 0)).toBeGreaterThanOrEqual(ms);
        }
      }
    }),
    { numRuns: 40 },
  );
});

test("a click overtakes what waits, and bulk goes last", async () => {
  const { clock, sent, call } = governed();
  for (let n = 0; n < 20; n++) call("first");
  await flush();
  call("bulk", "bulk");
  call("page", "visible");
  call("click", "click");
  call("ahead", "prefetch");
  await clock.advance(1_100);
  expect(sent.slice(20).map(({ name }) => name)).toEqual(["click", "page", "ahead", "bulk"]);
});

test("bulk leaves a part of each minute to people", async () => {
  const { clock, sent, call } = governed();
  for (let n = 0; n < 150; n++) call("bulk", "bulk");
  await clock.advance(30_000);
  expect(sent).toHaveLength(100);
  call("click", "click");
  await clock.advance(0);
  expect(sent.at(-1)?.name).toBe("click");
});

test("a 429 stops every lane for as long as it says", async () => {
  const { clock, governor, sent, call } = governed();
  governor.freeze(7);
  call("click", "click");
  await clock.advance(6_900);
  expect(sent).toHaveLength(0);
  expect(governor.budget().frozen_until).not.toBeNull();
  await clock.advance(200);
  expect(sent).toHaveLength(1);
});

test("the upstream's headers may lower the estimate and never raise it", async () => {
  const { clock, governor, sent, call } = governed();
  governor.observe(1, clock.now() + 10_000);
  governor.observe(100, clock.now() + 10_000);
  expect(governor.budget().remaining).toBe(1);
  call("one");
  call("two");
  await clock.advance(9_000);
  expect(sent).toHaveLength(1);
  await clock.advance(2_000);
  expect(sent).toHaveLength(2);
});

test("somebody who leaves while waiting costs nothing", async () => {
  const { clock, governor, sent, call } = governed();
  governor.freeze(5);
  const leaving = new AbortController();
  const gone = call("gone", "visible", leaving.signal);
  call("stays");
  leaving.abort();
  await gone;
  await clock.advance(6_000);
  expect(sent.map(({ name }) => name)).toEqual(["stays"]);
  expect(governor.budget().remaining).toBe(119);
});

test.each([
  ["1795241447", 1_795_241_447_000],
  ["1795241447000", 1_795_241_447_000],
  ["30", 1_030_000],
  ["0", 1_000_000],
  ["soon", null],
  [null, null],
])("a reset of %s is read as %s", (value, expected) => expect(readReset(value, 1_000_000)).toBe(expected));

test("nobody waits longer than the longest window, whatever the upstream asks, and nothing spins meanwhile", async () => {
  const { clock, governor, sent, call } = governed();
  governor.freeze(1e12);
  call("bulk", "bulk");
  await clock.advance(3_599_000);
  expect(sent).toHaveLength(0);
  await clock.advance(2_000);
  expect(sent).toHaveLength(1);
});

test("who would wait longer than their patience is told at once how long", async () => {
  const { governor } = governed();
  governor.freeze(300);
  const refusal = { status: 429, code: "rate_limited", retryAfter: 300 };
  await expect(governor.admit("click", undefined, 20_000)).rejects.toMatchObject(refusal);
});

test("who hoped in vain is told when their patience ends, and is not sent after that", async () => {
  const { clock, governor, sent } = governed();
  governor.freeze(10);
  const told: unknown[] = [];
  const asked = governor.admit("click", undefined, 20_000).then(
    () => sent.push({ at: clock.now(), name: "click" }),
    (error) => told.push(error),
  );
  governor.freeze(60);
  await clock.advance(19_000);
  expect(told).toEqual([]);
  await clock.advance(2_000);
  await asked;
  expect(told).toMatchObject([{ status: 429, retryAfter: 40 }]);
  await clock.advance(60_000);
  expect(sent).toEqual([]);
  expect(governor.budget().remaining).toBe(120);
});
