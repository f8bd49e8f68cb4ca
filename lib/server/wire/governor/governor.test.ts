import { execFile } from "node:child_process";
import { promisify } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Counter, specified } from "../../../../e2e/second-upstream/limits.ts";
import { handClock, sharedBudget } from "../../../testing/hand-clock.ts";
import { type Lane, specifiedLimits } from "./budget.ts";
import { Governor } from "./governor.ts";
import { readReset } from "./governors.ts";

/** One governor per process, all on one key, and an upstream that answers after `latency` milliseconds. */
function governed(processes = 1, latency = 100) {
  const clock = handClock();
  const store = sharedBudget(clock);
  const governors = Array.from({ length: processes }, () => new Governor(store(), specifiedLimits, clock));
  const sent: { at: number; name: string }[] = [];
  const call = (name: string, lane: Lane = "visible", signal?: AbortSignal, process = 0) =>
    (governors[process] as Governor).admit(lane, signal).then(
      (answered) => {
        sent.push({ at: clock.now(), name });
        clock.wake(latency, answered);
      },
      () => {},
    );
  return { clock, governor: governors[0] as Governor, governors, sent, call };
}

test("a call that waits for the limit keeps its process alive, and a call that was sent does not", async () => {
  const module = (path: string) => JSON.stringify(new URL(path, import.meta.url));
  const code = `
    import ${module("../../../runtime/server-modules.ts")};
    const { Governor } = await import(${module("./governor.ts")});
    const { sharedBudget } = await import(${module("../../../testing/hand-clock.ts")});
    const governor = new Governor(sharedBudget({ now: () => performance.now() })(), { burst: 20, minute: 120, hour: 3600 });
    await governor.freeze(0.3);
    (await governor.admit("click", undefined, 3_600_000))();
    console.log("sent");`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", code]);
  expect(stdout).toBe("sent\n");
});

test("no second, minute or hour exceeds its limit across all processes, and every call is sent", {
  timeout: 60_000,
}, async () => {
  const arrivals = fc.array(
    fc.record({
      wait: fc.integer({ min: 0, max: 5_000 }),
      calls: fc.integer({ min: 1, max: 60 }),
      process: fc.nat({ max: 2 }),
      lane: fc.constantFrom<Lane>("click", "visible", "prefetch", "bulk"),
    }),
    { minLength: 1, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(arrivals, async (bursts) => {
      const { clock, sent, call } = governed(3);
      let asked = 0;
      for (const { wait, calls, process, lane } of bursts) {
        await clock.advance(wait);
        for (let n = 0; n < calls; n++) call(String(asked++), lane, undefined, process);
      }
      await clock.advance(2 * 3_600_000);
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

test("a click overtakes all waiting calls, and bulk calls go last", async () => {
  const { clock, sent, call } = governed();
  for (let n = 0; n < 20; n++) call("first");
  await clock.advance(0);
  call("bulk", "bulk");
  call("page", "visible");
  call("click", "click");
  call("ahead", "prefetch");
  await clock.advance(1_300);
  expect(sent.slice(20).map(({ name }) => name)).toEqual(["click", "page", "ahead", "bulk"]);
});

test("bulk calls use most of a minute without people, and still leave room for clicks of another process", async () => {
  const { clock, sent, call } = governed(2);
  for (let n = 0; n < 1_000; n++) call("bulk", "bulk");
  await clock.advance(60_000);
  expect(sent.length).toBeGreaterThanOrEqual(106);
  expect(sent.length).toBeLessThanOrEqual(114);
  for (let n = 0; n < 6; n++) call("click", "click", undefined, 1);
  await clock.advance(0);
  expect(sent.slice(-6).map(({ name }) => name)).toEqual(Array(6).fill("click"));
});

test("bulk calls leave people the calls of the hour that they will need", async () => {
  const { clock, sent, call } = governed(2);
  for (let n = 0; n < 4_000; n++) call("bulk", "bulk");
  const waits: number[] = [];
  for (let minute = 0; minute < 120; minute++) {
    for (let n = 0; n < 20; n++) {
      const asked = clock.now();
      void call("person", "visible", undefined, 1).then(() => waits.push(clock.now() - asked));
      await clock.advance(3_000);
    }
  }
  expect(waits).toHaveLength(2_400);
  expect(waits.filter((wait) => wait > 1_000).length).toBeLessThan(waits.length * 0.01);
  // Two hours have room for 7,200, people took 2,400; nine tenths of the rest are 4,320, and 4,000 were asked for.
  expect(sent.filter(({ name }) => name === "bulk")).toHaveLength(4_000);
});

test("bulk calls continue when an office has just opened all its pages", async () => {
  const { clock, sent, call } = governed(2);
  const people = async (calls: number, everyMs: number) => {
    for (let n = 0; n < calls; n++) {
      void call("person", "visible", undefined, 1);
      await clock.advance(everyMs);
    }
  };
  await people(190, 400);
  await people(20, 3_000);
  for (let n = 0; n < 1_000; n++) call("bulk", "bulk");
  const begun = clock.now();
  await people(100, 3_000);
  const since = sent.filter(({ name, at }) => name === "bulk" && at >= begun).length;
  // Five minutes have room for 600, and people took 100 of it.
  expect(since).toBeGreaterThanOrEqual(0.9 * 500);
});

test.each([1_000, 4_000])(
  "the estimated duration of %d bulk calls is right within a fifth",
  { tags: "long" },
  async (calls) => {
    const { clock, governor, sent, call } = governed(2);
    const people = async (minutes: number) => {
      for (let n = 0; n < minutes * 20; n++) {
        void call("person", "visible", undefined, 1);
        await clock.advance(3_000);
      }
    };
    await people(20);
    for (let n = 0; n < calls; n++) call("bulk", "bulk");
    const begun = clock.now();
    const foretold = await governor.bulkSeconds(calls);
    await people(140);
    const bulk = sent.filter(({ name }) => name === "bulk");
    expect(bulk).toHaveLength(calls);
    const took = ((bulk.at(-1)?.at ?? 0) - begun) / 1_000;
    expect(foretold).toBeGreaterThan(took * 0.8);
    expect(foretold).toBeLessThan(took * 1.2);
  },
);

test("bulk calls continue slowly, however many calls people make", async () => {
  const { clock, sent, call } = governed();
  for (let n = 0; n < 10; n++) call("bulk", "bulk");
  for (let n = 0; n < 1_200; n++) call("page");
  await clock.advance(9 * 60_000);
  const bulk = sent.filter(({ name }) => name === "bulk").length;
  expect(bulk).toBeGreaterThanOrEqual(1);
});

test("a 429 stops all lanes of all processes for as long as it asks", async () => {
  const { clock, governor, sent, call } = governed(2);
  call("before", "click", undefined, 1);
  await clock.advance(0);
  await governor.freeze(7);
  call("click", "click");
  call("other", "click", undefined, 1);
  await clock.advance(6_900);
  expect(sent).toHaveLength(1);
  expect((await governor.budget()).frozen_for).toBe(1);
  await clock.advance(200);
  expect(sent).toHaveLength(3);
});

test("an upstream that counts each call when it arrives, early or late, never has to refuse", {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(400), fc.nat(400)), { minLength: 60, maxLength: 300 }),
      async (journeys) => {
        const { clock, governors } = governed(3);
        const arrivals: number[] = [];
        for (const [n, [there, back]] of journeys.entries()) {
          void governors[n % 3]?.admit(n % 2 ? "visible" : "bulk").then((answered) => {
            clock.wake(there, () => {
              arrivals.push(clock.now());
              clock.wake(back, answered);
            });
          });
        }
        await clock.advance(20 * 60_000);
        expect(arrivals).toHaveLength(journeys.length);
        for (const [ms, limit] of [
          [1_000, 20],
          [60_000, 120],
        ] as const) {
          for (let n = limit; n < arrivals.length; n++) {
            expect((arrivals[n] ?? 0) - (arrivals[n - limit] ?? 0)).toBeGreaterThanOrEqual(ms);
          }
        }
      },
    ),
    { numRuns: 10 },
  );
});

test("a call whose process died stops counting after a while", async () => {
  const { clock, governors } = governed(2);
  for (let n = 0; n < 20; n++) await governors[0]?.admit("click");
  let admitted = false;
  void governors[1]?.admit("click").then(() => {
    admitted = true;
  });
  await clock.advance(140_000);
  expect(admitted).toBe(false);
  await clock.advance(15_000);
  expect(admitted).toBe(true);
});

test("the upstream's headers may lower the estimate and never raise it", async () => {
  const { clock, governor, sent, call } = governed();
  for (const remaining of [1, 100]) await governor.observe({ remaining, resetAt: clock.now() + 10_000 }, clock.now());
  expect((await governor.budget()).remaining).toBe(1);
  call("one", "click");
  call("two", "click");
  await clock.advance(9_000);
  expect(sent).toHaveLength(1);
  await clock.advance(2_000);
  expect(sent).toHaveLength(2);
});

test.each([60, 30])("an upstream that reports a limit of %i calls a minute is called no more often", async (minute) => {
  const { clock, governors } = governed(2);
  const counter = new Counter();
  const limits = { ...specified, minute };
  const waits: number[] = [];
  let answers = 0;
  for (let n = 0; n < 4 * minute; n++) {
    const governor = governors[n % 2] as Governor;
    void governor.admit(n % 3 ? "bulk" : "visible").then((answered) => {
      waits.push(counter.admit(limits, clock.now()));
      const { remaining, resetAt } = counter.minute(limits, clock.now());
      clock.wake(100, () => {
        answers++;
        answered();
        void governor.observe({ remaining, resetAt, limit: minute }, clock.now());
      });
    });
  }
  await clock.advance(10 * 60_000);
  expect(answers).toBe(4 * minute);
  expect(waits.filter((wait) => wait > 0)).toEqual([]);
  expect((await governors[1]?.budget())?.limit).toBe(minute);
});

test("a header about a burst, or above the configured limit, does not change the minute's limit", async () => {
  const { clock, governor } = governed();
  await governor.observe({ remaining: 119, resetAt: clock.now() + 900, limit: 20 }, clock.now());
  await governor.observe({ remaining: 3_000, resetAt: clock.now() + 900_000, limit: 3_600 }, clock.now());
  expect((await governor.budget()).limit).toBe(120);
  await governor.observe({ remaining: 50, resetAt: clock.now() + 50_000, limit: 60 }, clock.now());
  expect(await governor.budget()).toMatchObject({ limit: 60, remaining: 50 });
  await governor.observe({ remaining: 110, resetAt: clock.now() + 50_000, limit: 120 }, clock.now());
  expect((await governor.budget()).limit).toBe(120);
});

test("a call that is cancelled while it waits costs nothing", async () => {
  const { clock, governor, sent, call } = governed();
  await governor.freeze(5);
  const leaving = new AbortController();
  const gone = call("gone", "visible", leaving.signal);
  call("stays");
  await clock.advance(0);
  leaving.abort();
  await gone;
  await clock.advance(6_000);
  expect(sent.map(({ name }) => name)).toEqual(["stays"]);
  expect((await governor.budget()).remaining).toBe(119);
});

test.each([
  ["1795241447", 1_795_241_447_000],
  ["1795241447000", 1_795_241_447_000],
  ["30", 1_030_000],
  ["0", 1_000_000],
  ["soon", null],
  [null, null],
])("a reset of %s is read as %s", (value, expected) => expect(readReset(value, 1_000_000)).toBe(expected));

test("no call waits longer than the longest window, whatever time a 429 asks for", async () => {
  const { clock, governor, sent, call } = governed();
  await governor.freeze(1e12);
  call("bulk", "bulk");
  await clock.advance(3_599_000);
  expect(sent).toHaveLength(0);
  await clock.advance(2_000);
  expect(sent).toHaveLength(1);
});

test("a call that would wait longer than its patience is refused at once with the expected wait", async () => {
  const { governor } = governed();
  await governor.freeze(300);
  const refusal = { status: 429, code: "rate_limited", retryAfter: 300 };
  await expect(governor.admit("click", undefined, 20_000)).rejects.toMatchObject(refusal);
});

test("a waiting call is refused once its patience cannot suffice, and is not sent later", async () => {
  const { clock, governor, sent } = governed();
  await governor.freeze(10);
  const told: unknown[] = [];
  const asked = governor.admit("click", undefined, 20_000).then(
    () => sent.push({ at: clock.now(), name: "click" }),
    (error) => told.push(error),
  );
  await governor.freeze(60);
  await clock.advance(11_000);
  await asked;
  expect(told).toMatchObject([{ status: 429, code: "rate_limited" }]);
  await clock.advance(60_000);
  expect(sent).toEqual([]);
  expect((await governor.budget()).remaining).toBe(120);
});
