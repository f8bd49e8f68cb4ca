import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import type { orders as contract } from "../../contract/checkout/orders.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { ApiError } from "../../contract/errors.ts";
import { order } from "../../database/schema/checkout-sales.ts";
import type { Context } from "../kernel/context.ts";
import { toMajor } from "../kernel/money.ts";

export const orders: ResourceHandlers<(typeof contract)["orders"], Context> = {
  /** By the service's id or the platform's: people have either at hand. The service's own wins. */
  async get({ params }, { db, tenantId, currency }) {
    const [row] = await db
      .select()
      .from(order)
      .where(
        and(
          eq(order.tenantId, tenantId),
          or(eq(order.id, params.id), eq(order.platformOrderId, params.id)),
          isNotNull(order.placedAt),
        ),
      )
      .orderBy(sql`${order.id} = ${params.id} desc`)
      .limit(1);
    if (!row) throw new ApiError(404, "not_found", `Order ${params.id} does not exist.`);
    const revenue = row.cancelled ? 0 : row.upsellRevenue + row.bundleRevenue + row.subscriptionRevenue;
    return {
      order_id: row.id,
      platform_order_id: row.platformOrderId ?? "",
      service_data: {
        upsells_accepted: row.upsellsAccepted,
        bundles_purchased: row.bundlesPurchased,
        service_revenue: toMajor(revenue, currency),
        ...(row.experimentVariant !== null && { experiment_variant: row.experimentVariant }),
      },
      currency,
    };
  },
};
