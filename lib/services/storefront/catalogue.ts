import { and, eq, inArray } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { StorefrontEvent } from "../../contract/storefront.ts";
import type { Database } from "../../database/client.ts";
import { bundle, experiment, upsell } from "../../database/schema/checkout.ts";

type ById<T extends PgTable> = Map<string, T["$inferSelect"]>;
type Bundle = { id: string; name: string; type: "fixed" | "mix_match" | "build_a_box" };
export type Catalogue = {
  upsells: ById<typeof upsell>;
  bundles: ReadonlyMap<string, Bundle>;
  experiments: ById<typeof experiment>;
};
export type StoredBundle = Bundle & typeof bundle.$inferSelect;
export type StoredCatalogue = Omit<Catalogue, "bundles"> & { bundles: ReadonlyMap<string, StoredBundle> };

export async function readCatalogue(
  db: Pick<Database, "select">,
  tenantId: number,
  events: readonly StorefrontEvent[],
): Promise<StoredCatalogue> {
  const named = async <T extends PgTable & { tenantId: PgColumn; id: PgColumn }>(
    field: "upsell_id" | "bundle_id" | "experiment_id",
    table: T,
  ): Promise<ById<T>> => {
    const ids = new Set(events.flatMap((event) => (field in event ? [(event as never)[field] as string] : [])));
    if (ids.size === 0) return new Map();
    const rows = (await db
      .select()
      .from(table as PgTable)
      .where(and(eq(table.tenantId, tenantId), inArray(table.id, [...ids])))) as (T["$inferSelect"] & { id: string })[];
    return new Map(rows.map((row) => [row.id, row]));
  };
  const [upsells, bundles, experiments] = await Promise.all([
    named("upsell_id", upsell),
    named("bundle_id", bundle),
    named("experiment_id", experiment),
  ]);
  return { upsells, bundles: bundles as Map<string, StoredBundle>, experiments };
}
