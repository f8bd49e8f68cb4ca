import { and, desc, eq, isNull, like, sql } from "drizzle-orm";
import type { shop as contract } from "../../contract/checkout/shop.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { TextKey } from "../../contract/errors.ts";
import { apiKey } from "../../database/schema/checkout.ts";
import { shopContact } from "../../database/schema/checkout-sales.ts";
import { wordsIn } from "../../shopper-words.ts";
import type { Context } from "../kernel/context.ts";
import { missing } from "../kernel/refuse.ts";
import { explain } from "../storefront/explain.ts";
import { createPreview } from "../storefront/preview.ts";
import { readSettings } from "./settings.ts";

type Refusal = { type: string; field: string; message: string; message_key: TextKey | null; count: number };
type Row = { as_of: string; total: number; recent: number; last_at: string | null; last_on: string | null };

export const shop: ResourceHandlers<(typeof contract)["shop"], Context> = {
  async contact(_, { db, tenantId }) {
    const [[row], keys, { count_unconfirmed }, uncounted, { rows: refused }] = await Promise.all([
      db.select().from(shopContact).where(eq(shopContact.tenantId, tenantId)),
      publishableKeys(db, tenantId),
      readSettings(db, tenantId).then(({ orders }) => orders),
      countUncounted(db, tenantId),
      db.execute<Refusal>(sql`
        select type, field, message, (array_agg(message_key order by hour desc))[1] as message_key, sum(count)::int as count
        from checkout.shop_refusal
        where tenant_id = ${tenantId} and hour > now() - interval '24 hours'
        group by type, field, message order by count desc, type, field, message limit 50`),
    ]);
    return {
      offers_asked_at: row?.offersAskedAt?.toISOString() ?? null,
      events_sent_at: row?.eventsSentAt?.toISOString() ?? null,
      order_reported_at: row?.orderReportedAt?.toISOString() ?? null,
      clock_skew_seconds: row?.clockSkewSeconds ?? null,
      refused,
      publishable_keys: keys,
      count_unconfirmed,
      uncounted_orders: count_unconfirmed ? 0 : uncounted,
      as_of: new Date().toISOString(),
    };
  },

  async preview({ body }, { tenantId }) {
    const { product_id: productId, discount, quantity, placement, texts = {}, image_url: picture, language } = body;
    const words = language === undefined ? null : wordsIn(texts, language);
    return createPreview(tenantId, { productId, discount, quantity, placement, picture, words });
  },

  explain: ({ query }, context) => explain(context, query),

  /** A shop's clock may be fast, so the time of the last showing is capped at the present time. */
  async showings({ params }, { db, tenantId }) {
    const { rows } = await db.execute<Row>(sql`
      select now() as as_of, sums.total, recent.count as recent, latest.at as last_at, days.last_on
      from checkout.upsell u
      cross join lateral (
        select coalesce(sum(shown), 0)::int as total, max(month) filter (where shown > 0) as month
        from checkout.monthly_upsell where tenant_id = u.tenant_id and upsell_id = u.id
      ) sums
      cross join lateral (
        select max(day)::text as last_on from checkout.daily_upsell
        where tenant_id = u.tenant_id and upsell_id = u.id and shown > 0
          and day >= sums.month and day < sums.month + interval '1 month'
      ) days
      cross join lateral (
        select count(*)::int from checkout.storefront_event
        where tenant_id = u.tenant_id and type = 'offer.shown' and data ->> 'upsell_id' = u.id
          and occurred_at > now() - interval '24 hours'
      ) recent
      left join lateral (
        select least(occurred_at, now()) as at from checkout.storefront_event
        where tenant_id = u.tenant_id and type = 'offer.shown' and data ->> 'upsell_id' = u.id
        order by occurred_at desc limit 1
      ) latest on true
      where u.tenant_id = ${tenantId} and u.id = ${params.id}`);
    const [row] = rows;
    if (!row) missing("Upsell", params.id);
    return {
      total: row.total,
      last_24_hours: row.recent,
      last_at: row.last_at && toTimestamp(row.last_at),
      last_on: row.last_on,
      as_of: toTimestamp(row.as_of),
    };
  },
};

async function publishableKeys(db: Context["db"], tenantId: number) {
  const rows = await db
    .select()
    .from(apiKey)
    .where(and(eq(apiKey.tenantId, tenantId), isNull(apiKey.revokedAt), like(apiKey.prefix, "pub\\_%")))
    .orderBy(desc(apiKey.createdAt), desc(apiKey.id));
  return rows.map(({ id, name, key, lastFour, lastUsedAt }) => ({
    id,
    name,
    key,
    last_four: lastFour,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }));
}

async function countUncounted(db: Context["db"], tenantId: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*) filter (where not counted and placed_at > coalesce(confirmed_at, '-infinity'))::int as count
    from (
      select *, max(placed_at) filter (where confirmed) over () as confirmed_at
      from (
        select placed_at, confirmed, counted from checkout.order
        where tenant_id = ${tenantId} and placed_at is not null
        order by placed_at desc limit 100
      ) latest
    ) known`);
  return rows[0]?.count ?? 0;
}

const toTimestamp = (at: string) => new Date(at).toISOString();
