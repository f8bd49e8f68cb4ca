// @module-tag long
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { type Event, make, openShop, type Shop } from "../../testing/shop.ts";

// Compares the sums that analytics read with a recount of the raw events that shares no code with them.

/** More rounds for `npm run soak`. */
const rounds = Number(process.env.SOAK_ROUNDS ?? 12);

let services: TestServices;
let calls: TestServices["call"][];

beforeAll(async () => {
  services = await openTestServices();
  calls = [services.call, services.another(), services.another(), services.another()];
});
afterAll(() => services.close());

const zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "America/Sao_Paulo", "UTC"];
/** Days on which some of these zones change their clocks, and one ordinary day. */
const days = ["2025-03-09", "2025-03-30", "2025-04-06", "2025-10-05", "2025-10-26", "2025-11-02", "2025-06-15"];

const moment = fc
  .tuple(fc.constantFrom(...days), fc.integer({ min: -1500, max: 1500 }))
  .map(([day, minutes]) => new Date(Date.parse(day) + minutes * 60_000).toISOString());
const cents = fc.integer({ min: 0, max: 20_000 }).map((minor) => minor / 100);
const orderId = fc.constantFrom("o1", "o2", "o3", "o4");
const visitor = fc.constantFrom("v1", "v2", "v3", "v4", "v5");
const offer = fc.constantFrom("ups_a", "ups_b", "ups_c");

const event: fc.Arbitrary<Event> = fc.tuple(fc.integer({ min: 1, max: 60 }), moment).chain(([n, occurred_at]) => {
  const id = `e${n}`;
  return fc
    .oneof(
      fc.constant(make.visit(id)),
      offer.map((upsell_id) => make.shown(id, { upsell_id })),
      offer.map((upsell_id) => make.declined(id, { upsell_id })),
      fc.tuple(orderId, cents, offer).map(([o, price, upsell_id]) => make.accepted(id, o, price, { upsell_id })),
      { weight: 3, arbitrary: fc.tuple(orderId, cents).map(([o, total]) => make.placed(id, o, total)) },
      fc.tuple(orderId, cents, fc.boolean()).map(([o, by, less]) => make.edited(id, o, less ? -by : by)),
      fc.tuple(orderId, cents).map(([o, amount]) => make.refunded(id, o, amount)),
      orderId.map((o) => make.cancelled(id, o)),
      fc
        .tuple(orderId, cents, cents, fc.constantFrom("bun_a", "bun_b"))
        .map(([o, original, price, bundle_id]) => make.bundle(id, o, original, price, { bundle_id })),
      fc.tuple(orderId, cents).map(([o, price]) => make.subscription(id, o, price)),
      fc.tuple(visitor, fc.constantFrom("control", "b")).map(([v, variant]) => make.exposed(id, v, variant)),
      visitor.map((v) => make.converted(id, v)),
      // A refused event must leave no trace.
      fc.constant(make.shown(id, { upsell_id: "ups_unknown" })),
      fc.constant(make.placed(id, "o1", 1.005)),
    )
    .map((made) => ({ ...made, occurred_at }));
});

test("equal a recount after events that arrive twice, late, in any order and on several connections at once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      fc.array(fc.record({ batch: fc.array(event, { minLength: 1, maxLength: 20 }), byPage: fc.boolean() }), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.constantFrom("2025-03-08", "2025-03-31", "2025-04-01", "2025-10-05", "2025-11-30"),
      async (timeZone, batches, split) => {
        const shop = await openShop(services, { timeZone });
        const sendAll = () =>
          Promise.all(
            batches.map(({ batch, byPage }, n) =>
              byPage ? shop.claim(batch, calls[n % calls.length]) : shop.send(batch, calls[n % calls.length]),
            ),
          );
        const answers = await sendAll();
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        const raw = await readRaw(shop);
        expect(answers.reduce((sum, { body }) => sum + body.accepted, 0)).toBe(raw.length);
        expect(await shown(shop)).toEqual(recount(raw));
        await expectParts(shop, split);
        // Sending all events again changes nothing.
        for (const { body } of await sendAll()) expect(body.accepted).toBe(0);
        expect(await shown(shop)).toEqual(recount(raw));
      },
    ),
    { numRuns: rounds, endOnFailure: false },
  );
}, 600_000);

// biome-ignore lint/suspicious/noExplicitAny: raw events have any shape
type RawRow = { id: string; type: string; at: number; day: string; data: any };

async function readRaw({ tenantId, timeZone }: Shop): Promise<RawRow[]> {
  const { rows } = await services.db.execute<RawRow>(sql`
    select id, type, extract(epoch from occurred_at)::float8 as at, data,
      (occurred_at at time zone ${timeZone})::date::text as day
    from checkout.storefront_event where tenant_id = ${tenantId}`);
  return rows;
}

const claim = /^claim /;
const minor = (amount: number) => Math.round(amount * 100);
const first = (a: RawRow, b: RawRow) => a.at - b.at || (a.id < b.id ? -1 : 1);

const saleTypes = ["offer.accepted", "bundle.purchased", "subscription.created"];
const saleOf = ({ type, data }: RawRow) => JSON.stringify([type, data.order_id, data.bundle_id ?? data.upsell_id]);

/** A sale that a page reported does not count if the server reported it as well. */
function withoutRepeated(raw: RawRow[]): RawRow[] {
  const byServer = new Set(raw.filter(({ id }) => !claim.test(id)).map(saleOf));
  return raw.filter((row) => !(saleTypes.includes(row.type) && claim.test(row.id) && byServer.has(saleOf(row))));
}

function recount(all: RawRow[]) {
  const raw = withoutRepeated(all);
  const of = (type: string, rows = raw) => rows.filter((row) => row.type === type);
  const groups = Map.groupBy(
    raw.filter(({ data }) => data.order_id),
    ({ data }) => data.order_id as string,
  );
  const orders = [...groups.values()].flatMap((rows) => {
    // Orders that only a page reported are not counted.
    const placed = of("order.placed", rows)
      .filter(({ id }) => !claim.test(id))
      .sort(first)[0];
    if (!placed || of("order.cancelled", rows).length > 0) return [];
    const sum = (type: string, field: string) => of(type, rows).reduce((all, { data }) => all + minor(data[field]), 0);
    return [
      {
        day: placed.day,
        revenue: minor(placed.data.total) + sum("order.edited", "amount_changed") - sum("order.refunded", "amount"),
        accepted: of("offer.accepted", rows),
        subscriptions: of("subscription.created", rows),
        bundles: of("bundle.purchased", rows),
        upsells: sum("offer.accepted", "final_price"),
        bundled: sum("bundle.purchased", "bundle_price"),
        subscribed: sum("subscription.created", "price"),
      },
    ];
  });
  const total = (rows: number[]) => rows.reduce((all, n) => all + n, 0);
  const revenue = total(orders.map((order) => order.revenue));
  const upsells = total(orders.map((order) => order.upsells));
  const bundled = total(orders.map((order) => order.bundled));
  const subscribed = total(orders.map((order) => order.subscribed));
  const [seen, taken, refused] = [of("offer.shown"), of("offer.accepted"), of("offer.declined")];
  const charged = orders.flatMap((order) => order.subscriptions.filter(({ data }) => data.price > 0));
  const offers = [
    ...new Set([...seen, ...taken, ...refused, ...charged].map(({ data }) => data.upsell_id as string)),
  ].sort();
  const own = (rows: RawRow[], id: string) => rows.filter(({ data }) => data.upsell_id === id);
  const bundles = [
    ...new Set(orders.flatMap((order) => order.bundles.map(({ data }) => data.bundle_id as string))),
  ].sort();
  const visitors = [...Map.groupBy(of("experiment.exposed"), ({ data }) => data.visitor_id as string)].map(
    ([id, rows]) => ({
      variant: rows.sort((a, b) => a.at - b.at || (a.data.variant < b.data.variant ? -1 : 1))[0]?.data
        .variant as string,
      // What a page calls a conversion needs a confirmed order of the visitor, and no order here names its visitor.
      converted: of("experiment.converted").some((row) => row.data.visitor_id === id && !claim.test(row.id)),
    }),
  );
  return {
    metrics: {
      total_revenue: revenue / 100,
      service_revenue: (upsells + bundled + subscribed) / 100,
      average_order_value: orders.length > 0 ? Math.round(revenue / orders.length) / 100 : 0,
      upsell_acceptance_rate: seen.length > 0 ? Math.min(1, taken.length / seen.length) : 0,
      offers_shown: seen.length,
      orders_with_upsells: orders.filter((order) => order.accepted.length > 0).length,
      total_orders: orders.length,
      currency: "EUR",
    },
    offers: offers.map((id) => ({
      upsell_id: id,
      shown: own(seen, id).length,
      accepted: own(taken, id).length,
      declined: own(refused, id).length,
      revenue:
        total([
          ...orders.flatMap((order) => own(order.accepted, id).map(({ data }) => minor(data.final_price))),
          ...own(charged, id).map(({ data }) => minor(data.price)),
        ]) / 100,
    })),
    bundles: bundles.map((id) => {
      const rows = orders.flatMap((order) => order.bundles.filter(({ data }) => data.bundle_id === id));
      const paid = total(rows.map(({ data }) => minor(data.bundle_price)));
      const full = total(rows.map(({ data }) => minor(data.original_price)));
      return { bundle_id: id, purchases: rows.length, revenue: paid / 100, savings: (full - paid) / 100 };
    }),
    days: [...new Set([...orders.map(({ day }) => day), ...raw.map(({ day }) => day)])]
      .sort()
      .map((day) => ({
        date: day,
        visits: of("visit").filter((row) => row.day === day).length,
        shown: seen.filter((row) => row.day === day).length,
        orders: orders.filter((order) => order.day === day).length,
        total: total(orders.filter((order) => order.day === day).map((order) => order.revenue)) / 100,
        bundles: total(orders.filter((order) => order.day === day).map((order) => order.bundled)) / 100,
      }))
      .filter(({ date: _, ...sums }) => Object.values(sums).some((n) => n !== 0)),
    variants: ["control", "b"].map((name) => {
      const own = visitors.filter(({ variant }) => variant === name);
      return { name, visitors: own.length, conversions: own.filter(({ converted }) => converted).length };
    }),
  };
}

/** A range is the sum of its parts, no matter where in a month they meet. */
async function expectParts({ read }: Shop, split: string) {
  const next = new Date(Date.parse(split) + 86_400_000).toISOString().slice(0, 10);
  const rows = async (type: string, start: string, end: string) =>
    (await read(`/analytics/reports/${type}?start_date=${start}&end_date=${end}`)).body.data as Event[];
  for (const [type, key, fields] of [
    ["upsell_performance", "upsell_id", ["shown", "accepted", "declined", "revenue"]],
    ["bundle_performance", "bundle_id", ["purchases", "revenue", "savings"]],
  ] as const) {
    const sums = (all: Event[]) =>
      [...Map.groupBy(all, (row) => row[key])]
        .map(([id, own]) => [id, ...fields.map((name) => own.reduce((sum, row) => sum + minor(Number(row[name])), 0))])
        .sort();
    const parts = [await rows(type, "2025-01-01", split), await rows(type, next, "2025-12-31")];
    expect(sums(parts.flat())).toEqual(sums(await rows(type, "2025-01-01", "2025-12-31")));
  }
}

/** The same figures as the API returns them. */
async function shown({ read }: Shop) {
  const range = "start_date=2025-01-01&end_date=2025-12-31";
  const report = async (type: string) => (await read(`/analytics/reports/${type}?${range}`)).body;
  const [metrics, offers, bundles, attribution, funnel, results] = await Promise.all([
    read(`/analytics/metrics?${range}`),
    report("upsell_performance"),
    report("bundle_performance"),
    report("revenue_attribution"),
    report("conversion_funnel"),
    read("/experiments/exp_1/results"),
  ]);
  const other = attribution.data.reduce((sum: number, row: { revenue: number }) => sum + minor(row.revenue), 0);
  expect(other).toBe(minor(metrics.body.data.total_revenue));
  for (const field of ["purchases", "revenue", "savings"]) {
    const days = bundles.daily.reduce((sum: number, day: Record<string, number>) => sum + minor(day[field] ?? 0), 0);
    expect(days).toBe(minor(bundles.totals[field]));
  }
  return {
    metrics: metrics.body.data,
    offers: offers.data
      .map(({ upsell_name: _, acceptance_rate: __, ...row }: Event) => row)
      .sort((a: Event, b: Event) => String(a.upsell_id).localeCompare(String(b.upsell_id))),
    bundles: bundles.data
      .map(({ bundle_name: _, bundle_type: __, ...row }: Event) => row)
      .sort((a: Event, b: Event) => String(a.bundle_id).localeCompare(String(b.bundle_id))),
    days: funnel.daily
      .map(({ date, visits, offers_shown, orders }: Event, n: number) => ({
        date,
        visits,
        shown: offers_shown,
        orders,
        total: attribution.daily[n].total,
        bundles: bundles.daily[n].revenue,
      }))
      .filter(({ date: _, ...sums }: Event) => Object.values(sums).some((n) => n !== 0)),
    variants: results.body.variants.map(({ name, visitors, conversions }: Event) => ({ name, visitors, conversions })),
  };
}

describe("batches at the same time", () => {
  test("batches at the same time with the same events count each event once", async () => {
    const shop = await openShop(services);
    for (let round = 0; round < 4; round++) {
      const batch = Array.from({ length: 500 }, (_, n) => [
        make.visit(`v${round}-${n}`),
        make.placed(`p${round}-${n}`, `o${n % 50}`, 10),
      ]).flat();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => shop.send(n % 2 ? batch : batch.toReversed(), calls[n % calls.length])),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
      expect(answers.reduce((sum, { body }) => sum + body.accepted, 0)).toBe(1000);
      expect(answers.reduce((sum, { body }) => sum + body.duplicates, 0)).toBe(7 * 1000);
    }
    const { body } = await shop.read("/analytics/metrics?start_date=2025-06-10&end_date=2025-06-10");
    expect(body.data).toMatchObject({ total_orders: 50, total_revenue: 500 });
  });

  test("batches at the same time with the same orders, visitors and days in any order never deadlock", {
    timeout: 60_000,
  }, async () => {
    const shop = await openShop(services);
    let state = 7;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % below;
    };
    const sent = Array.from({ length: 8 * Math.ceil(rounds / 4) }, (_, n) =>
      Array.from({ length: 60 }, (_, m) => {
        const id = `${n}-${m}`;
        const occurred_at = `2025-06-${10 + random(10)}T10:00:00Z`;
        const order = `o${random(30)}`;
        const made = [
          () => make.placed(id, order, 10),
          () => make.edited(id, order, 1),
          () => make.accepted(id, order, 1, { upsell_id: ["ups_a", "ups_b", "ups_c"][random(3)] }),
          () => make.bundle(id, order, 3, 2, { bundle_id: ["bun_a", "bun_b"][random(2)] }),
          () => make.exposed(id, `v${random(30)}`, ["control", "b"][random(2)] as string),
          () => make.converted(id, `v${random(30)}`),
        ][random(6)] as () => Event;
        return { ...made(), occurred_at };
      }),
    );
    while (sent.length > 0) {
      const answers = await Promise.all(sent.splice(0, 8).map((batch, n) => shop.send(batch, calls[n % calls.length])));
      expect(answers.map(({ status, body }) => [status, body.accepted])).toEqual(Array(8).fill([200, 60]));
    }
    const raw = await readRaw(shop);
    expect(raw.length % 60).toBe(0);
    expect(await shown(shop)).toEqual(recount(raw));
  });
});
