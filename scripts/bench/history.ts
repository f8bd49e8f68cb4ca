import { offerSums } from "../../lib/services/checkout/reports.ts";
import { query } from "./place.ts";

export const range = { start: "2025-10-01", end: "2026-10-31" };
const days = 396;
const daysOfRange = `generate_series('${range.start}'::date, '${range.end}'::date, '1 day') as day`;

/** Chance rounds the fractions of an expected `mean`. */
const times = (mean: string) => `floor(${mean} + random())`;

// 200 offers and 100 bundles sell equally well. A small shop has days without a bundle; a large one has none.
export async function fillHistory(url: string, tenantId: number, orders: number): Promise<void> {
  const perDay = orders / days;
  await query(
    url,
    `insert into checkout.daily_total (tenant_id, day, visits, offers_shown, offers_accepted, offers_declined, orders,
       orders_with_upsells, revenue, upsell_revenue, bundle_revenue, subscription_revenue, subscriptions)
     select $1, day, n * 30, n * 12, n * 1.2, n * 6, n, n, n * 5000, n * 1200, n * 600, n * 90, n * 0.1
     from (select day, ${times("$2::float8")} as n from ${daysOfRange}) sold`,
    [tenantId, perDay],
  );
  await query(
    url,
    `insert into checkout.daily_upsell (tenant_id, day, upsell_id, shown, accepted, declined, revenue)
     select $1, day, 'ups_' || offer, n, n / 10, n / 2, n * 100
     from (select day, offer, ${times("$2::float8")} as n from ${daysOfRange}, generate_series(0, 199) as offer) sold
     where n > 0`,
    [tenantId, (perDay * 12) / 200],
  );
  await query(
    url,
    `insert into checkout.daily_bundle (tenant_id, day, bundle_id, purchases, revenue, savings)
     select $1, day, 'bun_' || bundle, n, n * 2700, n * 300
     from (select day, bundle, ${times("$2::float8")} as n from ${daysOfRange}, generate_series(0, 99) as bundle) sold
     where n > 0`,
    [tenantId, (perDay * 0.2) / 100],
  );
  await fillSums(url, tenantId);
}

/** Fills the monthly sums, and the sums of all bundles of a day. */
async function fillSums(url: string, tenantId: number): Promise<void> {
  for (const [kind, columns] of Object.entries(offerSums)) {
    await query(
      url,
      `insert into checkout.monthly_${kind} (tenant_id, month, ${kind}_id, ${columns.join(", ")})
       select tenant_id, date_trunc('month', day), ${kind}_id, ${columns.map((column) => `sum(${column})`).join(", ")}
       from checkout.daily_${kind} where tenant_id = $1 group by 1, 2, 3`,
      [tenantId],
    );
  }
  await query(
    url,
    `update checkout.daily_total known set bundle_purchases = sums.purchases, bundle_savings = sums.savings
     from (select day, sum(purchases) as purchases, sum(savings) as savings from checkout.daily_bundle
       where tenant_id = $1 group by day) sums
     where known.tenant_id = $1 and known.day = sums.day`,
    [tenantId],
  );
}

/** Inserts in portions, so that the disk keeps up. */
export async function fillOrders(url: string, tenantId: number, orders: number): Promise<void> {
  const portion = 500_000;
  for (let from = 0; from < orders; from += portion) {
    await query(
      url,
      `insert into checkout.order (tenant_id, id, platform_order_id, customer_id, placed_at, placed_by, day, total,
         upsells_accepted, bundles_purchased)
       select $1, 'ord_' || n, '#' || n, 'cus_' || n % 1000000, at, 'evt_' || n, at::date, 5000, '{ups_1}', '{}'
       from (select n, '${range.start}'::timestamptz + (n % ${days * 1440}) * interval '1 minute' as at
         from generate_series($2::int, $3::int - 1) as n) placed`,
      [tenantId, from, Math.min(orders, from + portion)],
    );
  }
}
