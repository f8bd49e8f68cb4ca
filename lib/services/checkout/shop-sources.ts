import { and, desc, eq, sql } from "drizzle-orm";
import type { shopSources as contract, ShopDelivery } from "../../contract/checkout/shop-sources.ts";
import {
  type Platform,
  platforms,
  type ShopDeliveryStatus,
  shopDeliveryStatuses,
} from "../../contract/checkout/source-words.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { ApiError, invalid } from "../../contract/errors.ts";
import { countUpTo } from "../../database/count-rows.ts";
import { shopDelivery, shopSource } from "../../database/schema/checkout-shop.ts";
import { sentence } from "../../sentences.ts";
import { sealSourceSecret } from "../connect/sources.ts";
import { deliverySettings } from "../delivery/address.ts";
import type { Context } from "../kernel/context.ts";
import { missing } from "../kernel/refuse.ts";

const mostCounted = 1_000;

export const sources: ResourceHandlers<(typeof contract)["sources"], Context> = {
  async list(_, context) {
    return { data: await readSources(context), as_of: new Date().toISOString() };
  },

  async save({ params, body }, context) {
    const { db, tenantId } = context;
    const platform = platformOf(params.platform);
    if (platform === "stripe" && !body.secret.startsWith("whsec_")) {
      throw invalid({ field: "secret", ...sentence("whsec") });
    }
    const secret = sealSourceSecret(body.secret, { tenantId, platform }, deliverySettings().secret);
    const fresh = { secret, rejected: 0, rejectedAt: null, rejection: null, updatedAt: sql`now()` };
    await db
      .insert(shopSource)
      .values({ tenantId, platform, ...fresh })
      .onConflictDoUpdate({ target: [shopSource.tenantId, shopSource.platform], set: fresh });
    const [source] = await readSources(context, [platform]);
    return source as NonNullable<typeof source>;
  },

  async delete({ params }, { db, tenantId }) {
    const platform = platformOf(params.platform);
    const one = and(eq(shopSource.tenantId, tenantId), eq(shopSource.platform, platform));
    const { rowCount } = await db.delete(shopSource).where(one);
    if (!rowCount) missing("The secret of", platform);
    return { id: platform, deleted: true };
  },

  async deliveries({ query }, { db, tenantId }) {
    const where = and(
      eq(shopDelivery.tenantId, tenantId),
      query.platform && eq(shopDelivery.platform, query.platform),
      query.status && eq(shopDelivery.status, query.status),
    );
    const [rows, total] = await Promise.all([
      db
        .select(listed)
        .from(shopDelivery)
        .where(where)
        .orderBy(desc(shopDelivery.receivedAt), desc(shopDelivery.id))
        .limit(query.per_page)
        .offset((query.page - 1) * query.per_page),
      countUpTo(db, shopDelivery, where),
    ]);
    return { data: rows.map(toRecord), pagination: { page: query.page, per_page: query.per_page, total } };
  },

  async delivery({ params }, { db, tenantId }) {
    const one = and(eq(shopDelivery.tenantId, tenantId), eq(shopDelivery.id, params.id));
    const [row] = await db
      .select({ ...listed, body: shopDelivery.body })
      .from(shopDelivery)
      .where(one);
    if (!row) missing("Delivery", params.id);
    return { ...toRecord(row), body: row.body.toString("utf8") };
  },

  async replay({ params }, { db, tenantId }) {
    const one = and(eq(shopDelivery.tenantId, tenantId), eq(shopDelivery.id, params.id));
    const [row] = await db
      .update(shopDelivery)
      .set({ status: "received", dueAt: sql`now()`, attempts: 0, settledAt: null })
      .where(and(one, sql`${shopDelivery.dueAt} is null`))
      .returning(listed);
    if (row) return toRecord(row);
    if ((await db.$count(shopDelivery, one)) === 0) missing("Delivery", params.id);
    throw new ApiError(409, "conflict", sentence("shopDeliveryWaits"));
  },
};

function platformOf(word: string): Platform {
  const platform = platforms.find((one) => one === word);
  return platform ?? missing("Platform", word);
}

const { id, platform, deliveryId, topic, receivedAt, settledAt, status, outcome } = shopDelivery;
const listed = { id, platform, deliveryId, topic, receivedAt, settledAt, status, outcome };

type Row = Pick<typeof shopDelivery.$inferSelect, keyof typeof listed>;

function toRecord(row: Row): ShopDelivery {
  return {
    id: row.id,
    platform: row.platform,
    delivery_id: row.deliveryId,
    topic: row.topic,
    received_at: row.receivedAt.toISOString(),
    settled_at: row.settledAt?.toISOString() ?? null,
    status: row.status,
    outcome: row.outcome,
  };
}

type Facts = { platform: Platform; last: string | null } & Record<ShopDeliveryStatus, number>;

/** Counting ends early for each status, so that a busy shop costs no more than a quiet one. */
async function readSources({ db, tenantId }: Context, of: readonly Platform[] = platforms) {
  const rows = await db.select().from(shopSource).where(eq(shopSource.tenantId, tenantId));
  const own = sql`tenant_id = ${tenantId} and platform = p.platform`;
  const counted = shopDeliveryStatuses.map(
    (word) => sql`(select count(*)::int from (
      select from checkout.shop_delivery where ${own} and status = ${word} limit ${mostCounted}) each_row) as ${sql.identifier(word)}`,
  );
  // The comparison of whole rows makes the database begin at the platform's own latest delivery. For a maximum, it may read
  // the deliveries of all stores backwards.
  const latest = shopDeliveryStatuses.map(
    (word) => sql`(select received_at from (
      select * from checkout.shop_delivery
      where (tenant_id, platform, status, received_at) <= (${tenantId}, p.platform, ${word}, 'infinity')
      order by tenant_id desc, platform desc, status desc, received_at desc limit 1) newest
      where ${own} and status = ${word})`,
  );
  const { rows: facts } = await db.execute<Facts>(sql`
    select p.platform, greatest(${sql.join(latest, sql`, `)}) as last, ${sql.join(counted, sql`, `)}
    from unnest(array[${sql.join(
      of.map((word) => sql`${word}`),
      sql`, `,
    )}]::text[]) with ordinality as p (platform, n) order by n`);
  return facts.map(({ platform, last, ...deliveries }) => {
    const row = rows.find((one) => one.platform === platform);
    return {
      platform,
      secret_set_at: row?.updatedAt.toISOString() ?? null,
      last_delivery_at: last && new Date(last).toISOString(),
      deliveries,
      rejected: row?.rejected ?? 0,
      rejected_at: row?.rejectedAt?.toISOString() ?? null,
      rejection: row?.rejection ?? null,
    };
  });
}
