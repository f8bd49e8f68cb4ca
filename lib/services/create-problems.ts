import { and, eq, inArray, isNull } from "drizzle-orm";
import type { FieldError } from "../contract/errors.ts";
import type { Database } from "../database/client.ts";
import { affiliate } from "../database/schema/affiliate.ts";
import { problemsOfAffiliate } from "./affiliate/affiliates.ts";
import { noSuchAffiliate } from "./affiliate/links.ts";
import { readProgram } from "./affiliate/rules/versions.ts";
import { problemsOfBundle } from "./checkout/bundles.ts";
import { chainProblems } from "./checkout/upsell-chains.ts";
import { problemsOfUpsell } from "./checkout/upsells.ts";
import type { Mode } from "./kernel/context.ts";
import { findTenant } from "./tenants.ts";

type Place = { storeId: string; mode: Mode };
// Each body has passed the contract of its resource.
// biome-ignore lint/suspicious/noExplicitAny: bodies of several resources
type Body = any;

/** What these services would refuse if the records were created, in the order of the bodies. Nothing is created. */
export async function createProblems(
  db: Database,
  { storeId, mode }: Place,
  resource: string,
  bodies: readonly Body[],
): Promise<FieldError[][]> {
  if (resource === "upsells") {
    const { id: tenantId } = await findTenant(db, "checkout", storeId, mode);
    const inChains = await chainProblems(db, tenantId, bodies);
    return bodies.map((body, at) => [...problemsOfUpsell(body), ...(inChains[at] ?? [])]);
  }
  if (resource === "bundles") return bodies.map(problemsOfBundle);
  if (resource !== "affiliates" && resource !== "links") return bodies.map(() => []);
  const { id: tenantId } = await findTenant(db, "affiliate", storeId, mode);
  if (resource === "affiliates") {
    const program = await readProgram(db, tenantId);
    return bodies.map((body) => problemsOfAffiliate(body, program));
  }
  const ids = [...new Set(bodies.map(({ affiliate_id }) => affiliate_id as string))];
  const rows = await db
    .select({ id: affiliate.id })
    .from(affiliate)
    .where(and(eq(affiliate.tenantId, tenantId), inArray(affiliate.id, ids), isNull(affiliate.deletedAt)));
  const known = new Set(rows.map(({ id }) => id));
  return bodies.map(({ affiliate_id }) => (known.has(affiliate_id) ? [] : [noSuchAffiliate]));
}
