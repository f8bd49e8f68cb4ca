import { and, eq, lte, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Sentence } from "../../contract/errors.ts";
import { claim } from "../../database/claim.ts";
import type { Database } from "../../database/client.ts";
import { tenant } from "../../database/schema/checkout.ts";
import { shopDelivery } from "../../database/schema/checkout-shop.ts";
import { shopifyApp } from "../../database/schema/checkout-shopify.ts";
import { log } from "../../log.ts";
import { sentence } from "../../sentences.ts";
import { newId } from "../kernel/ids.ts";
import { askShopify, refusedWith, renewToken, type ShopifyApp, ShopifyError, type UserError } from "./shopify-admin.ts";
import { readOrders, readProducts, type ShopifyPage, type ShopifyRecord } from "./shopify-records.ts";

/** What the app must be allowed to do. Reading is part of writing. */
const scopes = ["read_products", "read_orders", "write_discounts"];
export const topics = [
  "ORDERS_CREATE",
  "ORDERS_UPDATED",
  "ORDERS_CANCELLED",
  "ORDERS_DELETE",
  "REFUNDS_CREATE",
  "PRODUCTS_CREATE",
  "PRODUCTS_UPDATE",
  "PRODUCTS_DELETE",
];
const lease = sql`now() + interval '2 minutes'`;
const soon = sql`now() + interval '15 seconds'`;
const later = sql`now() + interval '1 hour'`;
/** A token is renewed before a shopper would wait for it. */
const earlierMs = 2 * 3_600_000;

type Changes = PgUpdateSetSource<typeof shopifyApp>;

/** Registers webhooks, reads what the shop has, and then looks every hour whether the app still works. */
export async function tendShopifyApps(db: Database): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; ) {
    const due = { where: lte(shopifyApp.dueAt, sql`now()`), order: shopifyApp.dueAt, limit: 1 };
    const [app] = await claim(db, shopifyApp, due, { dueAt: lease });
    if (!app) return;
    // What was begun before a person changed the app is not written.
    const same = and(eq(shopifyApp.tenantId, app.tenantId), eq(shopifyApp.updatedAt, app.updatedAt));
    const changes = await step(db, app).catch((cause): Changes => {
      if (!(cause instanceof ShopifyError)) throw cause;
      const { waitMs } = cause;
      if (waitMs !== undefined) return { dueAt: sql`now() + make_interval(secs => ${waitMs / 1000}::float8)` };
      log.warn({ err: cause, shop: app.shop }, "the app of a shop at Shopify does not work");
      return { dueAt: soon, error: cause.sentence };
    });
    await db.update(shopifyApp).set(changes).where(same);
  }
}

async function step(db: Database, app: ShopifyApp): Promise<Changes> {
  const works = { error: null, failingSince: null };
  const { failingSince, webhooksAt, productsAt, ordersAt, tokenEndsAt } = app;
  if (failingSince) {
    await requireAccess(db, app);
    return { ...works, dueAt: sql`now()` };
  }
  const done = { ...works, cursor: null, dueAt: sql`now()` };
  if (!webhooksAt) {
    await requireAccess(db, app);
    await registerWebhooks(db, app);
    return { ...done, webhooksAt: sql`now()` };
  }
  for (const [isDone, read, counted, doneAt] of [
    [productsAt, readProducts, "products", "productsAt"],
    [ordersAt, readOrders, "orders", "ordersAt"],
  ] as const) {
    if (isDone) continue;
    const { records, next }: ShopifyPage = await read(db, app, app.cursor);
    await keep(db, app, records);
    const count = app[counted] + records.length;
    return next ? { ...done, [counted]: count, cursor: next } : { ...done, [counted]: count, [doneAt]: sql`now()` };
  }
  if ((tokenEndsAt?.getTime() ?? 0) < Date.now() + earlierMs) await renewToken(db, app);
  await requireAccess(db, app);
  return { ...works, dueAt: later };
}

/** As if Shopify had sent them by webhooks. What is read again is known by its time. */
async function keep(db: Database, { tenantId }: ShopifyApp, records: readonly ShopifyRecord[]): Promise<void> {
  if (records.length === 0) return;
  await db
    .insert(shopDelivery)
    .values(
      records.map(({ topic, deliveryId, payload }) => ({
        ...{ tenantId, id: newId("shd"), platform: "shopify" as const, topic, deliveryId },
        body: Buffer.from(JSON.stringify(payload)),
      })),
    )
    .onConflictDoNothing();
}

type Access = {
  shop: { currencyCode: string };
  currentAppInstallation: { accessScopes: { handle: string }[] };
};
const access = "query Access { shop { currencyCode } currentAppInstallation { accessScopes { handle } } }";

/** Throws unless the app may do all that it is for, in a shop of the store's currency. */
async function requireAccess(db: Database, app: ShopifyApp): Promise<void> {
  const { shop, currentAppInstallation } = await askShopify<Access>(db, app, access);
  const [place] = await db.select({ currency: tenant.currency }).from(tenant).where(eq(tenant.id, app.tenantId));
  const granted = currentAppInstallation.accessScopes.map(({ handle }) => handle);
  const [currency, own] = [shop.currencyCode, place?.currency ?? ""];
  const refusal = lackedScopes(granted) ?? (currency !== own && sentence("shopifyCurrency", { currency, own }));
  if (refusal) throw new ShopifyError(refusal);
}

export function lackedScopes(granted: readonly string[]): Sentence | null {
  const lacked = scopes.filter((one) => !granted.includes(one) && !granted.includes(one.replace("read_", "write_")));
  return lacked.length > 0 ? sentence("shopifyScopes", { scopes: lacked.join(", ") }) : null;
}

async function addressOf(db: Database, { tenantId }: ShopifyApp): Promise<string> {
  const [place] = await db.select().from(tenant).where(eq(tenant.id, tenantId));
  const store = `${place?.storeId}${place?.mode === "sandbox" ? "/sandbox" : ""}`;
  return `${process.env.CARTWRIGHT_ORIGIN ?? ""}/services/connect/shopify/${store}`;
}

type Subscription = { id: string; topic: string; uri: string };
type Subscriptions = { webhookSubscriptions: { nodes: Subscription[] } };
const subscriptions = "query Webhooks { webhookSubscriptions(first: 100) { nodes { id topic uri } } }";
const subscribe = `mutation Subscribe($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) { userErrors { field message } }
}`;
const unsubscribe = `mutation Unsubscribe($id: ID!) { webhookSubscriptionDelete(id: $id) { userErrors { field message } } }`;

/** An app of several stores has the webhooks of all. */
async function ownWebhooks(db: Database, app: ShopifyApp): Promise<{ uri: string; known: Subscription[] }> {
  const uri = await addressOf(db, app);
  const { webhookSubscriptions } = await askShopify<Subscriptions>(db, app, subscriptions);
  return { uri, known: webhookSubscriptions.nodes.filter((one) => one.uri === uri) };
}

async function registerWebhooks(db: Database, app: ShopifyApp): Promise<void> {
  const { uri, known } = await ownWebhooks(db, app);
  const there = known.map(({ topic }) => topic);
  for (const topic of topics.filter((one) => !there.includes(one))) {
    await change(db, app, subscribe, { topic, uri });
  }
}

export async function removeWebhooks(db: Database, app: ShopifyApp): Promise<void> {
  const { known } = await ownWebhooks(db, app);
  for (const { id } of known) await change(db, app, unsubscribe, { id });
}

async function change(db: Database, app: ShopifyApp, mutation: string, variables: object): Promise<void> {
  const answer = await askShopify<Record<string, { userErrors: UserError[] } | null>>(db, app, mutation, variables);
  const errors = Object.values(answer).flatMap((payload) => payload?.userErrors ?? []);
  if (errors.length > 0) throw refusedWith(errors);
}
