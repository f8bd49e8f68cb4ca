import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../../e2e/processes.ts";
import { scopesOf } from "../../lib/contract/scopes.ts";
import type { StorefrontEvent } from "../../lib/contract/storefront.ts";
import { type Database, openDatabase } from "../../lib/database/client.ts";
import { storedId } from "../../lib/services/storefront/ingest.ts";
import { isSale } from "../../lib/services/storefront/unproved-sales.ts";
import { createApiKey, createStorefrontKey, storefrontScopes } from "../../lib/services/tenants.ts";
import { secretOf, signed } from "../../lib/testing/connect.ts";
import { shopify } from "../../lib/testing/connect-payloads.ts";
import { browser } from "../../lib/testing/shop.ts";
import { openTenant, query } from "../bench/database.ts";
import { fillCatalogue, makeEvents } from "../bench/shoppers.ts";
import { testSettings } from "../test/app.ts";
import { Member } from "../test/cluster.ts";
import { throwAwayServer } from "../test/database.ts";
import { freePort } from "../test/nginx.ts";
import { compareSums, type Send, type Shop, type Told } from "./storefront-sums.ts";
import { openTicketOffer, sellByTickets, ticketFigures, twice } from "./storefront-tickets.ts";

const storeId = "shop";
const mode = "sandbox";
const shoppers = 6;
const withTickets = 2;

// A shop reports while the processes that serve it and apply its reports are killed in turn. It sends each report until
// it is acknowledged, and a third of them twice. False if something acknowledged was lost or counted twice.
export async function run(minutes: number): Promise<boolean> {
  const database = await throwAwayServer(true);
  const { CARTWRIGHT_SECRET } = testSettings();
  const SERVICES_PORT = String(await freePort());
  const settings = { DATABASE_URL: database.url, CARTWRIGHT_SECRET, SERVICES_PORT };
  const start = (kind: Member["kind"]) => new Member(kind, testSettings(settings), 12);
  const [web, services, worker] = [start("web"), start("services"), start("worker")];
  const members = [web, services, worker];
  const db = openDatabase(database.url, 2);
  try {
    for (const member of members) await member.start();
    const { tenantId } = await openTenant(db, storeId);
    await fillCatalogue(db, tenantId);
    const shop = await openShop(db, [web.origin, `http://127.0.0.1:${SERVICES_PORT}`]);
    const end = Date.now() + minutes * 60_000;
    const offer = await openTicketOffer(shop);
    const isOver = () => Date.now() >= end;
    const visits = Promise.all([
      ...Array.from({ length: shoppers }, (_, n) => visit(shop, `s${n}`, isOver)),
      ...Array.from({ length: withTickets }, (_, n) => sellByTickets(shop, db, offer, `t${n}`, isOver)),
    ]);
    const killing = killInTurn(members, end);
    // No process is started after the others were removed.
    await Promise.allSettled([killing, visits]);
    await visits;
    console.log(`Killed: ${await killing}. Sent again until it was acknowledged: ${shop.told.again.length} times.`);
    const read = (path: string) => shop.send(`/checkout/v1${path}`, { key: shop.keys.desk }, "GET");
    const figures = await ticketFigures(shop.told.tickets, db, tenantId);
    return await compareSums(shop.told, { db, tenantId, read }, figures);
  } finally {
    for (const member of members) await member.remove();
    await db.$client.end();
    await database.stop();
  }
}

async function openShop(db: Database, origins: string[], by: Writers = writers): Promise<Shop> {
  const place = { storeId, mode, name: "Soak" } as const;
  const scopes = Object.values(scopesOf).flatMap((known) => Object.keys(known));
  const keys = {
    desk: (await by.createApiKey(db, { ...place, scopes })).key,
    server: (await by.createApiKey(db, { ...place, scopes: Object.values(storefrontScopes) })).key,
    page: (await by.createStorefrontKey(db, place)).key,
  };
  const tickets = { issued: new Map(), misuses: 0, refused: 0 };
  const counts = { refused: 0, deliveries: 0, platformOrders: 0, affiliateOrders: 0 };
  const told: Told = { events: new Map(), ...counts, tickets, again: [] };
  const send = sender(origins, told);
  const key = keys.desk;
  await send("/checkout/v1/shop/sources/shopify", { key, body: { secret: secretOf.shopify } }, "PUT");
  const mira = { email: "mira@example.com", first_name: "Mira", last_name: "Lindqvist", status: "active" };
  const { id } = (await send("/affiliate/v1/affiliates", { key, body: mira })) as never as { id: string };
  const link = { affiliate_id: id, destination_url: "https://shop.test/" };
  const { code } = (await send("/affiliate/v1/links", { key, body: link })) as never as { code: string };
  const { headers } = await call(origins[0] as string, "GET", `/r/${code}`, { headers: { "user-agent": browser } });
  const click = new URL(headers.location ?? "").searchParams.get("cw_click") ?? "";
  return { keys, click, told, send };
}

/** Rows are written by the functions of the version that serves. */
const writers = { createApiKey, createStorefrontKey, openTenant, fillCatalogue };
export type Writers = typeof writers;

const events = ["upsell.accepted", "upsell.declined", "bundle.purchased"];

/** Its commissions can be paid at once, and a receiver is told of its sales. */
export async function openHookedShop(db: Database, origins: string[], receiver: string, by: Writers = writers) {
  const { tenantId } = await by.openTenant(db, storeId);
  await by.fillCatalogue(db, tenantId);
  const shop = await openShop(db, origins, by);
  await shop.send("/affiliate/v1/program", { key: shop.keys.desk, body: { hold_days: 0 } }, "PATCH");
  await shop.send("/checkout/v1/webhooks", {
    key: shop.keys.desk,
    body: { url: `${receiver}/hook`, events, enabled: true },
  });
  return { shop, tenantId };
}

/** Waits until no delivery is due any more. */
export async function missingDeliveries(url: string, received: Set<string>) {
  for (let tries = 0; tries < 120; tries++) {
    const [waiting] = await query<{ count: number }>(
      url,
      "select count(*)::int as count from checkout.delivery where next_attempt_at is not null",
    );
    if (waiting?.count === 0) break;
    await sleep(500);
  }
  const all = await query<{ id: string }>(url, "select distinct event_id as id from checkout.delivery");
  return { events: all.length, missing: all.filter(({ id }) => !received.has(id)).length };
}

/** Sends the same to any process until one acknowledges it. */
function sender(origins: string[], told: Told): Send {
  return async (path, { key, headers, body }, method = "POST") => {
    const authorization = key && `Bearer ${key}`;
    const sent = { body, headers: { "user-agent": browser, authorization, ...headers } };
    let last: unknown;
    for (let attempt = 0; attempt < 300; attempt++) {
      if (attempt > 0) told.again.push(`${path}: ${last}`);
      const answer = await call(anyOf(origins), method, `/services${path}`, sent).catch((error: Error) => error);
      if (!(answer instanceof Error) && answer.status < 300) return answer.body;
      last = answer instanceof Error ? answer.message : `${answer.status} ${answer.text}`;
      if (/^4(?!29)/.test(String(last))) break;
      await sleep(200);
    }
    throw new Error(`${path} was not acknowledged: ${last}`);
  };
}

/** One shopper after the other: their events, an order on Shopify, and an order through a link. */
export async function visit(shop: Shop, name: string, isOver: () => boolean): Promise<void> {
  for (let n = 1; !isOver(); n++) {
    const events = makeEvents(20 + Math.floor(150 * Math.random()), `${name}-${n}`);
    const isChange = ({ type }: StorefrontEvent) => /^order\.(edited|cancelled|refunded)/.test(type);
    const ofPage = events.filter((event) => !isChange(event));
    // The page claims orders and sales, and the server confirms them.
    const ofServer = events.filter((event) => event.type.startsWith("order.") || isSale(event));
    const reports = [reportEvents(shop, "page", ofPage), reportEvents(shop, "server", ofServer)];
    const orders = [orderOnShopify(shop), orderThroughLink(shop)];
    await Promise.all([...reports, ...orders, sleep(700 + 600 * Math.random())]);
  }
}

async function reportEvents({ keys, told, send }: Shop, by: "page" | "server", events: StorefrontEvent[]) {
  if (events.length === 0) return;
  const answers = await twice(() => send("/checkout/storefront/v1/events", { key: keys[by], body: { events } }));
  for (const [n, event] of events.entries()) {
    const outcomes = answers.map(({ data }) => data[n]?.status);
    const id = storedId(event, by === "page");
    told.events.set(id, { event, by, accepted: outcomes.filter((status) => status === "accepted").length });
    if (outcomes.some((status) => status !== "accepted" && status !== "duplicate")) told.refused++;
  }
}

/** Placed for 46.27, of which 6.27 are paid back. The three deliveries arrive in any order. */
async function orderOnShopify({ told, send }: Shop): Promise<void> {
  const id = 7_000_000_000_000 + ++told.platformOrders;
  const at = (ms: number) => new Date(Date.now() - ms).toISOString();
  const times = { created_at: at(9_000), updated_at: at(9_000) };
  const order = shopify.order({ id, name: `#${id}`, ...times, note_attributes: [] });
  const refund = shopify.refund(id, "6.27", { order_id: id, created_at: at(4_000) });
  const updated = { ...order, updated_at: at(4_000), current_total_price: "40.00", refunds: [refund] };
  const stories = { "orders/create": order, "refunds/create": refund, "orders/updated": updated };
  await Promise.all(
    Object.entries(stories).map(async ([topic, payload]) => {
      const body = JSON.stringify(payload);
      const headers = signed("shopify", { body, topic, id: `${id} ${topic}` });
      await twice(() => send(`/connect/shopify/${storeId}/${mode}`, { body, headers }));
      told.deliveries++;
    }),
  );
}

async function orderThroughLink({ keys, click, told, send }: Shop): Promise<void> {
  const n = ++told.affiliateOrders;
  const order = {
    type: "order.placed",
    external_id: `link-${n}`,
    occurred_at: new Date().toISOString(),
    currency: "EUR",
    subtotal: 5_000,
    total: 5_000,
    customer_email: `shopper-${n}@example.com`,
    click_id: click,
  };
  await twice(() => send("/affiliate/storefront/v1/orders", { key: keys.server, body: { orders: [order] } }));
}

async function killInTurn(members: Member[], end: number): Promise<string> {
  const killed = new Map(members.map(({ kind }) => [kind, 0]));
  for (let turn = 0; Date.now() < end; turn++) {
    const victim = members[turn % members.length] as Member;
    await sleep(2_000 + 3_000 * Math.random());
    await victim.kill();
    killed.set(victim.kind, (killed.get(victim.kind) ?? 0) + 1);
    await sleep(1_000 * Math.random());
    await victim.start();
  }
  return [...killed].map(([kind, count]) => `${kind} ${count}`).join(", ");
}

const anyOf = <T>(things: T[]): T => things[Math.floor(Math.random() * things.length)] as T;
