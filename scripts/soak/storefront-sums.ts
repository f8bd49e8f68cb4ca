import { setTimeout as sleep } from "node:timers/promises";
import type { Sent } from "../../e2e/processes.ts";
import type { IngestOutcome, StorefrontEvent, StorefrontEventOf } from "../../lib/contract/storefront.ts";
import type { Database } from "../../lib/database/client.ts";
import { isSale } from "../../lib/services/storefront/unproved-sales.ts";

type Keys = { desk: string; server: string; page: string };
export type Shop = { keys: Keys; click: string; told: Told; send: Send };
export type Send = (path: string, sent: Sent & { key?: string }, method?: string) => Promise<{ data: IngestOutcome[] }>;

export type Ticket = { id: string; price: number };
export type TicketsTold = {
  /** By its ID, how many pieces the shopper took, and what the shop charged. */
  issued: Map<string, { pieces: number; charged?: number }>;
  /** Attempts to redeem a ticket that was used or had expired, and those that were refused. */
  misuses: number;
  refused: number;
};

/** What the shop was told has been taken. */
export type Told = {
  /** By the ID that they are stored with. */
  events: Map<string, { event: StorefrontEvent; by: "page" | "server"; accepted: number }>;
  refused: number;
  deliveries: number;
  platformOrders: number;
  affiliateOrders: number;
  tickets: TicketsTold;
  /** Why each report was sent again. */
  again: string[];
};

type Place = { db: Database; tenantId: number; read: (path: string) => Promise<unknown> };
type Count = (text: string, ids?: string[]) => Promise<number>;
export type Figure = [what: string, reported: number, counted: number];

/** Prints what was reported beside what is stored and what the merchant reads. True if all of it is equal. */
export async function compareSums(told: Told, { db, tenantId, read }: Place, more: Figure[] = []): Promise<boolean> {
  const count: Count = async (text, ids) => {
    const values = text.includes("$1") ? [tenantId, ...(ids ? [ids] : [])] : [];
    return Number(Object.values((await db.$client.query(text, values)).rows[0])[0]);
  };
  const waiting = "select count(*) from checkout.shop_delivery where tenant_id = $1 and due_at is not null";
  // What was under way in a killed process is applied again by another.
  for (let tries = 0; tries < 300 && (await count(waiting)) > 0; tries++) await sleep(200);
  const figures = [...(await storedFigures(told, count)), ...more, ...(await readFigures(told, read))];
  console.log(`${"".padEnd(44)}${"reported".padStart(14)}${"counted".padStart(14)}`);
  for (const [what, reported, counted] of figures) {
    const line = `${what.padEnd(44)}${String(reported).padStart(14)}${String(counted).padStart(14)}`;
    console.log(reported === counted ? line : `${line}  DIFFERENT`);
  }
  return figures.every(([, reported, counted]) => reported === counted);
}

async function storedFigures(told: Told, count: Count): Promise<Figure[]> {
  const { events, refused, deliveries, platformOrders, affiliateOrders } = told;
  const twice = [...events.values()].filter(({ accepted }) => accepted > 1).length;
  const cents = platformOrders * 4_000 + affiliateOrders * 5_000;
  const event = "select count(*) from checkout.storefront_event where tenant_id = $1 and";
  const delivery = "select count(*) from checkout.shop_delivery where tenant_id = $1 and status in";
  const ids = [...events.keys()];
  return [
    ["events", events.size, await count(`${event} id = any($2)`, ids)],
    ["events that nobody reported", 0, await count(`${event} id <> all($2) and id not like 'shopify:%'`, ids)],
    ["events accepted twice", 0, twice],
    ["events refused", 0, refused],
    ["deliveries, applied or without news", deliveries, await count(`${delivery} ('applied', 'ignored')`)],
    ["deliveries, refused or failed", 0, await count(`${delivery} ('refused', 'failed', 'received')`)],
    ["orders on Shopify", platformOrders, await count(`${event} id like 'shopify:%:placed'`)],
    ["refunds on Shopify", platformOrders, await count(`${event} id like 'shopify:%' and type = 'order.refunded'`)],
    ["affiliate orders", platformOrders + affiliateOrders, await count(`select count(*) from affiliate."order"`)],
    ["affiliate orders, in cents", cents, await count(`select sum(total - refunded_amount) from affiliate."order"`)],
    ["commissions", affiliateOrders, await count("select count(*) from affiliate.commission")],
  ];
}

/** The same sums from the reported events alone, and from the API. */
async function readFigures({ events, platformOrders }: Told, read: Place["read"]): Promise<Figure[]> {
  // What a page claims, the server has confirmed.
  const isClaim = (event: StorefrontEvent) => event.type === "order.placed" || isSale(event);
  const reported = [...events.values()].flatMap(({ event, by }) => (by === "page" && isClaim(event) ? [] : [event]));
  const of = <T extends StorefrontEvent["type"]>(type: T, all = reported) =>
    all.filter((event): event is StorefrontEventOf<T> => event.type === type);
  const cents = <E>(all: E[], amount: (one: E) => number) =>
    all.reduce((sum, one) => sum + Math.round(amount(one) * 100), 0);
  const byOrder = Map.groupBy(reported, (event) => ("order_id" in event ? event.order_id : undefined));
  byOrder.delete(undefined);
  const orders = [...byOrder.values()].filter(
    (all) => of("order.placed", all).length > 0 && of("order.cancelled", all).length === 0,
  );
  const told = orders.flat();
  const accepted = of("offer.accepted", told);
  const revenue =
    cents(of("order.placed", told), ({ total }) => total) +
    cents(of("order.edited", told), ({ amount_changed }) => amount_changed) -
    cents(of("order.refunded", told), ({ amount }) => amount);
  // The line of an offer has the first charge of its subscription too.
  const fromOffers =
    cents(accepted, ({ final_price }) => final_price) + cents(of("subscription.created", told), ({ price }) => price);
  const fromService = fromOffers + cents(of("bundle.purchased", told), ({ bundle_price }) => bundle_price);

  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const range = `?start_date=${day(-2)}&end_date=${day(1)}`;
  const { data } = (await read(`/analytics/metrics${range}`)) as { data: Record<string, number> };
  const rows = (await read(`/analytics/reports/upsell_performance${range}`)) as { data: Record<string, number>[] };
  type Results = { variants: Record<string, number>[]; set_aside?: { visitors: number } };
  const experiment = (await read("/experiments/exp_1/results")) as Results;
  // All shoppers of the soak come from one network.
  const visitors = (all: Results) => sum(all.variants, "visitors") + (all.set_aside?.visitors ?? 0);
  const sum = (all: Record<string, number>[], field: string) =>
    all.reduce((total, row) => total + (row[field] ?? 0), 0);
  const inCents = (amount = 0) => Math.round(amount * 100);
  return [
    ["orders", orders.length + platformOrders, data.total_orders ?? 0],
    ["orders with offers", new Set(accepted.map(({ order_id }) => order_id)).size, data.orders_with_upsells ?? 0],
    ["revenue, in cents", revenue + platformOrders * 4_000, inCents(data.total_revenue)],
    ["revenue of offers and bundles, in cents", fromService, inCents(data.service_revenue)],
    ["offers shown", of("offer.shown").length, data.offers_shown ?? 0],
    ["offers shown, each", of("offer.shown").length, sum(rows.data, "shown")],
    ["offers accepted, each", of("offer.accepted").length, sum(rows.data, "accepted")],
    ["offers declined, each", of("offer.declined").length, sum(rows.data, "declined")],
    ["revenue of offers, in cents", fromOffers, inCents(sum(rows.data, "revenue"))],
    ["visitors of the experiment", of("experiment.exposed").length, visitors(experiment)],
  ];
}
