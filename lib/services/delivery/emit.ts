import { and, eq, sql } from "drizzle-orm";
import type { EventData, EventType } from "../../contract/events.ts";
import type { Transaction } from "../../database/client.ts";
import { columnsWithout } from "../../database/columns.ts";
import { tenant as place } from "../../database/schema/checkout.ts";
import { event as stored } from "../../database/schema/checkout-delivery.ts";
import type { Mode } from "../kernel/context.ts";
import { newId } from "../kernel/ids.ts";

export type NewEvent = {
  [T in EventType]: { type: T; data: EventData<T>; orderId?: string; customerId?: string };
}[EventType];

export const wakeChannel = "checkout_delivery";

/** Writes an event and its deliveries in the transaction that caused the event. Workers wake when it commits. */
export async function emit(tx: Transaction, tenant: number, event: NewEvent): Promise<{ id: string }> {
  const [id] = await emitAll(tx, tenant, [event]);
  return { id: id as string };
}

const columns = columnsWithout(stored, "tenantId");

export async function emitAll(tx: Transaction, tenant: number, events: readonly NewEvent[]): Promise<string[]> {
  if (events.length === 0) return [];
  const createdAt = new Date();
  const rows = events.map(({ type, data, orderId, customerId }) => {
    const id = newId("evt");
    const body = JSON.stringify({ id, type, created_at: createdAt.toISOString(), data });
    return { id, type, body, orderId: orderId ?? null, customerId: customerId ?? null, createdAt };
  });
  // A disabled endpoint gets deliveries as well, which can be released later.
  await tx.execute(sql`
    with new_event as (
      insert into checkout.event (tenant_id, ${columns.of()})
      select ${tenant}::int, ${columns.of("row")} from ${columns.from(rows)}
      returning id, type
    ), new_delivery as (
      insert into checkout.delivery (tenant_id, id, endpoint_id, event_id, event_type, status, next_attempt_at)
      select ${tenant}::int, 'del_' || substr(new_event.id, 5, 10) || substr(md5(new_event.id || endpoint.id), 1, 16),
        endpoint.id, new_event.id, new_event.type,
        case when endpoint.state = 'enabled' then 'pending' else 'held' end,
        case when endpoint.state = 'enabled' then now() end
      from new_event join checkout.webhook_endpoint endpoint on new_event.type = any (endpoint.events)
      where endpoint.tenant_id = ${tenant} and endpoint.deleted_at is null
      returning status
    )
    select pg_notify(${wakeChannel}, '') from new_delivery where status = 'pending' limit 1`);
  return rows.map(({ id }) => id);
}

/** Serves events of another service, which may know a store that this service does not know. */
export async function emitForStore(
  tx: Transaction,
  { storeId, mode }: { storeId: string; mode: Mode },
  events: readonly NewEvent[],
): Promise<void> {
  const [found] = await tx
    .select({ id: place.id })
    .from(place)
    .where(and(eq(place.storeId, storeId), eq(place.mode, mode)));
  if (found) await emitAll(tx, found.id, events);
}
