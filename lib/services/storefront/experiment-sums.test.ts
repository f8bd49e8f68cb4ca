import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { experiment } from "../../database/schema/checkout.ts";
import { dayIn } from "../../days.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { type Event, make, openShop, type Shop } from "../../testing/shop.ts";

// Compares the sums over the visitors of experiments with a recount of the raw events that shares no code with them.

const rounds = Number(process.env.SOAK_ROUNDS ?? 12);

let services: TestServices;
let calls: TestServices["call"][];

beforeAll(async () => {
  services = await openTestServices();
  calls = [services.call, services.another(), services.another(), services.another()];
});
afterAll(() => services.close());

const day = 86_400_000;
const now = Math.floor(Date.now() / day) * day;
const ago = (days: number) => new Date(now - days * day);
const timeZone = "Europe/Berlin";

/** One runs, one is about acceptance and has ended, one ended so long ago that nothing changes any more. */
const experiments = [
  { id: "exp_runs", metric: "conversion", cap: 15_000, endedAt: null },
  { id: "exp_over", metric: "acceptance", cap: null, endedAt: ago(5) },
  { id: "exp_past", metric: "conversion", cap: null, endedAt: ago(31) },
] as const;

/** The script's id says when it was made: of these, the first was made long ago. */
const scripted = (at: number) => `cw${at.toString(36)}-${"0".repeat(24)}`;
const visitors = [scripted(now - 300 * day), scripted(now + day), "v3", "v4"];
const orders = ["o0", "o1", "o2", "o3", "o4", "o5", "o6", "o7"];
const visitorOf = (order: string) => visitors[Number(order.slice(1)) % visitors.length] as string;

const moment = fc.integer({ min: 0, max: 130 * 24 * 60 }).map((minutes) => now - minutes * 60_000);
const cents = fc.integer({ min: 0, max: 20_000 }).map((minor) => minor / 100);
const orderId = fc.constantFrom(...orders);
const visitor = fc.constantFrom(...visitors);
const variant = fc.constantFrom("control", "b");
const experimentId = fc.constantFrom(...experiments.map(({ id }) => id));

const event: fc.Arbitrary<Event> = fc.tuple(fc.integer({ min: 1, max: 80 }), moment).chain(([n, at]) => {
  const id = `${n}`;
  return (
    fc
      .oneof(
        fc
          .tuple(orderId, cents, fc.boolean())
          .map(([o, price, named]) => make.accepted(id, o, price, named ? { visitor_id: visitorOf(o) } : {})),
        {
          weight: 4,
          arbitrary: fc
            .tuple(orderId, cents, fc.integer({ min: 0, max: 3 }))
            .map(([o, total, named]) => make.placed(id, o, total, named ? { visitor_id: visitorOf(o) } : {})),
        },
        fc.tuple(orderId, cents, fc.boolean()).map(([o, by, less]) => make.edited(id, o, less ? -by : by)),
        fc.tuple(orderId, cents).map(([o, amount]) => make.refunded(id, o, amount)),
        orderId.map((o) => make.cancelled(id, o)),
        {
          weight: 3,
          arbitrary: fc
            .tuple(experimentId, visitor, variant)
            .map(([experiment_id, v, name]) => make.exposed(id, v, name, { experiment_id })),
        },
        fc.tuple(experimentId, visitor).map(([experiment_id, v]) => make.converted(id, v, { experiment_id })),
      )
      // Two events never happen at one moment.
      .map((made) => ({ ...made, occurred_at: new Date(at + n).toISOString() }))
  );
});

async function openExperiments(): Promise<Shop> {
  const shop = await openShop(services, { timeZone });
  await services.db.insert(experiment).values(
    experiments.map(({ id, metric, cap, endedAt }) => ({
      tenantId: shop.tenantId,
      id,
      name: id,
      status: endedAt ? ("completed" as const) : ("running" as const),
      variants: [
        { name: "control", weight: 1 },
        { name: "b", weight: 1 },
      ],
      plan: { metric, guardrails: [], effect: 0.1, stops_on_breach: false, traffic: 1, audience: {} },
      frozen: {
        base: null,
        deviation: null,
        visitors_per_day: null,
        visitors_needed: null,
        days_needed: null,
        cap,
        slots: [[0, 10_000]] as [number, number][],
      },
      startedAt: ago(130),
      endedAt,
    })),
  );
  return shop;
}

test("equal a recount after events that arrive twice, late, in any order and on several connections at once", {
  tags: "long",
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ batch: fc.array(event, { minLength: 1, maxLength: 25 }), byPage: fc.boolean() }), {
        minLength: 1,
        maxLength: 8,
      }),
      async (batches) => {
        const shop = await openExperiments();
        const sendAll = () =>
          Promise.all(
            batches.map(({ batch, byPage }, n) =>
              byPage ? shop.claim(batch, calls[n % calls.length]) : shop.send(batch, calls[n % calls.length]),
            ),
          );
        for (const { status } of await sendAll()) expect(status).toBe(200);
        const raw = await readRaw(shop);
        expect(await stored(shop)).toEqual(recount(raw));
        await sendAll();
        expect(await stored(shop)).toEqual(recount(raw));
      },
    ),
    { numRuns: rounds, endOnFailure: false },
  );
});

test("equal a recount if the same visitors buy and take part on several connections at once", async () => {
  const shop = await openExperiments();
  for (let round = 0; round < 10; round++) {
    const at = now - 20 * day + round * 60_000;
    const of = (n: number, more: object) => ({ occurred_at: new Date(at + n).toISOString(), ...more });
    const named = (n: number) => `v${round}-${n % 20}`;
    const exposures = Array.from({ length: 20 }, (_, n) =>
      make.exposed(`x${round}-${n}`, named(n), n % 2 ? "b" : "control", of(n, { experiment_id: "exp_runs" })),
    );
    const placed = Array.from({ length: 40 }, (_, n) =>
      make.placed(`p${round}-${n}`, `o${round}-${n}`, n, of(100 + n, { visitor_id: named(n) })),
    );
    const halves = [exposures, placed, exposures.toReversed(), placed.toReversed()];
    const answers = await Promise.all(halves.map((events, n) => shop.send(events, calls[n])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
  expect(await stored(shop)).toEqual(recount(await readRaw(shop)));
});

// biome-ignore lint/suspicious/noExplicitAny: raw events have any shape
type RawRow = { id: string; type: string; at: number; data: any };

async function readRaw({ tenantId }: Shop): Promise<RawRow[]> {
  const { rows } = await services.db.execute<RawRow>(sql`
    select id, type, extract(epoch from occurred_at)::float8 * 1000 as at, data
    from checkout.storefront_event where tenant_id = ${tenantId}`);
  return rows.map((row) => ({ ...row, at: Math.round(row.at) }));
}

const columns =
  `visitors conversions ordered accepted orders orders_squares revenue revenue_squares revenue_orders prior
  prior_squares prior_revenue refunded cancelled`.split(/\s+/);

type Sums = Record<string, Record<string, number>>;

async function stored({ tenantId }: Shop): Promise<Sums> {
  const { rows } = await services.db.execute<Record<string, string | number>>(sql`
    select * from checkout.experiment_sum where tenant_id = ${tenantId}`);
  return Object.fromEntries(
    rows
      .map(({ experiment_id, variant, segment, day, ...sums }): [string, Record<string, number>] => [
        [experiment_id, variant, segment, dayIn("UTC", new Date(day as string))].join("|"),
        Object.fromEntries(columns.map((name) => [name, Number(sums[name])])),
      ])
      .filter(([, sums]) => Object.values(sums).some((sum) => sum !== 0)),
  );
}

const minor = (amount: number) => Math.round(amount * 100);
const isClaim = (id: string) => id.startsWith("claim ");

function recount(raw: RawRow[]): Sums {
  const bought = [...Map.groupBy(raw, ({ data }) => data.order_id as string)].flatMap(([id, rows]) => {
    const of = (type: string) => rows.filter((row) => row.type === type).sort((a, b) => a.at - b.at);
    const sum = (type: string, field: string) => of(type).reduce((all, { data }) => all + minor(data[field]), 0);
    const placed = of("order.placed").find((row) => !isClaim(row.id));
    if (!id || !rows.some(({ data }) => data.visitor_id)) return [];
    return {
      visitor: rows.find(({ data }) => data.visitor_id)?.data.visitor_id as string,
      placedAt: placed?.at,
      revenue: minor(placed?.data.total ?? 0) + sum("order.edited", "amount_changed") - sum("order.refunded", "amount"),
      isRefunded: sum("order.refunded", "amount") > 0,
      isCancelled: of("order.cancelled").length > 0,
      acceptedAt: placed && of("offer.accepted").at(-1)?.at,
    };
  });
  const sums: Sums = {};
  for (const { id, metric, cap, endedAt } of experiments) {
    if (id === "exp_past") continue;
    const end = endedAt?.getTime() ?? Number.POSITIVE_INFINITY;
    const seen = raw.filter(({ type, data }) => type === "experiment.exposed" && data.experiment_id === id);
    for (const [visitor, exposures] of Map.groupBy(seen, ({ data }) => data.visitor_id as string)) {
      const first = exposures.sort((a, b) => a.at - b.at || (a.data.variant < b.data.variant ? -1 : 1))[0] as RawRow;
      const theirs = bought.filter((order) => order.visitor === visitor);
      const during = theirs.filter(({ placedAt = -1 }) => placedAt >= first.at && placedAt <= end);
      const kept = during.filter(({ isCancelled }) => !isCancelled);
      const before = theirs.filter(
        ({ placedAt = -1, isCancelled }) => placedAt < first.at && placedAt >= first.at - 90 * day && !isCancelled,
      );
      const total = (some: typeof theirs) =>
        Math.min(
          cap ?? Number.POSITIVE_INFINITY,
          some.reduce((all, { revenue }) => all + revenue, 0),
        );
      const [revenue, prior, count] = [total(kept), total(before), kept.length];
      const accepted = theirs.some(({ acceptedAt = -1 }) => acceptedAt >= first.at && acceptedAt <= end) ? 1 : 0;
      const ordered = count > 0 ? 1 : 0;
      const values = [
        1,
        metric === "acceptance" ? accepted : ordered,
        ordered,
        accepted,
        count,
        count ** 2,
        revenue,
        revenue ** 2,
        revenue * count,
        prior,
        prior ** 2,
        prior * revenue,
        kept.filter(({ isRefunded }) => isRefunded).length,
        during.length - count,
      ];
      const segments = [
        `|${dayIn(timeZone, new Date(first.at))}`,
        ...(isClaim(first.id) ? ["device:desktop|1970-01-01"] : []),
        ...(visitor === visitors[0] ? ["visitors:returning|1970-01-01"] : []),
        ...(visitor === visitors[1] ? ["visitors:new|1970-01-01"] : []),
      ];
      for (const segment of segments) {
        const key = `${id}|${first.data.variant}|${segment}`;
        const row = sums[key] ?? {};
        sums[key] = row;
        for (const [at, name] of columns.entries()) row[name] = (row[name] ?? 0) + (values[at] as number);
      }
    }
  }
  return sums;
}
