import { and, arrayContains, arrayOverlaps, eq, gte, lt, not, or, type SQL, sql } from "drizzle-orm";
import type { orderSorts, orderStatuses } from "../../contract/checkout/order-words.ts";
import type { orders as contract } from "../../contract/checkout/orders.ts";
import type { Parsed } from "../../contract/define.ts";
import { bundle, product, upsell } from "../../database/schema/checkout.ts";
import { offerRevenue, order, orderValue } from "../../database/schema/checkout-sales.ts";
import { addDays, startOfDay } from "../../days.ts";
import type { Context } from "../kernel/context.ts";
import { toPattern } from "../kernel/lists.ts";

type Query = Parsed<(typeof contract)["orders"]["list"]>["query"];

/** A search for a part of a title finds the orders of this many products. */
const mostProducts = 200;

export const byEitherId = (id: string) => or(eq(order.id, id), eq(order.platformOrderId, id));

export const sorts: Record<(typeof orderSorts)[number], SQL> = {
  placed_at: sql`${order.placedAt}`,
  total: orderValue(order),
  service_revenue: offerRevenue(order),
};

const statuses: Record<(typeof orderStatuses)[number], SQL | undefined> = {
  placed: and(not(sql`${order.cancelled}`), eq(order.refunded, 0)),
  refunded: and(not(sql`${order.cancelled}`), sql`${order.refunded} <> 0`),
  cancelled: sql`${order.cancelled}`,
};

export async function matching(query: Query, context: Context): Promise<SQL | undefined> {
  const { search, start_date, end_date, status, confirmed, upsell_id, bundle_id, variant } = query;
  const { timeZone } = context;
  return and(
    search === undefined ? undefined : await found(search, context),
    start_date === undefined ? undefined : gte(order.placedAt, startOfDay(timeZone, start_date)),
    end_date === undefined ? undefined : lt(order.placedAt, startOfDay(timeZone, addDays(end_date, 1))),
    status && statuses[status],
    confirmed && (confirmed === "true" ? sql`${order.confirmed}` : not(sql`${order.confirmed}`)),
    upsell_id === undefined ? undefined : arrayContains(order.upsellsAccepted, [upsell_id]),
    bundle_id === undefined ? undefined : arrayContains(order.bundlesPurchased, [bundle_id]),
    variant === undefined ? undefined : eq(order.experimentVariant, variant),
  );
}

/** Products are looked up first, and with them the offers and bundles that contain them, so that an index finds the orders. */
async function found(search: string, { db, tenantId }: Context): Promise<SQL | undefined> {
  const titled = await db
    .select({ id: product.id })
    .from(product)
    .where(and(eq(product.tenantId, tenantId), sql`${product.title} ilike ${toPattern(search)}`))
    .limit(mostProducts);
  const products = [...new Set([search, ...titled.map(({ id }) => id)])];
  const among = sql`(select json_array_elements_text(${JSON.stringify(products)}::json))`;
  const [upsells, bundles] = await Promise.all([
    db
      .select({ id: upsell.id })
      .from(upsell)
      .where(and(eq(upsell.tenantId, tenantId), sql`${upsell.productId} in ${among}`)),
    db
      .select({ id: bundle.id })
      .from(bundle)
      .where(
        and(
          eq(bundle.tenantId, tenantId),
          sql`exists (select from jsonb_to_recordset(${bundle.products}) as part (product_id text) where product_id in ${among})`,
        ),
      ),
  ]);
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  return or(
    byEitherId(search),
    eq(order.customerId, search),
    arrayOverlaps(order.products, products),
    upsells.length === 0 ? undefined : arrayOverlaps(order.upsellsAccepted, idsOf(upsells)),
    bundles.length === 0 ? undefined : arrayOverlaps(order.bundlesPurchased, idsOf(bundles)),
  );
}
