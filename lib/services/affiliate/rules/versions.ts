import { and, asc, eq, gte, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Program } from "../../../contract/affiliate/program-draft.ts";
import type { Database } from "../../../database/client.ts";
import { programVersion, tenant } from "../../../database/schema/affiliate.ts";

/** The rules in force at some time. Their money is in the currency of the store. */
export type Rules = Program & { version: number; effectiveAt: Date; currency: string };

type Db = Pick<Database, "select">;

const defaults: Program = {
  hold_days: 30,
  attribution_window_days: 30,
  default_commission_type: "percentage",
  default_commission_rate: 10,
  exclude_tax: true,
  exclude_shipping: true,
  excluded_products: [],
  coupons_attribute: true,
  customers_attribute: true,
  recurring_months: null,
  self_referrals: "flag",
  attributing_click: "last",
  coupon_or_click: "coupon",
  product_rates: [],
  category_rates: [],
  new_customer_rate: null,
  returning_customer_rate: null,
  volume_tiers: [],
  group_rates: [],
  first_sale_bonus: null,
  volume_bonuses: [],
  most_per_order: null,
  most_per_month: null,
  minimum_payout: null,
  minimum_payouts: [],
};

export const fromTheBeginning = { version: 1, effectiveAt: new Date(0) };

export function readRules(values: Record<string, unknown> | null | undefined): Program {
  return { ...defaults, ...values };
}

/** Reads all versions that were in force between the first and the last of the times, with one statement. */
export async function rulesAt(db: Db, tenantId: number, times: readonly Date[]): Promise<(at: Date) => Rules> {
  const sorted = times.map((at) => at.getTime()).sort((a, b) => a - b);
  const [first = Date.now()] = sorted;
  const { effectiveAt, version, values, withdrawnAt } = programVersion;
  const since = latest(
    sql`each.effective_at`,
    sql`each.tenant_id = ${tenantId}`,
    sql`${new Date(first).toISOString()}::timestamptz`,
  );
  const rows = await db
    .select({ version, effectiveAt, values, currency: tenant.currency })
    .from(tenant)
    .leftJoin(
      programVersion,
      and(
        eq(programVersion.tenantId, tenant.id),
        isNull(withdrawnAt),
        lte(effectiveAt, new Date(sorted.at(-1) ?? first)),
        gte(effectiveAt, sql`coalesce(${since}, '-infinity')`),
      ),
    )
    .where(eq(tenant.id, tenantId))
    .orderBy(asc(effectiveAt), asc(version));
  const versions = rows.map((row): Rules => {
    const made = row.version === null || row.effectiveAt === null ? fromTheBeginning : (row as typeof fromTheBeginning);
    const { version, effectiveAt } = made;
    return { ...readRules(row.values), version, effectiveAt, currency: row.currency };
  });
  return (at) => versions.findLast((one) => one.effectiveAt <= at) ?? (versions[0] as Rules);
}

export async function readProgram(db: Db, tenantId: number, at = new Date()): Promise<Rules> {
  return (await rulesAt(db, tenantId, [at]))(at);
}

/** A column of the version that was in force at a time. The table is named `each`. */
export const latest = (column: SQL, ofTenant: SQL, at: SQL): SQL => sql`(
  select ${column} from ${programVersion} each
  where ${ofTenant} and each.withdrawn_at is null and each.effective_at <= ${at}
  order by each.effective_at desc, each.version desc limit 1)`;
