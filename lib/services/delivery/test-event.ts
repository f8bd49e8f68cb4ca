import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type EventType, receiverTimeoutSeconds, sample } from "../../contract/events.ts";
import type { Database } from "../../database/client.ts";
import { log } from "../../log.ts";
import { newId } from "../kernel/ids.ts";
import { deliverySettings } from "./address.ts";
import { type Claimed, claimedColumns } from "./claim.ts";
import { deliver } from "./deliver.ts";

const leaseSeconds = 60;
/** The caller gets a response after this time at the latest; the sending continues, and the log shows its outcome. */
const patienceMs = 15_000;

type Wanted = { tenantId: number; endpointId: string; type: EventType };

/** Works for a disabled endpoint as well. A test is not retried, because the person who asked sees the result. */
export async function sendTest(db: Database, { tenantId, endpointId, type }: Wanted): Promise<string> {
  const settings = deliverySettings();
  const [eventId, id] = [newId("evt"), newId("del")];
  const createdAt = new Date().toISOString();
  const body = JSON.stringify({ id: eventId, type, created_at: createdAt, data: sample(type) });
  const claimed = await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into checkout.event (tenant_id, id, type, body, created_at)
      values (${tenantId}, ${eventId}, ${type}, ${body}, ${createdAt})`);
    await tx.execute(sql`
      insert into checkout.delivery (tenant_id, id, endpoint_id, event_id, event_type, test, status, next_attempt_at)
      values (${tenantId}, ${id}, ${endpointId}, ${eventId}, ${type}, true, 'pending', now())`);
    const { rows } = await tx.execute<Claimed>(sql`
      with leased as (
        insert into checkout.lease (tenant_id, delivery_id, endpoint_id, bulk, token, until, number, started_at)
        values (${tenantId}, ${id}, ${endpointId}, false, gen_random_uuid(),
          now() + make_interval(secs => ${leaseSeconds}), 1, now())
        returning *
      )
      ${sql.raw(claimedColumns("leased"))} where lease.tenant_id = ${tenantId}`);
    return rows[0] as Claimed;
  });
  const sending = deliver(db, claimed, { ...settings, deadlineMs: receiverTimeoutSeconds * 1000 });
  sending.catch((err) => log.error({ err, delivery: id }, "the outcome of a test could not be stored"));
  await Promise.race([sending, sleep(patienceMs, undefined, { ref: false })]);
  return id;
}
