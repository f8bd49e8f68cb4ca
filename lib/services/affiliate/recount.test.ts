import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commission, payout } from "../../database/schema/affiliate-money.ts";
import { click, type LineItem, order } from "../../database/schema/affiliate-sales.ts";
import { addDays, dayIn } from "../../days.ts";
import { daysOf, type Range } from "../../ranges.ts";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { previousOf } from "./summary.ts";
import type { CommissionRow, OrderRow, PayoutRow } from "./sums-of-records.ts";
import { split } from "./sums-of-records.ts";

// Analytics equal the figures of a recount that reads every record and adds up.

/** More rounds for `npm run soak`. */
const rounds = Number(process.env.SOAK_ROUNDS ?? 2);

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

const people = 3;
const hour = 3_600_000;
const quarter = fc.integer({ min: 0, max: 6 * 24 * 4 - 1 });
const person = fc.nat({ max: people - 1 });
const any = fc.nat({ max: 1_000 });
const currency = fc.constantFrom("EUR", "USD");
const lines = fc.array(
  fc.record({
    product: fc.nat({ max: 2 }),
    quantity: fc.integer({ min: 1, max: 3 }),
    price: fc.integer({ min: 0, max: 5_000 }),
  }),
  { maxLength: 3 },
);
const fact = fc.oneof(
  fc.record({ kind: fc.constant("click"), person, quarter, isBot: fc.boolean(), converted: fc.boolean() }),
  fc.record({ kind: fc.constant("order"), person, quarter, currency, lines, tax: fc.nat({ max: 500 }) }),
  fc.record({
    kind: fc.constant("payout"),
    person,
    quarter,
    currency,
    amount: fc.nat({ max: 900 }),
    paid: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("refund"), any, part: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant("cancel"), any }),
  fc.record({ kind: fc.constant("move"), any, person }),
  fc.record({ kind: fc.constant("review"), any, status: fc.constantFrom("approved", "rejected") }),
  fc.record({ kind: fc.constant("clawback"), any, amount: fc.nat({ max: 300 }) }),
  fc.record({ kind: fc.constant("settle"), any, quarter }),
);
type Fact = typeof fact extends fc.Arbitrary<infer F> ? F : never;

/** Each range lies around a night on which the local clocks change, in Cairo and Santiago at midnight. */
const places: [timeZone: string, from: string][] = [
  ["Europe/Berlin", "2026-03-26"],
  ["America/New_York", "2025-10-30"],
  ["Africa/Cairo", "2026-04-21"],
  ["America/Santiago", "2026-04-02"],
  ["Pacific/Kiritimati", "2026-02-26"],
];

test.each(places)(
  "in %s from %s",
  async (timeZone, from) => {
    const days = fc.tuple(fc.nat({ max: 7 }), fc.nat({ max: 7 }));
    await fc.assert(
      fc.asyncProperty(fc.array(fact, { minLength: 25, maxLength: 50 }), days, async (facts, [one, other]) => {
        const program = await openProgram(services, timeZone);
        const ids = await happen(program, from, facts);
        const [start, end] = [Math.min(one, other), Math.max(one, other)].map((n) => addDays(from, n - 1));
        await compare(program, ids, { start: start as string, end: end as string });
        // Each contains a whole month, and begins or ends on a day with facts.
        await compare(program, ids, { start: addDays(from, -61), end: end as string });
        await compare(program, ids, { start: start as string, end: addDays(from, 61) });
      }),
      { numRuns: rounds, endOnFailure: true },
    );
  },
  60_000 + rounds * 5_000,
);

async function happen(program: Program, from: string, facts: Fact[]): Promise<string[]> {
  const ids: string[] = [];
  const links: string[] = [];
  for (let n = 0; n < people; n++) {
    ids.push((await program.affiliate({ currency: n === 2 ? "USD" : "EUR" })).id);
    links.push((await program.link(ids[n] as string)).id);
  }
  const orders: OrderRow[] = [];
  const commissions: CommissionRow[] = [];
  const payouts: PayoutRow[] = [];
  const at = (quarters: number) => new Date(Date.parse(from) + (quarters * hour) / 4);
  const nth = <T>(rows: T[], n: number): [T | undefined, number] => [rows[n % rows.length], n % rows.length];
  for (const fact of facts) {
    if (fact.kind === "click") {
      const orderId = fact.converted ? "ord_x" : null;
      const more = { occurredAt: at(fact.quarter), isBot: fact.isBot, orderId };
      await program.insertClick(links[fact.person] as string, ids[fact.person] as string, more);
    } else if (fact.kind === "order") {
      const lineItems = fact.lines.map(
        ({ product, quantity, price }): LineItem => ({ product_id: `p${product}`, quantity, unit_price: price }),
      );
      const subtotal = lineItems.reduce((sum, line) => sum + line.quantity * line.unit_price, 0);
      const createdAt = at(fact.quarter);
      const affiliateId = ids[fact.person] as string;
      const day = dayIn(program.timeZone, createdAt);
      const common = { createdAt, day, currency: fact.currency };
      const money = { subtotal, tax: fact.tax, total: subtotal + fact.tax };
      const row = await program.insertOrder({ ...common, ...money, affiliateId, linkId: null, lineItems });
      orders.push(row);
      const amount = Math.round(subtotal / 7);
      const shares = split(
        amount,
        lineItems.map((line) => line.quantity * line.unit_price),
      );
      const products = Object.fromEntries(lineItems.map(({ product_id }) => [product_id, 0]));
      for (const [n, share] of shares.entries()) {
        const id = lineItems[n]?.product_id as string;
        products[id] = (products[id] ?? 0) + share;
      }
      commissions.push(await program.insertCommission(affiliateId, { ...common, orderId: row.id, amount, products }));
    } else if (fact.kind === "payout") {
      const paid = fact.paid ? { status: "paid" as const, paidAt: at(fact.quarter) } : {};
      const { amount, currency } = fact;
      payouts.push(await program.insertPayout(ids[fact.person] as string, { amount, currency, ...paid }));
    } else if (fact.kind === "refund" || fact.kind === "cancel" || fact.kind === "move") {
      const [row, index] = nth(orders, fact.any);
      if (!row || row.status === "cancelled") continue;
      const refundedAmount = fact.kind === "refund" ? Math.floor((row.total * fact.part) / 4) : row.refundedAmount;
      const refunded = {
        status: refundedAmount < row.total ? "partially_refunded" : "refunded",
        refundedAmount,
      } as const;
      const columns =
        fact.kind === "move"
          ? { affiliateId: ids[fact.person] as string }
          : fact.kind === "refund"
            ? refunded
            : { status: "cancelled" as const };
      orders[index] = await program.change("order", row, columns);
    } else if (fact.kind === "review") {
      const [row, index] = nth(commissions, fact.any);
      if (row?.status !== "pending") continue;
      const review = { status: fact.status as "approved" | "rejected", reviewedAt: new Date() };
      commissions[index] = await program.change("commission", row, review);
    } else if (fact.kind === "clawback") {
      const [row] = nth(commissions, fact.any);
      if (row?.status !== "approved") continue;
      const { createdAt, day, currency } = row;
      const back = { createdAt, day, currency, amount: -fact.amount, type: "clawback", status: "approved" } as const;
      await program.insertCommission(row.affiliateId, back);
    } else {
      const [row, index] = nth(payouts, fact.any);
      if (row?.status !== "pending") continue;
      payouts[index] = await program.change("payout", row, { status: "paid", paidAt: at(fact.quarter) });
    }
  }
  return ids;
}

async function compare(program: Program, ids: string[], range: Range): Promise<void> {
  const { tenantId, timeZone } = program;
  const rowsOf = <T extends typeof order | typeof commission | typeof payout | typeof click>(table: T) =>
    services.db
      .select()
      .from(table as typeof order)
      .where(eq(table.tenantId, tenantId)) as unknown as Promise<T["$inferSelect"][]>;
  const facts = {
    orders: (await rowsOf(order)).filter(({ status }) => status !== "cancelled"),
    commissions: (await rowsOf(commission)).filter(({ status }) => status !== "rejected"),
    paid: (await rowsOf(payout)).filter(({ status }) => status === "paid"),
    clicks: (await rowsOf(click)).filter(({ isBot }) => !isBot),
  };
  const within =
    ({ start, end }: Range) =>
    (at: Date) =>
      dayIn(timeZone, at) >= start && dayIn(timeZone, at) <= end;

  const recount = (wanted: Range, whose?: string) => {
    const own = (row: { affiliateId: string | null }) => whose === undefined || row.affiliateId === whose;
    const clicks = facts.clicks.filter((row) => own(row) && within(wanted)(row.occurredAt)).length;
    const orders = facts.orders.filter((row) => own(row) && within(wanted)(row.createdAt));
    const commissions = facts.commissions.filter((row) => own(row) && within(wanted)(row.createdAt));
    const paid = facts.paid.filter((row) => own(row) && within(wanted)(row.paidAt as Date));
    const totals = ["EUR", "USD"].map((currency) => {
      const of = <R extends { currency: string }>(rows: R[]) => rows.filter((row) => row.currency === currency);
      const add = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);
      const count = of(orders).length;
      const revenue = add(of(orders).map((row) => row.total - row.refundedAmount));
      const ofStatus = (status: string) =>
        add(of(commissions).flatMap((row) => (row.status === status ? [row.amount] : [])));
      const earned = ofStatus("pending") + ofStatus("approved");
      return {
        currency,
        orders: count,
        revenue,
        refunded: add(of(orders).map((row) => row.refundedAmount)),
        commissions: earned,
        pending_commissions: ofStatus("pending"),
        approved_commissions: ofStatus("approved"),
        paid_commissions: add(of(paid).map(({ amount }) => amount)),
        ...(count > 0 && {
          average_order_value: Math.round(revenue / count),
          refund_rate: of(orders).filter((row) => row.refundedAmount > 0).length / count,
        }),
        ...(clicks > 0 && { epc: Math.round((earned * 100) / clicks) / 100 }),
      };
    });
    const rate = clicks > 0 ? { conversion_rate: Math.min(1, orders.length / clicks) } : {};
    return { clicks, orders: orders.length, ...rate, totals };
  };
  // A currency in which everything is zero may have an entry or none, because approved and clawed back may cancel out.
  const isNothing = (row: Record<string, unknown>) =>
    Object.values(row).every((value) => typeof value !== "number" || value === 0);
  const kept = <T extends { totals: Record<string, unknown>[] }>({ totals, ...rest }: T) => ({
    ...rest,
    totals: totals
      .map(({ unpaid_balance: _, pending_balance: __, ...row }): Record<string, unknown> => row)
      .filter((row) => !isNothing(row))
      // JSON has no minus zero.
      .map((row) => JSON.parse(JSON.stringify(row))),
  });

  const asked = `start_date=${range.start}&end_date=${range.end}`;
  const { data } = (await program.call("GET", `/analytics/summary?${asked}`)).body;
  expect(kept(data)).toMatchObject(kept(recount(range)));
  expect(kept(data).totals).toEqual(kept(recount(range)).totals);
  const previous = previousOf(range);
  expect(kept(data.previous)).toEqual({ ...kept(recount(previous)), period: previous });
  expect(data.daily.map(kept)).toEqual(
    daysOf(range).map((day) => ({ day, ...kept(recount({ start: day, end: day })) })),
  );
  const clock = new Intl.DateTimeFormat("en", { timeZone, weekday: "short", hour: "numeric", hourCycle: "h23" });
  const hours = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map((weekday) =>
    Array.from({ length: 24 }, (_, hour) => {
      const isThen = ({ occurredAt }: { occurredAt: Date }) => {
        const told = new Map(clock.formatToParts(occurredAt).map(({ type, value }) => [type, value]));
        return within(range)(occurredAt) && told.get("weekday") === weekday && Number(told.get("hour")) === hour;
      };
      return facts.clicks.filter(isThen).length;
    }),
  );
  expect(data.clicks_by_hour).toEqual(hours);
  const always = { start: "1970-01-01", end: "2099-01-01" };
  for (const { currency, unpaid_balance, pending_balance } of data.totals) {
    const all = recount(always).totals.find((row) => row.currency === currency);
    expect(unpaid_balance).toBe((all?.approved_commissions ?? 0) - (all?.paid_commissions ?? 0));
    expect(pending_balance).toBe(all?.pending_commissions ?? 0);
  }

  const { data: rows, pagination } = (await program.call("GET", `/analytics/affiliates?${asked}&per_page=100`)).body;
  expect(pagination.total).toBe(rows.length);
  type Row = Record<string, number> & { affiliate_id: string; currency: string };
  for (const id of ids) {
    const mine = recount(range, id);
    const theirs = (rows as Row[]).filter((row) => row.affiliate_id === id);
    expect(theirs.length).toBeGreaterThan(0);
    for (const { currency, orders, revenue, commissions, average_order_value, refund_rate, epc } of mine.totals) {
      const row = theirs.find((one) => one.currency === currency);
      if (orders === 0 && commissions === 0 && !row) continue;
      const conversion_rate = mine.clicks > 0 ? Math.min(1, orders / mine.clicks) : undefined;
      const figures = { clicks: mine.clicks, orders, revenue, conversion_rate, average_order_value, refund_rate };
      expect(row).toMatchObject(JSON.parse(JSON.stringify({ ...figures, commissions, epc })));
      if (mine.clicks === 0) expect(row).not.toHaveProperty("conversion_rate");
    }
  }

  const products = (await program.call("GET", `/analytics/products?${asked}&per_page=100`)).body.data as (Row & {
    product_id: string;
  })[];
  for (const product of ["p0", "p1", "p2"]) {
    for (const currency of ["EUR", "USD"]) {
      const expected = { quantity: 0, orders: 0, revenue: 0, commissions: 0 };
      for (const row of facts.orders.filter((one) => one.currency === currency && within(range)(one.createdAt))) {
        const weights = row.lineItems.map((line) => line.quantity * line.unit_price);
        const shares = split(Math.max(0, row.subtotal - row.discount - row.refundedAmount), weights);
        const own = row.lineItems
          .map((line, n) => ({ ...line, share: shares[n] ?? 0 }))
          .filter((line) => line.product_id === product);
        expected.orders += own.length > 0 ? 1 : 0;
        for (const { quantity, share } of own) {
          expected.quantity += quantity;
          expected.revenue += share;
        }
      }
      for (const row of facts.commissions) {
        if (row.currency === currency && within(range)(row.createdAt))
          expected.commissions += row.products[product] ?? 0;
      }
      const row = products.find((one) => one.product_id === product && one.currency === currency);
      if (Object.values(expected).some(Boolean)) expect(row).toMatchObject(expected);
      else expect(row).toBeUndefined();
    }
  }
}
