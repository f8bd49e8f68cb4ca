import { sql } from "drizzle-orm";
import type { Database } from "../../database/client.ts";
import { inBatches, kept } from "../kept.ts";

/** The sums are kept longer than the raw events. An event that is sent again after this time would be counted again. */
const days = () => kept("KEEP_STOREFRONT_EVENTS_DAYS");

export const pruneStorefrontEvents = (db: Database, after = days()): Promise<number> =>
  inBatches(
    db,
    sql`
    delete from checkout.storefront_event where (tenant_id, id) in (
      select tenant_id, id from checkout.storefront_event
      where received_at < now() - make_interval(days => ${after}::int)
      order by received_at limit 5000 for update skip locked)`,
  );

/** The counts keep the number of visitors. The rows are needed only while visitors may come back. */
export const pruneVisitors = (db: Database, after = days()): Promise<number> =>
  inBatches(
    db,
    sql`
    delete from checkout.experiment_visitor where (tenant_id, experiment_id, visitor_id) in (
      select old.tenant_id, old.experiment_id, old.visitor_id
      from checkout.experiment e cross join lateral (
        select v.tenant_id, v.experiment_id, v.visitor_id from checkout.experiment_visitor v
        where v.tenant_id = e.tenant_id and v.experiment_id = e.id limit 5000 for update skip locked
      ) old
      where e.status = 'completed' and e.ended_at < now() - make_interval(days => ${after}::int) limit 5000)`,
  );

export const pruneRefusals = (db: Database): Promise<number> =>
  inBatches(
    db,
    sql`
    delete from checkout.shop_refusal where (tenant_id, hour, type, field, message) in (
      select tenant_id, hour, type, field, message from checkout.shop_refusal
      where hour < now() - interval '2 days' limit 5000 for update skip locked)`,
  );

/** What was counted of a network is needed for its day only. The number of visitors that were set aside is kept. */
export const pruneNetworks = (db: Database): Promise<number> =>
  inBatches(
    db,
    sql`
    delete from checkout.experiment_network where (tenant_id, experiment_id, day, network) in (
      select tenant_id, experiment_id, day, network from checkout.experiment_network
      where set_aside = 0 and day < current_date - 2 limit 5000 for update skip locked)`,
  );
