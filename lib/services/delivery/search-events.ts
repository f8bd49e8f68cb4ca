import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/client.ts";
import { delivery, event, lease } from "../../database/schema/checkout-delivery.ts";
import { toLog } from "./timeline.ts";

const mostFound = 50;
/** Values inside payloads have no index, so this many of the latest payloads are searched. */
const lookedThrough = 20_000;

/** An event without deliveries is found as well, because it shows that no endpoint was subscribed. */
export async function findEvents(db: Database, tenantId: number, search: string) {
  const { rows } = await db.execute<{ id: string; count: number; since: Date | null }>(sql`
    with recent as materialized (
      select id, customer_id, body, created_at from checkout.event where tenant_id = ${tenantId}
      order by created_at desc, id desc limit ${lookedThrough}
    ), found as (
      select id, created_at from checkout.event where tenant_id = ${tenantId} and (id = ${search} or order_id = ${search})
      union
      select e.id, e.created_at from checkout.delivery d join checkout.event e on e.tenant_id = d.tenant_id and e.id = d.event_id
      where d.tenant_id = ${tenantId} and d.id = ${search}
      union
      select id, created_at from recent where customer_id = ${search} or ${holds(search)}
    )
    select found.id, looked.count, looked.since from (select count(*)::int as count, min(created_at) as since from recent) looked
    left join lateral (select id from found order by created_at desc, id desc limit ${mostFound}) found on true`);
  const [first] = rows;
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  return {
    data: await read(db, tenantId, ids),
    looked_through: {
      count: first?.count ?? 0,
      ...(first?.since && { since: new Date(first.since).toISOString() }),
    },
  };
}

function holds(search: string): SQL {
  const quoted = JSON.stringify(search);
  const text = sql`strpos(replace(body, ${`${quoted}:`}, ''), ${quoted}) > 0`;
  if (!/^-?\d+(\.\d+)?$/.test(search)) return text;
  return sql`(${text} or body ~ ${`[:\\[,]${search.replace(".", "\\.")}[,\\]}]`})`;
}

async function read(db: Database, tenantId: number, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const [events, sent] = await Promise.all([
    db
      .select({ id: event.id, type: event.type, createdAt: event.createdAt })
      .from(event)
      .where(and(eq(event.tenantId, tenantId), inArray(event.id, [...ids])))
      .orderBy(desc(event.createdAt), desc(event.id)),
    db
      .select({ delivery, lease })
      .from(delivery)
      .leftJoin(lease, and(eq(lease.tenantId, delivery.tenantId), eq(lease.deliveryId, delivery.id)))
      .where(
        and(
          eq(delivery.tenantId, tenantId),
          // Names the endpoints, because the index of deliveries begins with the endpoint.
          sql`${delivery.endpointId} in (select id from checkout.webhook_endpoint where tenant_id = ${tenantId})`,
          inArray(delivery.eventId, [...ids]),
        ),
      )
      .orderBy(desc(delivery.createdAt), desc(delivery.id)),
  ]);
  return events.map(({ id, type, createdAt }) => ({
    id,
    type,
    created_at: createdAt.toISOString(),
    deliveries: sent
      .filter((one) => one.delivery.eventId === id)
      .map((one) => ({ ...toLog(one.delivery, one.lease), endpoint_id: one.delivery.endpointId })),
  }));
}
