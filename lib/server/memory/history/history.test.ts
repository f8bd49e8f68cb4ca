import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type * as z from "zod";
import type { history as contract } from "../../../contract/desk/history.ts";
import { store } from "../../../database/schema/desk.ts";
import { addDays, dayIn } from "../../../days.ts";
import { openTestDesk } from "../../../testing/desk.ts";
import type { StoreScope } from "../../wire/call.ts";
import { planDays } from "./days-to-fetch.ts";
import { isFinal } from "./rows.ts";

let desk: Awaited<ReturnType<typeof openTestDesk>>;
let collect: typeof import("./collect.ts");
let rows: typeof import("./rows.ts");
let serve: typeof import("../../desk/serve.ts");

let shop: StoreScope;
let count = 0;
const timeZone = "Europe/Berlin";
const today = () => dayIn(timeZone, new Date());
const ago = (days: number) => addDays(today(), -days);
const signal = new AbortController().signal;

beforeAll(async () => {
  desk = await openTestDesk();
  collect = await import("./collect.ts");
  rows = await import("./rows.ts");
  serve = await import("../../desk/serve.ts");
});
afterAll(() => desk.close());

beforeEach(async () => {
  const facts = { id: `shop-${++count}`, name: "Shop", currency: "EUR", timeZone };
  await desk.db.insert(store).values(facts);
  const person = { id: "p", name: "P", email: "p@test" };
  shop = { membership: { person, store: facts, role: "analyst" }, mode: "live" };
  const { saveConnection } = await import("../../wire/connections.ts");
  await saveConnection({ storeId: facts.id, mode: "live", api: "checkout" }, `live_canary_000000000${count}`);
  desk.upstream.seen.length = 0;
});

const dayOf = (url: string) => new URL(url, "http://x").searchParams.get("start_date") ?? "";
const asked = () => desk.upstream.seen.map(({ url }) => dayOf(url)).filter(Boolean);

function openedDaysAgo(days: number, beyond: object = { data: { total_orders: 0 } }, status = 200): void {
  desk.upstream.answer = ({ url }, response) => {
    if (url.includes("/experiments")) return response.end('{"data":[]}');
    const day = dayOf(url);
    if (day < ago(days)) return response.writeHead(status).end(JSON.stringify(beyond));
    response.end(JSON.stringify({ data: { total_orders: 1, total_revenue: 10 } }));
  };
}

const run = (options: object = {}) => collect.collectHistory(shop, signal, { pauseMs: 0, ...options });
const member = () => shop.membership;
type Days = z.output<typeof contract.history.metrics.response>;
const read = async (from: string, to: string) => {
  const raw = { params: {}, query: { from, to } };
  return (await serve.runDesk({ membership: member(), mode: "live" }, "history", "metrics", raw)) as Days;
};

const stored = async (day: string) => (await rows.readRows(shop)).filter((row) => row.day === day);

test("a day begins and ends in the store's time zone, also when clocks change", () => {
  expect(dayIn("Europe/Berlin", new Date("2026-03-28T23:30:00Z"))).toBe("2026-03-29");
  expect(dayIn("America/New_York", new Date("2026-03-28T23:30:00Z"))).toBe("2026-03-28");
  expect(addDays("2026-03-29", 1)).toBe("2026-03-30");
  expect(isFinal("2026-03-29", "Europe/Berlin", new Date("2026-03-30T03:59:00Z"))).toBe(false);
  expect(isFinal("2026-03-29", "Europe/Berlin", new Date("2026-03-30T04:00:00Z"))).toBe(true);
});

describe("the collector", () => {
  test("goes back day by day until the API refuses a day, and never requests that day again", async () => {
    openedDaysAgo(3, { error: { code: "invalid_request", message: "Too far back." } }, 400);
    const now = () => new Date(`${today()}T20:00:00Z`);
    await run({ now });
    expect(asked()).toEqual([ago(1), ago(2), ago(3), ago(4)]);
    await run({ now });
    expect(asked()).toHaveLength(4);
    const { data, collected } = await read(ago(10), ago(1));
    expect(collected).toMatchObject({ days: 3, of: 3 });
    expect(data.at(-1)).toMatchObject({ day: ago(1), complete: true, figures: { total_orders: 1 } });
  });

  test("the collector stops after sixty days without events", { tags: "long", timeout: 40_000 }, async () => {
    openedDaysAgo(5);
    await run({ now: () => new Date(`${today()}T20:00:00Z`) });
    expect(asked()).toHaveLength(65);
    // Days before the store opened do not count as missing.
    expect((await read(ago(399), ago(1))).collected).toMatchObject({ days: 65, of: 65 });
  });

  test("goes back two years and a month, and no further", () => {
    const now = new Date("2026-06-15T20:00:00Z");
    const known = Array.from({ length: 760 }, (_, index) => ({
      day: addDays("2026-06-15", -1 - index),
      days: 1,
      figures: { total_orders: 1 },
      complete: true,
      askedAt: now,
      fetchedAt: now,
    }));
    expect(planDays(known.slice(0, 759), "UTC", now).due).toEqual([addDays("2026-06-15", -760)]);
    expect(planDays(known, "UTC", now)).toEqual({ due: [], floor: addDays("2026-06-15", -760) });
  });

  test("the collector reads a day that was not final exactly once more", async () => {
    openedDaysAgo(0, { error: {} }, 400);
    const at = (time: string) => ({ now: () => new Date(`${time}Z`) });
    const yesterday = ago(1);
    desk.upstream.answer = ({ url }, response) =>
      dayOf(url) === yesterday
        ? response.end('{"data":{"total_orders":1}}')
        : response.writeHead(url.includes("experiments") ? 200 : 400).end("{}");
    await run(at(`${today()}T01:00:00`));
    await run(at(`${today()}T02:00:00`));
    expect(asked().filter((day) => day === yesterday)).toHaveLength(1);
    expect(await stored(yesterday)).toMatchObject([{ complete: false }]);
    await run(at(`${today()}T08:00:00`));
    await run(at(`${today()}T09:00:00`));
    expect(asked().filter((day) => day === yesterday)).toHaveLength(2);
    expect(await stored(yesterday)).toMatchObject([{ complete: true }]);
  });

  test("retries a failed day on the next run", async () => {
    openedDaysAgo(2, { error: {} }, 400);
    const { answer } = desk.upstream;
    desk.upstream.answer = (call, response) =>
      dayOf(call.url) === ago(2) ? response.writeHead(503).end("{}") : answer(call, response);
    const now = () => new Date(`${today()}T20:00:00Z`);
    await run({ now });
    expect(await stored(ago(2))).toEqual([]);
    desk.upstream.answer = answer;
    await run({ now });
    expect(await stored(ago(2))).toMatchObject([{ complete: true }]);
  });

  test("the collector takes turns between stores, so that none waits for two years of another's days", {
    tags: "long",
  }, async () => {
    const { collectAll } = await import("./collect.ts");
    const { saveConnection } = await import("../../wire/connections.ts");
    const other = `patient-${count}`;
    await desk.db.insert(store).values({ ...shop.membership.store, id: other });
    await saveConnection({ storeId: other, mode: "live", api: "checkout" }, `live_canary_of_${other}`);
    openedDaysAgo(5, { error: {} }, 400);
    await collectAll(signal, { now: () => new Date(`${today()}T20:00:00Z`), pauseMs: 0, most: 2 });
    const asking = desk.upstream.seen.filter(({ url }) => dayOf(url)).map(({ headers }) => headers.authorization);
    const mine = `Bearer live_canary_000000000${count}`;
    const theirs = `Bearer live_canary_of_${other}`;
    expect(asking.filter((key) => key === mine)).toHaveLength(6);
    expect(asking.filter((key) => key === theirs)).toHaveLength(6);
    expect(asking.indexOf(theirs)).toBeLessThan(asking.lastIndexOf(mine));
    expect(asking.indexOf(mine)).toBeLessThan(asking.lastIndexOf(theirs));
  });

  test("the collector skips our own service, which returns all days in one call", async () => {
    await collect.collectHistory({ ...shop, mode: "sandbox" }, signal, { pauseMs: 0 });
    expect(await rows.readRows({ ...shop, mode: "sandbox" })).toEqual([]);
  });

  test("the collector runs in one process at a time", async () => {
    const { collectAll } = await import("./collect.ts");
    const other = await desk.db.$client.connect();
    await other.query("select pg_advisory_lock(724091140)");
    openedDaysAgo(1, { error: {} }, 400);
    await collectAll(signal, { pauseMs: 0 });
    expect(asked()).toEqual([]);
    await other.query("select pg_advisory_unlock(724091140)");
    other.release();
    await collectAll(signal, { pauseMs: 0 });
    expect(asked().length).toBeGreaterThan(0);
  });
});

test("today's figures are read when somebody looks, at most once in ten minutes", async () => {
  openedDaysAgo(1);
  const now = new Date(`${today()}T12:00:00Z`);
  await Promise.all([rows.refreshToday(shop, now), rows.refreshToday(shop, now)]);
  await rows.refreshToday(shop, new Date(now.getTime() + 9 * 60_000));
  expect(asked()).toEqual([today()]);
  expect((await read(today(), today())).data).toMatchObject([
    { day: today(), complete: false, figures: { total_orders: 1 } },
  ]);
  await rows.refreshToday(shop, new Date(now.getTime() + 11 * 60_000));
  expect(asked()).toEqual([today(), today()]);
});

describe("an experiment", () => {
  let visitors = 10;
  beforeEach(() => {
    visitors = 10;
    desk.upstream.answer = ({ url }, response) => {
      if (url.includes("/results")) {
        const names =
          "ordered accepted orders orders_squares revenue revenue_squares revenue_orders prior prior_squares";
        const sums = Object.fromEntries(
          [...names.split(" "), "prior_revenue", "refunded", "cancelled"].map((name) => [name, 5]),
        );
        const variants = [{ name: "control", visitors, conversions: 1, lift: 0, sums }];
        return response.end(JSON.stringify({ experiment_id: "exp_1", status: "collecting", variants }));
      }
      if (!url.includes("/experiments")) return response.writeHead(400).end("{}");
      response.end('{"data":[{"id":"exp_1","status":"running"},{"id":"exp_2","status":"completed"}]}');
    };
  });
  const readResults = async () => {
    const { perform } = await import("../../wire/perform-call.ts");
    const results = { api: "checkout", resource: "experiments", operation: "results" } as const;
    await perform({ ...results, membership: member(), mode: "live", params: { id: "exp_1" } });
    await (await import("../../unawaited.ts")).backgroundEnd();
  };
  const kept = async () =>
    (
      (await serve.runDesk({ membership: member(), mode: "live" }, "history", "experiment", {
        params: { id: "exp_1" },
      })) as { data: object[] }
    ).data;
  const results = () => desk.upstream.seen.filter(({ url }) => url.includes("/results")).length;

  test("an experiment has a snapshot stored when a person reads results, unless nothing changed", async () => {
    await readResults();
    await readResults();
    expect(await kept()).toMatchObject([
      { status: "collecting", variants: [{ name: "control", visitors: 10, conversions: 1, sums: { revenue: 5 } }] },
    ]);
    visitors = 12;
    await readResults();
    expect(await kept()).toHaveLength(2);
  });

  test("an experiment is listed with all others as of its last reading", async () => {
    await readResults();
    visitors = 12;
    await readResults();
    const context = { membership: member(), mode: "live" } as const;
    expect(await serve.runDesk(context, "history", "latest", { params: {} })).toMatchObject({
      data: [{ experiment: "exp_1", status: "collecting", variants: [{ visitors: 12 }] }],
    });
  });

  test("an experiment has its results collected every six hours while it runs, and not once it is completed", {
    tags: "long",
  }, async () => {
    await run();
    await run();
    expect(results()).toBe(1);
    expect(desk.upstream.seen.some(({ url }) => url.includes("exp_2"))).toBe(false);
    await desk.db.execute(sql`update desk.experiment_snapshot set taken_at = taken_at - interval '7 hours'`);
    await run();
    expect(results()).toBe(2);
    expect(await kept()).toHaveLength(2);
  });
});
