import { sql } from "drizzle-orm";
import type { TextKey } from "../../contract/errors.ts";
import type { Database } from "../../database/client.ts";

type Row = {
  endpoint_id: string;
  delivered: number;
  exhausted: number;
  waiting: number;
  held: number;
  p50_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
  last_failure: string | null;
  last_failure_key: TextKey | null;
  last_failure_at: Date | null;
};

export async function readHealth(db: Database, tenantId: number, endpointIds: readonly string[]) {
  if (endpointIds.length === 0) return new Map();
  const { rows } = await db.execute<Row>(sql`
    select wanted.id as endpoint_id, counted.*, health.last_failure, health.last_failure_key, health.last_failure_at
    from unnest(${sql.param([...endpointIds])}::text[]) as wanted (id)
    cross join lateral (
      select
        count(*) filter (where status = 'delivered') as delivered,
        count(*) filter (where status = 'exhausted') as exhausted,
        count(*) filter (where status in ('pending', 'failed')) as waiting,
        count(*) filter (where status = 'held') as held,
        percentile_disc(0.5) within group (order by duration_ms) filter (where status = 'delivered') as p50_ms,
        percentile_disc(0.95) within group (order by duration_ms) filter (where status = 'delivered') as p95_ms,
        percentile_disc(0.99) within group (order by duration_ms) filter (where status = 'delivered') as p99_ms
      from checkout.delivery d
      where d.tenant_id = ${tenantId} and d.endpoint_id = wanted.id and not d.test
        and d.created_at > now() - interval '7 days'
    ) counted
    left join checkout.endpoint_health health
      on health.tenant_id = ${tenantId} and health.endpoint_id = wanted.id`);
  return new Map(rows.map(({ endpoint_id, ...row }) => [endpoint_id, toHealth(row)]));
}

function toHealth({ last_failure_at, ...row }: Omit<Row, "endpoint_id">) {
  const settled = row.delivered + row.exhausted;
  const known = Object.entries({
    ...row,
    success_rate: settled > 0 ? row.delivered / settled : null,
    last_failure_at: last_failure_at && new Date(last_failure_at).toISOString(),
  }).filter(([, value]) => value !== null);
  return Object.fromEntries(known) as { delivered: number; exhausted: number; waiting: number; held: number };
}
