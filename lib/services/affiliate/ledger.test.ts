import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commission, payout } from "../../database/schema/affiliate-money.ts";
import { order } from "../../database/schema/affiliate-sales.ts";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { rebuildSums } from "../../testing/affiliate/rebuild.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { Ledger } from "./ledger.ts";
import type { CommissionRow, OrderRow, PayoutRow } from "./sums-of-records.ts";
import { split } from "./sums-of-records.ts";

let services: TestServices;
let program: Program;

beforeAll(async () => {
  services = await openTestServices();
  program = await openProgram(services);
});
afterAll(() => services.close());

const rowsOf = async (table: string) => {
  const { rows } = await services.db.execute(sql`
    select to_jsonb(t) - 'tenant_id' as row from ${sql.raw(`affiliate.${table}`)} t where tenant_id = ${program.tenantId}`);
  const zero = (row: Record<string, unknown>) =>
    Object.values(row).every((value) => typeof value !== "number" || value === 0);
  // A count that was added and taken back equals no count at all.
  const kept = rows
    .map(({ row }) => row as Record<string, unknown>)
    .filter((row) => !("count" in row ? row.count === 0 : zero(row)));
  return kept.map((row) => JSON.stringify(row)).sort();
};
const tables = [
  "record_count",
  "affiliate_total",
  "link_total",
  "product",
  "daily_total",
  "daily_affiliate",
  "monthly_affiliate",
  "daily_product",
  "daily_product_commission",
  "daily_click",
  "monthly_click",
  "daily_click_total",
];
const allSums = async () =>
  Object.fromEntries(await Promise.all(tables.map(async (name) => [name, await rowsOf(name)])));

test("the sums after many changes equal the sums of the records", async () => {
  const { db } = services;
  const { tenantId, timeZone } = program;
  const [a, b] = [await program.affiliate(), await program.affiliate({ currency: "USD" })];
  const link = await program.link(a.id);
  const lineItems = [
    { product_id: "boots", name: "Boots", quantity: 2, unit_price: 3_333 },
    { product_id: "socks", quantity: 1, unit_price: 334 },
    { product_id: "boots", quantity: 1, unit_price: 3_000 },
  ];
  const facts = { affiliateId: a.id, linkId: link.id, lineItems };
  const placed = await program.insertOrder(facts);
  await program.insertOrder({ ...facts, status: "cancelled", currency: "USD" });
  const nobodys = await program.insertOrder();
  const products = { boots: 600, socks: 100 };
  const earned = await program.insertCommission(a.id, { orderId: placed.id, amount: 700, products });
  await program.insertCommission(b.id, { type: "clawback", status: "approved", amount: -50, currency: "USD" });
  const paid = await program.insertPayout(a.id, { amount: 700 });

  const at = new Date("2026-03-28T23:30:00Z");
  await db.transaction(async (tx) => {
    const ledger = new Ledger({ timeZone });
    const where = (table: typeof order | typeof commission | typeof payout, id: string) =>
      sql`${table.tenantId} = ${tenantId} and ${table.id} = ${id}`;
    const [refunded] = (await tx
      .update(order)
      .set({ status: "partially_refunded", refundedAmount: 2_500 })
      .where(where(order, placed.id))
      .returning()) as [OrderRow];
    ledger.order(placed, refunded);
    const [found] = (await tx
      .update(order)
      .set({ affiliateId: b.id, attributedAt: at })
      .where(where(order, nobodys.id))
      .returning()) as [OrderRow];
    ledger.order(nobodys, found);
    const [approved] = (await tx
      .update(commission)
      .set({ status: "approved", reviewedAt: at })
      .where(where(commission, earned.id))
      .returning()) as [CommissionRow];
    ledger.commission(earned, approved);
    const [settled] = (await tx
      .update(payout)
      .set({ status: "paid", paidAt: at })
      .where(where(payout, paid.id))
      .returning()) as [PayoutRow];
    ledger.payout(paid, settled);
    await ledger.write(tx, tenantId);
  });

  const kept = await allSums();
  expect(kept.affiliate_total.map((row: string) => JSON.parse(row))).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        affiliate_id: a.id,
        currency: "EUR",
        orders: 1,
        revenue: 7_500,
        approved: 700,
        paid: 700,
      }),
      expect.objectContaining({ affiliate_id: b.id, currency: "USD", clawed_back: 50, unpaid_balance: -50 }),
    ]),
  );
  // The day of the payment, in the store's time zone.
  expect(kept.daily_total.map((row: string) => JSON.parse(row))).toEqual(
    expect.arrayContaining([expect.objectContaining({ day: "2026-03-29", currency: "EUR", paid: 700 })]),
  );
  // 7,500 of 10,000 are left and are spread over the lines by their amounts.
  expect(kept.daily_product.map((row: string) => JSON.parse(row))).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        product_id: "boots",
        status: "partially_refunded",
        orders: 1,
        quantity: 3,
        revenue: 7_250,
      }),
      expect.objectContaining({
        product_id: "socks",
        status: "partially_refunded",
        orders: 1,
        quantity: 1,
        revenue: 250,
      }),
    ]),
  );
  await rebuildSums(db, program);
  expect(await allSums()).toEqual(kept);
});

test("concurrent changes leave exact sums and never deadlock", async () => {
  const { id } = await program.affiliate();
  const link = await program.link(id);
  await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      if (n % 2) await program.countClicks(link.id, id, 2);
      else await program.insertCommission(id, { status: "approved", amount: 5 });
    }),
  );
  const { body } = await program.call("GET", `/affiliates/${id}`);
  expect(body).toMatchObject({ total_clicks: 40, unpaid_balance: 100 });
});

describe("arithmetic", () => {
  test("a split adds up, and each part is within one unit of its exact share", () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), weights, (amount, parts) => {
        const shares = split(amount, parts);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount);
        const all = parts.reduce((sum, part) => sum + part, 0);
        if (all === 0) return;
        for (const [n, share] of shares.entries()) {
          expect(Math.abs(share - (amount * (parts[n] as number)) / all)).toBeLessThanOrEqual(1.001);
        }
      }),
    );
    expect(split(5, [])).toEqual([]);
  });
});
