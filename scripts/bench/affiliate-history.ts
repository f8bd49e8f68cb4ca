import { sql } from "drizzle-orm";
import type { Database } from "../../lib/database/client.ts";
import { rebuildSums } from "../../lib/services/affiliate/rebuild.ts";
import { createApiKey, provision } from "../../lib/services/tenants.ts";

export type Store = { storeId: string; tenantId: number; key: string };
type History = { commissions: number; days: number };

const affiliates = 50;
const ordersShare = 10;
const first = "2023-01-01";

export async function fillProgram(db: Database, storeId: string, { commissions, days }: History): Promise<Store> {
  await provision(db, { storeId, currency: "EUR", timeZone: "UTC" });
  const scopes = ["read:commissions", "read:affiliate_analytics"];
  const { key } = await createApiKey(db, { storeId, mode: "live", name: "Bench", scopes });
  const { rows } = await db.$client.query("select id from affiliate.tenant where store_id = $1 and mode = 'live'", [
    storeId,
  ]);
  const tenantId = rows[0].id as number;
  const id = sql`'aff_' || n % ${affiliates}::int`;
  const begin = sql.raw(`timestamptz '${first}T00:00Z'`);
  const at = sql`(${begin} + n::float8 / ${commissions}::int * ${days}::int * interval '1 day')`;
  const day = sql`(${at} at time zone 'UTC')::date`;
  await db.execute(sql`
    insert into affiliate.affiliate (tenant_id, id, email, first_name, last_name, status, referral_code,
      commission_type, commission_rate, currency)
    select ${tenantId}, ${id}, 'a' || n || '@example.com', 'A', 'B', 'active', 'code' || n, 'percentage', 10, 'EUR'
    from generate_series(0, ${affiliates - 1}) n`);
  await db.execute(sql`
    insert into affiliate.order (tenant_id, id, external_id, order_number, affiliate_id, attributed_at, subtotal, discount,
      tax, shipping, total, currency, line_items, status, day, created_at)
    select ${tenantId}, 'ord_' || lpad(n::text, 9, '0'), 's' || n, '#' || n, ${id}, ${at}, 9000, 0, 0, 0, 9000, 'EUR', '[]',
      'paid', ${day}, ${at}
    from generate_series(${ordersShare}::int, ${commissions}::int, ${ordersShare}::int) n`);
  await db.execute(sql`
    insert into affiliate.commission (tenant_id, id, affiliate_id, order_id, amount, currency, type, status, eligible_at,
      reviewed_at, day, created_at)
    select ${tenantId}, 'com_' || lpad(n::text, 9, '0'), ${id}, 'ord_' || lpad(n::text, 9, '0'), (n::bigint * 7919) % 50000, 'EUR',
      'sale', (array['pending', 'approved', 'rejected'])[1 + n % 3], ${at} + interval '30 days',
      case when n % 3 > 0 then ${at} + (n % 700) * interval '1 hour' end, ${day}, ${at}
    from generate_series(1, ${commissions}::int) n`);
  await rebuildSums(db, { tenantId, timeZone: "UTC" });
  return { storeId, tenantId, key };
}

/** Creating the indexes after the rows takes a fraction of the time. */
export async function withoutIndexes<T>(db: Database, fill: () => Promise<T>): Promise<T> {
  const { rows } = await db.$client.query(`
    select format('%I.%I', schemaname, indexname) as name, indexdef from pg_indexes
    where schemaname = 'affiliate' and tablename in ('commission', 'order') and indexname not like '%_pk'`);
  for (const { name } of rows) await db.$client.query(`drop index ${name}`);
  const filled = await fill();
  for (const { indexdef } of rows) await db.$client.query(indexdef);
  return filled;
}

export function lastDays(days: number): string {
  const at = (n: number) => new Date(Date.parse(first) + n * 86_400_000).toISOString().slice(0, 10);
  return `start_date=${at(days - 30)}&end_date=${at(days - 1)}`;
}
