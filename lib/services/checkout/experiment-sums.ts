import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../database/client.ts";
import { experimentSum } from "../../database/schema/checkout-sales.ts";

/** By experiment and variant, over all days. */
export function readCounts(db: Pick<Database, "select">, tenantId: number, experimentIds: readonly string[]) {
  return db
    .select({
      experimentId: experimentSum.experimentId,
      variant: experimentSum.variant,
      visitors: sql`sum(${experimentSum.visitors})`.mapWith(Number),
      conversions: sql`sum(${experimentSum.conversions})`.mapWith(Number),
    })
    .from(experimentSum)
    .where(
      and(
        eq(experimentSum.tenantId, tenantId),
        inArray(experimentSum.experimentId, [...experimentIds]),
        eq(experimentSum.segment, ""),
      ),
    )
    .groupBy(experimentSum.experimentId, experimentSum.variant);
}
