import { inArray } from "drizzle-orm";
import { unclaimed } from "../database/claim.ts";
import type { Database } from "../database/client.ts";
import { outbox, tenant } from "../database/schema/affiliate.ts";
import type { News } from "./affiliate/outbox.ts";
import { emitForStore } from "./delivery/emit.ts";

// Passes events from the affiliate service's outbox to the checkout service, which keeps the webhook endpoints.

const portion = 500;

/** Forwards each event once: one transaction deletes it from the outbox and writes it to the checkout service. */
export async function forwardEvents(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const due = unclaimed(tx, outbox, { order: outbox.id, limit: portion });
    const rows = await tx.delete(outbox).where(due).returning();
    if (rows.length === 0) return 0;
    const inOrder = rows.toSorted((a, b) => a.id - b.id);
    const byTenant = Map.groupBy(inOrder, (row) => row.tenantId);
    const places = await tx
      .select()
      .from(tenant)
      .where(inArray(tenant.id, [...byTenant.keys()]));
    for (const { id, storeId, mode } of places) {
      const events = (byTenant.get(id) ?? []).map(({ type, data }) => ({ type, data }) as News);
      await emitForStore(tx, { storeId, mode }, events);
    }
    return rows.length;
  });
}

export async function forwardAll(db: Database, signal: AbortSignal): Promise<void> {
  while ((await forwardEvents(db)) === portion && !signal.aborted);
}
