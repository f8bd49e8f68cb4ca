import { and, desc, eq, gte, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { webhooks as contract } from "../../contract/checkout/webhooks.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { ApiError } from "../../contract/errors.ts";
import { countUpTo } from "../../database/count-rows.ts";
import { webhookEndpoint } from "../../database/schema/checkout.ts";
import { attempt, delivery, event, lease } from "../../database/schema/checkout-delivery.ts";
import { sentence } from "../../sentences.ts";
import { deliverySettings } from "../delivery/address.ts";
import { holdForDisabled } from "../delivery/end-attempt.ts";
import { readHealth } from "../delivery/health.ts";
import { isReplayable, previewReplay, release, replayFailed, replayOne } from "../delivery/replay.ts";
import { requireReachable } from "../delivery/resolve.ts";
import { findEvents } from "../delivery/search-events.ts";
import { createSigningSecret, sealSecret } from "../delivery/secrets.ts";
import { sendTest } from "../delivery/test-event.ts";
import { plannedTimes, toHistory, toLog } from "../delivery/timeline.ts";
import type { Context } from "../kernel/context.ts";
import { newId } from "../kernel/ids.ts";
import { missing } from "../kernel/refuse.ts";
import { dismissFor } from "./notices.ts";

type Row = typeof webhookEndpoint.$inferSelect;

export const webhooks: ResourceHandlers<(typeof contract)["webhooks"], Context> = {
  async create({ body }, { db, tenantId }) {
    const { secret: master, allowedHosts } = deliverySettings();
    await requireReachable(body.url, allowedHosts);
    const id = newId("whk");
    const secret = createSigningSecret();
    const [row] = await db
      .insert(webhookEndpoint)
      .values({
        tenantId,
        id,
        url: body.url,
        events: body.events,
        state: body.enabled ? "enabled" : "disabled",
        secret: sealSecret(secret, { tenantId, endpointId: id }, master),
      })
      .returning();
    return { ...toRecord(row as Row), signing_secret: secret };
  },

  async list({ query }, { db, tenantId }) {
    const where = and(eq(webhookEndpoint.tenantId, tenantId), isNull(webhookEndpoint.deletedAt));
    const rows = await db
      .select()
      .from(webhookEndpoint)
      .where(where)
      .orderBy(desc(webhookEndpoint.createdAt), desc(webhookEndpoint.id))
      .limit(query.per_page)
      .offset((query.page - 1) * query.per_page);
    const ids = rows.map(({ id }) => id);
    const [total, health] = await Promise.all([db.$count(webhookEndpoint, where), readHealth(db, tenantId, ids)]);
    return {
      data: rows.map((row) => ({ ...toRecord(row), health: health.get(row.id) })),
      pagination: { page: query.page, per_page: query.per_page, total },
    };
  },

  async find({ query }, { db, tenantId }) {
    return findEvents(db, tenantId, query.search);
  },

  async get({ params }, context) {
    const row = await find(context, params.id);
    const health = await readHealth(context.db, context.tenantId, [row.id]);
    return { ...toRecord(row), health: health.get(row.id) };
  },

  async update({ params, body: { enabled, ...body } }, { db, tenantId }) {
    if (body.url !== undefined) await requireReachable(body.url, deliverySettings().allowedHosts);
    const [row] = await db
      .update(webhookEndpoint)
      .set({
        ...body,
        ...(enabled !== undefined && {
          state: enabled ? ("enabled" as const) : ("disabled" as const),
          pausedReason: null,
          pausedReasonKey: null,
        }),
        updatedAt: sql`now()`,
      })
      .where(one(tenantId, params.id))
      .returning();
    if (!row) return missing("Webhook endpoint", params.id);
    if (enabled === false) await holdForDisabled(db);
    if (enabled) await dismissFor(db, tenantId, params.id, "endpoint_paused");
    return toRecord(row);
  },

  async delete({ params }, { db, tenantId }) {
    // The log of a deleted endpoint is kept as long as other logs; its secrets are deleted now.
    const [row] = await db
      .update(webhookEndpoint)
      .set({ deletedAt: sql`now()`, secret: Buffer.alloc(0), previousSecret: null, previousSecretUntil: null })
      .where(one(tenantId, params.id))
      .returning({ id: webhookEndpoint.id });
    if (!row) return missing("Webhook endpoint", params.id);
    await holdForDisabled(db);
    await dismissFor(db, tenantId, row.id);
    return { id: row.id, deleted: true };
  },

  async rotate({ params, body }, { db, tenantId }) {
    const secret = createSigningSecret();
    const sealed = sealSecret(secret, { tenantId, endpointId: params.id }, deliverySettings().secret);
    const overlap = body.overlap_hours;
    const [row] = await db
      .update(webhookEndpoint)
      .set({
        secret: sealed,
        previousSecret: overlap > 0 ? webhookEndpoint.secret : null,
        previousSecretUntil: overlap > 0 ? sql`now() + make_interval(secs => ${overlap * 3600}::float8)` : null,
        updatedAt: sql`now()`,
      })
      .where(one(tenantId, params.id))
      .returning();
    return row ? { ...toRecord(row), signing_secret: secret } : missing("Webhook endpoint", params.id);
  },

  async test({ params, body }, context) {
    const { id } = await find(context, params.id);
    const deliveryId = await sendTest(context.pool, {
      tenantId: context.tenantId,
      endpointId: id,
      type: body.event_type,
    });
    return logOf(context, id, deliveryId);
  },

  async logs({ params, query }, context) {
    const { db, tenantId } = context;
    const { id } = await find(context, params.id);
    const where = and(
      eq(delivery.tenantId, tenantId),
      eq(delivery.endpointId, id),
      query.status ? eq(delivery.status, query.status) : undefined,
      query.event_type ? eq(delivery.eventType, query.event_type) : undefined,
      query.response_code ? answeredWith(query.response_code) : undefined,
      query.since ? gte(delivery.createdAt, new Date(query.since)) : undefined,
      query.until ? lt(delivery.createdAt, new Date(query.until)) : undefined,
      query.replayable ? isReplayable : undefined,
      query.search ? matches(tenantId, id, query.search) : undefined,
    );
    const rows = await db
      .select({ delivery, lease })
      .from(delivery)
      .leftJoin(lease, ofDelivery)
      .where(where)
      .orderBy(desc(delivery.createdAt), desc(delivery.id))
      .limit(query.per_page)
      .offset((query.page - 1) * query.per_page);
    const isWhole = query.page === 1 && rows.length < query.per_page;
    const total = isWhole ? rows.length : await countUpTo(db, delivery, where);
    return {
      data: rows.map((row) => toLog(row.delivery, row.lease)),
      pagination: { page: query.page, per_page: query.per_page, total },
    };
  },

  async delivery({ params }, context) {
    const { db, tenantId } = context;
    const endpoint = await find(context, params.id);
    const { delivery: row, lease } = await findDelivery(context, endpoint.id, params.delivery);
    const [attempts, [sent]] = await Promise.all([
      db
        .select()
        .from(attempt)
        .where(and(eq(attempt.tenantId, tenantId), eq(attempt.deliveryId, row.id)))
        .orderBy(attempt.number),
      db
        .select({ body: event.body })
        .from(event)
        .where(and(eq(event.tenantId, tenantId), eq(event.id, row.eventId))),
    ]);
    return {
      ...toLog(row, lease),
      url: endpoint.url,
      request_body: sent?.body,
      history: toHistory(attempts, lease),
      schedule: plannedTimes(row, attempts, lease),
    };
  },

  async resend({ params }, context) {
    const endpoint = await find(context, params.id);
    requireEnabled(endpoint);
    const { delivery: row } = await findDelivery(context, endpoint.id, params.delivery);
    const id = await replayOne(context.db, context.tenantId, row);
    return logOf(context, endpoint.id, id);
  },

  async failures({ params, query }, context) {
    const { id } = await find(context, params.id);
    return previewReplay(context.db, {
      tenantId: context.tenantId,
      endpointId: id,
      since: query.since ?? "1970-01-01",
    });
  },

  async replay({ params, body }, context) {
    const endpoint = await find(context, params.id);
    requireEnabled(endpoint);
    const place = { tenantId: context.tenantId, endpointId: endpoint.id, since: body.since };
    return { count: await replayFailed(context.db, place, body.job_id) };
  },

  async release({ params }, context) {
    const endpoint = await find(context, params.id);
    requireEnabled(endpoint);
    return { count: await release(context.db, { tenantId: context.tenantId, endpointId: endpoint.id }) };
  },
};

function one(tenantId: number, id: string): SQL | undefined {
  return and(eq(webhookEndpoint.tenantId, tenantId), eq(webhookEndpoint.id, id), isNull(webhookEndpoint.deletedAt));
}

async function find({ db, tenantId }: Context, id: string): Promise<Row> {
  const [row] = await db.select().from(webhookEndpoint).where(one(tenantId, id));
  return row ?? missing("Webhook endpoint", id);
}

const ofDelivery = and(eq(lease.tenantId, delivery.tenantId), eq(lease.deliveryId, delivery.id));

async function logOf(context: Context, endpointId: string, id: string) {
  const row = await findDelivery(context, endpointId, id);
  return toLog(row.delivery, row.lease);
}

async function findDelivery({ db, tenantId }: Context, endpointId: string, id: string) {
  const [row] = await db
    .select({ delivery, lease })
    .from(delivery)
    .leftJoin(lease, ofDelivery)
    .where(and(eq(delivery.tenantId, tenantId), eq(delivery.endpointId, endpointId), eq(delivery.id, id)));
  if (!row) missing("Delivery", id);
  return row;
}

function requireEnabled({ state }: Row): void {
  if (state === "enabled") return;
  throw new ApiError(409, "endpoint_off", sentence("endpointOff"));
}

/** Few deliveries fail with any one status code, so the index on failures finds them quickly. */
function answeredWith(code: number): SQL | undefined {
  const isFailure = code < 200 || code > 299;
  return and(eq(delivery.responseCode, code), isFailure ? ne(delivery.status, "delivered") : undefined);
}

/** Each branch uses an index, so that not every delivery of the endpoint is checked. */
function matches(tenantId: number, endpointId: string, search: string): SQL {
  return sql`${delivery.id} in (
    select id from ${delivery} where ${delivery.tenantId} = ${tenantId} and ${delivery.id} = ${search}
    union all
    select id from ${delivery} where ${delivery.tenantId} = ${tenantId} and ${delivery.endpointId} = ${endpointId}
      and ${delivery.eventId} in (
        select ${search}::text
        union all select id from ${event} where ${event.tenantId} = ${tenantId} and ${event.orderId} = ${search}
        union all select id from ${event} where ${event.tenantId} = ${tenantId} and ${event.customerId} = ${search}))`;
}

function toRecord(row: Row) {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    enabled: row.state === "enabled",
    state: row.state,
    ...(row.pausedReason && { paused_reason: row.pausedReason, paused_reason_key: row.pausedReasonKey }),
    ...(row.previousSecretUntil &&
      row.previousSecretUntil.getTime() > Date.now() && {
        previous_secret_until: row.previousSecretUntil.toISOString(),
      }),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
