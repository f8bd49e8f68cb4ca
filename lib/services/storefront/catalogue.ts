import { and, eq, inArray } from "drizzle-orm";
import type { StorefrontEvent } from "../../contract/storefront.ts";
import type { Database } from "../../database/client.ts";
import { bundle, experiment, upsell } from "../../database/schema/checkout.ts";

type Upsell = Pick<
  typeof upsell.$inferSelect,
  "id" | "name" | "productId" | "discountType" | "discountValue" | "placement"
>;
type Bundle = { id: string; name: string; type: "fixed" | "mix_match" | "build_a_box" };
type Experiment = Pick<typeof experiment.$inferSelect, "id" | "status" | "variants" | "endedAt">;

export type Catalogue = {
  upsells: Map<string, Upsell>;
  bundles: Map<string, Bundle>;
  experiments: Map<string, Experiment>;
};

export async function readCatalogue(
  db: Pick<Database, "select">,
  tenantId: number,
  events: readonly StorefrontEvent[],
): Promise<Catalogue> {
  const named = (field: "upsell_id" | "bundle_id" | "experiment_id") => [
    ...new Set(events.flatMap((event) => (field in event ? [(event as never)[field] as string] : []))),
  ];
  const [upsellIds, bundleIds, experimentIds] = [named("upsell_id"), named("bundle_id"), named("experiment_id")];
  const [upsells, bundles, experiments] = await Promise.all([
    upsellIds.length === 0
      ? []
      : db
          .select({
            id: upsell.id,
            name: upsell.name,
            productId: upsell.productId,
            discountType: upsell.discountType,
            discountValue: upsell.discountValue,
            placement: upsell.placement,
          })
          .from(upsell)
          .where(and(eq(upsell.tenantId, tenantId), inArray(upsell.id, upsellIds))),
    bundleIds.length === 0
      ? []
      : db
          .select({ id: bundle.id, name: bundle.name, type: bundle.type })
          .from(bundle)
          .where(and(eq(bundle.tenantId, tenantId), inArray(bundle.id, bundleIds))),
    experimentIds.length === 0
      ? []
      : db
          .select({
            id: experiment.id,
            status: experiment.status,
            variants: experiment.variants,
            endedAt: experiment.endedAt,
          })
          .from(experiment)
          .where(and(eq(experiment.tenantId, tenantId), inArray(experiment.id, experimentIds))),
  ]);
  return { upsells: byId(upsells), bundles: byId(bundles as Bundle[]), experiments: byId(experiments) };
}

function byId<T extends { id: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.id, row]));
}
