import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { upsell } from "../../database/schema/checkout.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { openShop, type Shop } from "../../testing/shop.ts";
import { upsells } from "../checkout/upsells.ts";
import type { Context } from "./context.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

const fill = (tenantId: number, count: number) =>
  services.db.execute(sql`
    insert into checkout.upsell (tenant_id, id, name, product_id, discount_type, discount_value, placement, status, trigger_products)
    select ${tenantId}::int, 'ups_x' || n, 'Offer ' || n, 'p', 'percentage', 10, 'cart', 'active', '{}' from generate_series(1, ${count}::int) n`);

test("a late page of a list that has just grown reads its rows once, although the statistics know of one row for each store", async () => {
  const shops: Shop[] = [];
  for (let n = 0; n < 40; n++) shops.push(await openShop(services));
  await services.db.delete(upsell);
  for (const shop of shops) await fill(shop.tenantId, 1);
  await services.db.execute(sql`vacuum analyze checkout.upsell`);
  const { tenantId } = await openShop(services);
  await fill(tenantId, 3_000);
  const fetched = await services.db.transaction(async (tx) => {
    const context = { db: tx, tenantId, currency: "EUR" } as unknown as Context;
    const { data } = await upsells.list({ query: { page: 140, per_page: 20 } } as never, context);
    expect(data).toHaveLength(20);
    const { rows } = await tx.execute<{ fetched: string }>(
      sql`select idx_tup_fetch as fetched from pg_stat_xact_user_tables where relid = 'checkout.upsell'::regclass`,
    );
    return Number(rows[0]?.fetched);
  });
  expect(fetched).toBeLessThan(30_000);
});
