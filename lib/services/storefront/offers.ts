import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { storefront as contract } from "../../contract/storefront.ts";
import { experiment, upsell } from "../../database/schema/checkout.ts";
import { readSettings } from "../checkout/settings.ts";
import type { Context } from "../kernel/context.ts";
import { noteContact } from "./contact.ts";
import { assignVariant } from "./experiments.ts";

export const offers: ResourceHandlers<(typeof contract)["offers"], Context> = {
  /** Triggered offers come first, then newer ones. No offer is for a product that is already in the cart. */
  async list({ query }, { db, tenantId }) {
    const { cart = [], placement, visitor_id } = query;
    const inCart = sql`${sql.param(cart)}::text[]`;
    const [settings, rows, experiments] = await Promise.all([
      readSettings(db, tenantId),
      db
        .select({
          id: upsell.id,
          name: upsell.name,
          productId: upsell.productId,
          discountType: upsell.discountType,
          discountValue: upsell.discountValue,
          placement: upsell.placement,
        })
        .from(upsell)
        .where(
          and(
            eq(upsell.tenantId, tenantId),
            eq(upsell.status, "active"),
            placement === undefined ? undefined : eq(upsell.placement, placement),
            sql`(${upsell.triggerProducts} && ${inCart} or ${upsell.triggerProducts} = '{}')`,
            sql`${upsell.productId} <> all (${inCart})`,
          ),
        )
        .orderBy(desc(sql`${upsell.triggerProducts} && ${inCart}`), desc(upsell.createdAt), asc(upsell.id))
        // The schema of the settings allows at most 20 offers.
        .limit(20),
      visitor_id === undefined
        ? []
        : db
            .select({ id: experiment.id, variants: experiment.variants })
            .from(experiment)
            .where(and(eq(experiment.tenantId, tenantId), eq(experiment.status, "running")))
            .orderBy(asc(experiment.createdAt), asc(experiment.id)),
    ]);
    noteContact(db, tenantId, "asked");
    return {
      offers: rows.slice(0, settings.upsells.max_offers_per_checkout).map((row) => ({
        id: row.id,
        name: row.name,
        product_id: row.productId,
        discount: { type: row.discountType, value: row.discountValue },
        placement: row.placement,
      })),
      experiments: experiments.map(({ id, variants }) => ({
        experiment_id: id,
        variant: assignVariant(id, visitor_id ?? "", variants),
      })),
    };
  },
};
