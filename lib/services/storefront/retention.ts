import { and, eq, lt, sql } from "drizzle-orm";
import type { Database } from "../../database/client.ts";
import { ago, batch, deleteInBatches, inBatches } from "../../database/delete-in-batches.ts";
import { experimentNetwork, shopRefusal, storefrontEvent } from "../../database/schema/checkout-sales.ts";
import { ticket } from "../../database/schema/checkout-tickets.ts";
import { kept } from "../retention-terms.ts";

/** The sums are kept longer than the raw events. An event that is sent again after this time would be counted again. */
const days = () => kept("KEEP_STOREFRONT_EVENTS_DAYS");

export function pruneStorefrontEvents(db: Database, after = days()): Promise<number> {
  const { receivedAt } = storefrontEvent;
  return deleteInBatches(db, storefrontEvent, lt(receivedAt, ago(after)), receivedAt);
}

export const pruneTickets = (db: Database, after = days()): Promise<number> =>
  deleteInBatches(db, ticket, lt(ticket.issuedAt, ago(after)), ticket.issuedAt);

/** The counts keep the number of visitors. The rows are needed only while visitors may come back. */
export const pruneVisitors = (db: Database, after = days()): Promise<number> =>
  inBatches(() =>
    db.execute(sql`
    delete from checkout.experiment_visitor where (tenant_id, experiment_id, visitor_id) in (
      select old.tenant_id, old.experiment_id, old.visitor_id
      from checkout.experiment e cross join lateral (
        select v.tenant_id, v.experiment_id, v.visitor_id from checkout.experiment_visitor v
        where v.tenant_id = e.tenant_id and v.experiment_id = e.id limit ${batch} for update skip locked
      ) old
      where e.status = 'completed' and e.ended_at < ${ago(after)} limit ${batch})`),
  );

export const pruneRefusals = (db: Database): Promise<number> =>
  deleteInBatches(db, shopRefusal, lt(shopRefusal.hour, ago(2)));

/** What was counted of a network is needed for its day only. The number of visitors that were set aside is kept. */
export function pruneNetworks(db: Database): Promise<number> {
  const { setAside, day } = experimentNetwork;
  return deleteInBatches(db, experimentNetwork, and(eq(setAside, 0), lt(day, sql`current_date - 2`)));
}
