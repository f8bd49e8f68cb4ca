import { sql } from "drizzle-orm";
import type { OfferLimits } from "../../contract/checkout/audience.ts";
import { ApiError } from "../../contract/errors.ts";
import type { Database } from "../../database/client.ts";
import { sentence } from "../../sentences.ts";

/** How often an offer was accepted, including tickets that are still open. */
export type OfferSales = { today: number; inAll: number };

export const limitsSales = ({ accepted_per_day, accepted_in_all }: OfferLimits): boolean =>
  (accepted_per_day ?? accepted_in_all) !== undefined;

export async function readSales(
  db: Pick<Database, "execute">,
  tenantId: number,
  offers: readonly string[],
): Promise<ReadonlyMap<string, OfferSales>> {
  if (offers.length === 0) return new Map();
  const { rows } = await db.execute<OfferSales & { id: string }>(sql`
    select asked.id, (coalesce(sold.today, 0) + open.count)::int as today, (coalesce(sold.total, 0) + open.count)::int as "inAll"
    from unnest(${sql.param(offers)}::text[]) as asked (id)
    cross join lateral (
      select sum(accepted) as total, sum(accepted) filter (where day = (now() at time zone t.time_zone)::date) as today
      from checkout.daily_upsell d join checkout.tenant t on t.id = d.tenant_id
      where d.tenant_id = ${tenantId} and d.upsell_id = asked.id) sold
    cross join lateral (
      select count(*) from checkout.ticket
      where tenant_id = ${tenantId} and upsell_id = asked.id and expires_at > now() and redeemed_at is null) open`);
  return new Map(rows.map(({ id, ...sales }) => [id, sales]));
}

export function reachedLimit(limits: OfferLimits, sales: OfferSales | undefined): keyof OfferLimits | null {
  const { accepted_per_day: perDay, accepted_in_all: inAll } = limits;
  if (perDay !== undefined && (sales?.today ?? 0) >= perDay) return "accepted_per_day";
  return inAll !== undefined && (sales?.inAll ?? 0) >= inAll ? "accepted_in_all" : null;
}

/** Acceptances of one offer wait for each other, so that no two take the last piece. */
export async function requireUnsold(
  db: Pick<Database, "execute">,
  tenantId: number,
  offer: string,
  limits: OfferLimits,
): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${tenantId}, hashtext(${offer}))`);
  const sales = await readSales(db, tenantId, [offer]);
  if (reachedLimit(limits, sales.get(offer)) === null) return;
  throw new ApiError(409, "not_offered", sentence("limitReached", { id: offer }));
}
