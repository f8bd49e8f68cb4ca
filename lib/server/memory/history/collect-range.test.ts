import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type * as z from "zod";
import type { history as contract } from "../../../contract/desk/history.ts";
import { store } from "../../../database/schema/desk.ts";
import { addDays, countDays, dayIn } from "../../../days.ts";
import { daysOf } from "../../../ranges.ts";
import { openTestDesk } from "../../../testing/desk.ts";
import { planSteps } from "./days-to-fetch.ts";

// The API reports only totals, and allows so many calls that no test waits for a limit.

let desk: Awaited<ReturnType<typeof openTestDesk>>;
let serve: typeof import("../../desk/serve.ts");
let shop: { id: string; name: string; currency: string; timeZone: string };
let count = 0;

const timeZone = "UTC";
const ago = (days: number) => addDays(dayIn(timeZone, new Date()), -days);

beforeAll(async () => {
  desk = await openTestDesk({ CHECKOUT_API_LIMITS: "500,12000,100000", UPSTREAM_TIMEOUT_MS: "20000" });
  serve = await import("../../desk/serve.ts");
});
afterAll(() => desk.close());

beforeEach(async () => {
  const facts = { id: `looked-at-${++count}`, name: "Shop", currency: "EUR", timeZone };
  await desk.db.insert(store).values(facts);
  shop = facts;
  const { saveConnection } = await import("../../wire/connections.ts");
  await saveConnection({ storeId: facts.id, mode: "live", api: "checkout" }, `live_canary_looked_at_${count}`);
  desk.upstream.seen.length = 0;
  desk.upstream.answer = ({ url }, response) => {
    const { start, end } = rangeOf(url);
    const total_revenue = daysOf({ start, end }).reduce((sum, day) => sum + revenueOf(day), 0);
    response.end(JSON.stringify({ data: { total_revenue, total_orders: countDays(start, end) } }));
  };
});

const revenueOf = (day: string) => 100 + Number(day.slice(-2));
const rangeOf = (url: string) => {
  const { searchParams } = new URL(url, "http://x");
  return { start: searchParams.get("start_date") ?? "", end: searchParams.get("end_date") ?? "" };
};
const asked = () => desk.upstream.seen.map(({ url }) => rangeOf(url));
const daysAsked = () => asked().flatMap(({ start, end }) => (start === end ? [start] : []));

type Answer = z.output<typeof contract.history.metrics.response>;
const look = async (from: string, to: string) => {
  const person = { id: "p", name: "P", email: "p@test" };
  const context = { membership: { person, store: shop, role: "analyst" as const }, mode: "live" as const };
  return (await serve.runDesk(context, "history", "metrics", { params: {}, query: { from, to } })) as Answer;
};

/** Looks until a response meets the condition: each has what arrived within a second. */
const lookUntil = (from: string, to: string, isMet: (answer: Answer) => boolean) =>
  vi.waitUntil(async () => {
    const answer = await look(from, to);
    return isMet(answer) && answer;
  }, 20_000);

/**
 * A step is left out once all its days have arrived, so the API answers for single days after the response with all steps.
 * On a busy machine, an answer may have all steps before the reading of days begins, which tells the remaining seconds.
 */
async function lookUntilDrawn(from: string, to: string, steps: number): Promise<Answer> {
  const { answer } = desk.upstream;
  const drawn = Promise.withResolvers<void>();
  desk.upstream.answer = async (call, response) => {
    const { start, end } = rangeOf(call.url);
    if (start === end) await drawn.promise;
    answer(call, response);
  };
  const isDrawn = (answer: Answer) => answer.steps.length === steps && answer.collected.seconds !== null;
  return (await lookUntil(from, to, isDrawn).finally(drawn.resolve)) as Answer;
}

describe("a range that somebody opens", () => {
  test("a range that somebody opens of 56 days is drawn after eight calls, and its single days follow, newest first", {
    tags: "long",
  }, async () => {
    const first = await lookUntilDrawn(ago(56), ago(1), 8);
    expect(first.steps.map(({ from, to }) => countDays(from, to))).toEqual(Array(8).fill(7));
    expect(first.steps.reduce((sum, { figures }) => sum + Number(figures.total_revenue), 0)).toBe(
      daysOf({ start: ago(56), end: ago(1) }).reduce((sum, day) => sum + revenueOf(day), 0),
    );
    expect(first.collected).toMatchObject({ of: 56, seconds: expect.any(Number) });
    await lookUntil(ago(56), ago(1), ({ collected }) => collected.days === 56);
    expect(
      asked()
        .slice(0, 8)
        .every(({ start, end }) => countDays(start, end) === 7),
    ).toBe(true);
    expect(daysAsked()).toHaveLength(56);
    // Ten days are requested at once, in any order. The last days need no turns, so they are not compared.
    for (let turn = 0; turn < 2; turn++) {
      const [now, next] = [0, 1].map((more) =>
        daysAsked()
          .slice((turn + more) * 10, (turn + more + 1) * 10)
          .sort(),
      );
      expect((now?.[0] as string) > (next?.at(-1) as string)).toBe(true);
    }
    const last = await look(ago(56), ago(1));
    expect(last.steps).toEqual([]);
    expect(last.collected.seconds).toBeNull();
    expect(last.data.map(({ figures }) => figures?.total_revenue)).toEqual(
      daysOf({ start: ago(56), end: ago(1) }).map(revenueOf),
    );
    expect(asked()).toHaveLength(64);
  });

  test("causes no call twice, however many people open it at once", async () => {
    await Promise.all([look(ago(56), ago(1)), look(ago(56), ago(1)), look(ago(56), ago(1))]);
    await lookUntil(ago(56), ago(1), ({ collected }) => collected.days === 56);
    expect(new Set(asked().map(({ start, end }) => `${start}/${end}`)).size).toBe(asked().length);
  }, 40_000);

  test("a range that somebody opens with few missing days is read in single days at once, without steps", async () => {
    await lookUntil(ago(7), ago(1), ({ collected }) => collected.days === 7);
    expect(daysAsked()).toHaveLength(asked().length);
    const { data, steps, collected } = await look(ago(7), ago(1));
    expect(data).toHaveLength(7);
    expect(steps).toEqual([]);
    expect(collected).toEqual({ days: 7, of: 7, seconds: null });
  });

  test("a range that somebody opens keeps the steps that arrived before the API failed, and announces no remaining time", async () => {
    const { answer } = desk.upstream;
    desk.upstream.answer = (call, response) => {
      const { start, end } = rangeOf(call.url);
      return start === end ? response.writeHead(503).end("{}") : answer(call, response);
    };
    await lookUntil(ago(56), ago(1), ({ steps }) => steps.length === 8);
    await lookUntil(ago(56), ago(1), ({ collected }) => collected.seconds === null);
    const { steps, collected } = await look(ago(56), ago(1));
    expect(steps).toHaveLength(8);
    expect(collected.days).toBe(0);
  }, 40_000);
});

test("today is never part of a step", async () => {
  const { steps } = await lookUntilDrawn(ago(27), ago(0), 4);
  expect(
    steps
      .map(({ to }) => to)
      .sort()
      .at(-1),
  ).toBe(ago(1));
});

describe("steps", () => {
  const now = new Date("2026-06-15T20:00:00Z");
  const range = (days: number) => ({ start: addDays("2026-06-15", -days), end: "2026-06-14" });
  const plan = (days: number) => planSteps([], range(days), daysOf(range(days)).toReversed(), now);

  test.each([
    [13, 7, 2],
    [28, 7, 4],
    [56, 7, 8],
    [91, 14, 7],
    [182, 21, 9],
    [365, 35, 11],
    [400, 35, 12],
  ])("steps of %i days are of %i days, in %i calls, and leave no day out", (days, size, calls) => {
    const planned = plan(days);
    expect(planned).toHaveLength(calls);
    expect(Math.max(...planned.map((step) => step.days))).toBe(size);
    const covered = planned.flatMap((step) => daysOf({ start: step.day, end: addDays(step.day, step.days - 1) }));
    expect(covered.sort()).toEqual(daysOf(range(days)));
  });

  test("steps of a longer range do not replace the finer steps of a shorter range", () => {
    const known = plan(365).map((step) => ({
      ...step,
      figures: { total_orders: 1 },
      complete: true,
      askedAt: now,
      fetchedAt: now,
    }));
    expect(planSteps(known, range(365), daysOf(range(365)), now)).toEqual([]);
    expect(planSteps(known, range(28), daysOf(range(28)), now)).toHaveLength(4);
  });
});
