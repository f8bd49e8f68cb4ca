import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { StorefrontEvent, StorefrontEventOf } from "../../contract/storefront.ts";
import type { Transaction } from "../../database/client.ts";
import { columnsWithout } from "../../database/columns.ts";
import { order, storefrontEvent } from "../../database/schema/checkout-sales.ts";
import { dayIn } from "../../days.ts";
import { readSettings } from "../checkout/settings.ts";
import { emitAll, type NewEvent } from "../delivery/emit.ts";
import type { Context } from "../kernel/context.ts";
import { toMinor } from "../kernel/money.ts";
import type { Catalogue } from "./catalogue.ts";
import { isExperimentEvent } from "./experiment-visitors.ts";
import { recordExperiments } from "./experiments.ts";
import { lookOf, segmentsOf } from "./offer-looks.ts";
import {
  acceptancesOf,
  addSale,
  applyToOrder,
  contributionOf,
  decides,
  isOrderEvent,
  type Minor,
  type OrderEvent,
  type ShopOrderRow,
} from "./order.ts";
import { outboundFor } from "./outbound.ts";
import { type Contribution, Rollups, sumOfOffers } from "./rollups.ts";
import { claimedId, isSale } from "./unproved-sales.ts";

// Inserting the raw rows decides which events are new. Tables, and rows by their keys, are always locked in one order,
// so that concurrent batches cannot deadlock.
export async function ingest(
  { db, tenantId, currency, timeZone, publishable, platform, shopper }: Context,
  events: readonly StorefrontEvent[],
  catalogue: Catalogue,
): Promise<Set<StorefrontEvent>> {
  if (events.length === 0) return new Set();
  const minor: Minor = (amount) => toMinor(amount, currency) ?? 0;
  const dayOf = (at: Date) => dayIn(timeZone, at);
  return db.transaction(async (tx) => {
    const fresh = await insertEvents(tx, tenantId, events, publishable);
    if (fresh.length === 0) return new Set();

    const rollups = new Rollups();
    const rules = { minor, dayOf, claimed: publishable, ofPlatform: platform !== undefined, shopper };
    const orders = await recordOrders(tx, tenantId, fresh.filter(isOrderEvent), rollups, rules);
    const counted = fresh.filter((event) => !orders.ignored.has(event));
    for (const event of counted) rollups.add(ownContribution(event, rules));
    const told = {
      events: fresh.filter(isExperimentEvent),
      buyers: [...orders.buyers],
      experiments: catalogue.experiments,
    };
    const concluded = await recordExperiments(tx, tenantId, told, { dayOf, shopper, claimed: publishable });
    const outbound = counted.flatMap((event): NewEvent[] => {
      if (orders.confirming.has(event)) return [];
      const row = isOrderEvent(event) ? orders.rows.get(event.order_id) : undefined;
      const about = row && { row, cancelledNow: orders.cancelling.has(event) };
      const sent = outboundFor(event, catalogue, currency, about);
      return sent ? [sent] : [];
    });
    await emitAll(tx, tenantId, [...outbound, ...concluded]);
    await rollups.write(tx, tenantId);
    return new Set(fresh);
  });
}

export const storedId = (event: StorefrontEvent, publishable: boolean) => (publishable ? claimedId(event) : event.id);

const eventColumns = columnsWithout(storefrontEvent, "tenantId", "receivedAt");

async function insertEvents(
  tx: Transaction,
  tenantId: number,
  events: readonly StorefrontEvent[],
  publishable: boolean,
) {
  const byId = new Map<string, StorefrontEvent>();
  for (const event of events) {
    const id = storedId(event, publishable);
    if (!byId.has(id)) byId.set(id, event);
  }
  const rows = [...byId].map(([id, event]) => {
    const { id: _, type, occurred_at, ...data } = event;
    return { id, type, occurredAt: new Date(occurred_at), data };
  });
  const { rows: inserted } = await tx.execute<{ id: string }>(sql`
    insert into checkout.storefront_event (tenant_id, received_at, ${eventColumns.of()})
    select ${tenantId}::int, now(), ${eventColumns.of("row")} from ${eventColumns.from(rows)}
    order by id
    on conflict do nothing
    returning id`);
  const fresh = new Set(inserted.map(({ id }) => id));
  return [...byId].flatMap(([id, event]) => (fresh.has(id) ? event : []));
}

type Rules = Parameters<typeof applyToOrder>[2];

/** Returns what an event adds to its day, no matter what becomes of its order. */
function ownContribution(event: StorefrontEvent, { dayOf, shopper }: Rules): Contribution {
  const day = dayOf(new Date(event.occurred_at));
  const offer = (word: "shown" | "accepted" | "declined", of: string): Contribution => [
    { table: "total", day, sums: { [sumOfOffers[word]]: 1 } },
    { table: "upsell", day, of, sums: { [word]: 1 } },
  ];
  /** Those of acceptances belong to the order, because its server may report them a second time. */
  const seen = (
    event: StorefrontEventOf<"offer.shown" | "offer.declined">,
    word: "shown" | "declined",
  ): Contribution => [
    ...offer(word, event.upsell_id),
    ...segmentsOf(lookOf(event, shopper)).map((segment) => ({
      ...{ table: "segment" as const, day, of: event.upsell_id, segment },
      sums: { [word]: 1 },
    })),
  ];
  switch (event.type) {
    case "visit":
      return [{ table: "total", day, sums: { visits: 1 } }];
    case "offer.shown":
      return seen(event, "shown");
    case "offer.accepted":
      return offer("accepted", event.upsell_id);
    case "offer.declined":
      return seen(event, "declined");
    case "subscription.created":
      return [{ table: "total", day, sums: { subscriptions: 1 } }];
    default:
      return [];
  }
}

async function recordOrders(
  tx: Transaction,
  tenantId: number,
  events: readonly OrderEvent[],
  rollups: Rollups,
  rules: Rules & { ofPlatform: boolean },
) {
  const rows = await lockOrders(tx, tenantId, [...new Set(events.map(({ order_id }) => order_id))]);
  const cancelling = new Set<StorefrontEvent>();
  /** Sales by pages or platforms that the server has reported, and sales that replace those of pages and platforms. */
  const ignored = new Set<StorefrontEvent>();
  const confirming = new Set<StorefrontEvent>();
  const { count_unconfirmed } = rules.claimed && rows.size > 0 ? (await readSettings(tx, tenantId)).orders : strict;
  const buyers = visitorsIn(rows);
  for (const row of rows.values()) {
    rollups.add(acceptancesOf(row), -1);
    if (row.counted) rollups.add(contributionOf(row), -1);
  }
  for (const event of events) {
    const row = rows.get(event.order_id) as ShopOrderRow;
    if (event.type === "order.cancelled" && !row.cancelled && decides(row, event)) cancelling.add(event);
    const key = isSale(event) ? claimedId(event) : "";
    const claim = row.claims[key];
    // What the shop's server reports counts alone. A platform tells its sales as they now stand, and may tell them again.
    if ((rules.claimed && claim !== undefined) || (rules.ofPlatform && claim === null)) {
      ignored.add(event);
      applyToOrder(row, event, rules, 0);
      continue;
    }
    if (claim) {
      addSale(row, claim, rules, -1);
      rollups.add(ownContribution(claim, rules), -1);
      confirming.add(event);
    }
    if (isSale(event)) row.claims[key] = rules.claimed || rules.ofPlatform ? event : null;
    applyToOrder(row, event, rules);
  }
  for (const row of rows.values()) {
    row.counted ||= row.confirmed || count_unconfirmed;
    rollups.add(acceptancesOf(row));
    if (row.counted) rollups.add(contributionOf(row));
  }
  await writeOrders(tx, tenantId, [...rows.values()]);
  return { rows, cancelling, ignored, confirming, buyers: new Set([...buyers, ...visitorsIn(rows)]) };
}

const visitorsIn = (rows: ReadonlyMap<string, ShopOrderRow>) =>
  [...rows.values()].flatMap(({ visitorId }) => visitorId ?? []);

const strict = { count_unconfirmed: false };

async function lockOrders(tx: Transaction, tenantId: number, ids: string[]): Promise<Map<string, ShopOrderRow>> {
  if (ids.length === 0) return new Map();
  await tx.execute(sql`
    insert into checkout.order (tenant_id, id, upsells_accepted, bundles_purchased, confirmed, counted)
    select ${tenantId}::int, id, '{}', '{}', false, false from json_array_elements_text(${JSON.stringify(ids)}::json) as id
    order by id
    on conflict do nothing`);
  const rows = await tx
    .select()
    .from(order)
    .where(and(eq(order.tenantId, tenantId), inArray(order.id, ids)))
    .orderBy(asc(order.id))
    .for("update");
  return new Map(rows.map((row) => [row.id, row]));
}

const columns = columnsWithout(order, "tenantId");

async function writeOrders(tx: Transaction, tenantId: number, rows: readonly ShopOrderRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    update checkout.order as known set ${columns.set("row")} from ${columns.from(rows)}
    where known.tenant_id = ${tenantId} and known.id = row.id`);
}
