import type { SaleEvent, StorefrontEvent, StorefrontEventOf } from "../../contract/storefront.ts";
import type { OfferFacts, order } from "../../database/schema/checkout-sales.ts";
import { lookOf, segmentsOf } from "./offer-looks.ts";
import type { Contribution } from "./rollups.ts";

export type ShopOrderRow = typeof order.$inferSelect;
export type Minor = (amount: number) => number;

const orderEventTypes = [
  "order.placed",
  "order.edited",
  "order.cancelled",
  "order.reopened",
  "order.refunded",
  "offer.accepted",
  "bundle.purchased",
  "subscription.created",
] as const;

export type OrderEvent = StorefrontEventOf<(typeof orderEventTypes)[number]>;

export function isOrderEvent(event: StorefrontEvent): event is OrderEvent {
  return (orderEventTypes as readonly string[]).includes(event.type);
}

type Times = 1 | 0 | -1;
type Rules = {
  minor: Minor;
  dayOf: (at: Date) => string;
  claimed?: boolean;
  shopper?: { device: string } | undefined;
};

/** No step depends on the sequence of the events, except that the first event that names an identifier wins. */
export function applyToOrder(row: ShopOrderRow, event: OrderEvent, rules: Rules, times: Times = 1): void {
  const { minor, dayOf, claimed = false } = rules;
  // Of pages, only one that places the order names it.
  if (!claimed || (event.type === "order.placed" && !row.confirmed)) {
    row.platformOrderId ??= event.platform_order_id ?? null;
    if ("customer_id" in event) row.customerId ??= event.customer_id ?? null;
  }
  // Platforms do not know the visitor, so a page may add it.
  const corrects = event.type === "order.placed" && !row.confirmed && !claimed;
  const visitor = "visitor_id" in event ? (event.visitor_id ?? null) : null;
  row.visitorId = corrects ? (visitor ?? row.visitorId) : (row.visitorId ?? visitor);
  switch (event.type) {
    case "order.placed": {
      const at = new Date(event.occurred_at);
      const variant = event.experiment_variant ?? null;
      if (row.confirmed && claimed) {
        row.experimentVariant ??= variant;
        return;
      }
      takeLines(row, event, minor, claimed);
      if (row.placedAt && !corrects && !isEarlier(at, event.id, row.placedAt, row.placedBy ?? "")) return;
      if (corrects && row.placedAt) {
        row.platformOrderId = event.platform_order_id;
        row.customerId = event.customer_id ?? row.customerId;
      }
      row.confirmed = !claimed;
      row.placedAt = at;
      row.placedBy = event.id;
      row.day = dayOf(at);
      row.total = minor(event.total);
      row.experimentVariant = variant ?? (corrects ? row.experimentVariant : null);
      return;
    }
    case "order.edited":
      row.edited += minor(event.amount_changed);
      takeLines(row, event, minor, claimed);
      return;
    case "order.cancelled":
    case "order.reopened":
      if (!decides(row, event)) return;
      row.cancelled = event.type === "order.cancelled";
      row.cancelledAt = new Date(event.occurred_at);
      return;
    case "order.refunded":
      row.refunded += minor(event.amount);
      return;
    default:
      addSale(row, event, rules, times);
  }
}

/** Of two lists of lines, the later counts, and of one time that of an edit. */
function takeLines(
  row: ShopOrderRow,
  { type, line_items, occurred_at }: StorefrontEventOf<"order.placed" | "order.edited">,
  minor: Minor,
  claimed: boolean,
): void {
  const at = new Date(occurred_at);
  const known = row.linesAt;
  const isLater = known === null || (type === "order.edited" ? at >= known : at > known);
  if (!line_items || !isLater || (claimed && known !== null)) return;
  // Without a time, what a page says gives way to what the shop says.
  row.linesAt = claimed ? null : at;
  row.lines = line_items.map(({ product_id, name = null, quantity, unit_price }) => ({
    product_id,
    name,
    quantity,
    price: unit_price === undefined ? null : minor(unit_price),
  }));
  row.products = [...new Set(row.lines.map(({ product_id }) => product_id))].sort();
}

/** The latest event decides, and of two at one time, the cancellation. */
export function decides({ cancelled, cancelledAt }: ShopOrderRow, event: OrderEvent): boolean {
  const at = new Date(event.occurred_at);
  if (event.type === "order.cancelled") return cancelledAt === null ? !cancelled : at >= cancelledAt;
  return event.type === "order.reopened" && (cancelledAt === null || at > cancelledAt);
}

/** A sale counts 0 times if it is known already: then only what its page knows of the shopper is added. */
export function addSale(row: ShopOrderRow, sale: SaleEvent, rules: Rules, times: Times): void {
  const { minor } = rules;
  switch (sale.type) {
    case "offer.accepted": {
      const at = new Date(sale.occurred_at);
      if (row.acceptedAt === null || row.acceptedAt < at) row.acceptedAt = at;
      const price = times * minor(sale.final_price);
      row.upsellRevenue += price;
      row.upsellsAccepted = withMember(row.upsellsAccepted, sale.upsell_id);
      addToLine(row, sale.upsell_id, price);
      addToFacts(row, sale, rules, times);
      return;
    }
    case "bundle.purchased": {
      const price = times * minor(sale.bundle_price);
      const line = row.bundleLines[sale.bundle_id] ?? { purchases: 0, revenue: 0, savings: 0 };
      row.bundleRevenue += price;
      row.bundlesPurchased = withMember(row.bundlesPurchased, sale.bundle_id);
      row.bundleLines[sale.bundle_id] = {
        purchases: line.purchases + times,
        revenue: line.revenue + price,
        savings: line.savings + times * minor(sale.original_price) - price,
      };
      return;
    }
    case "subscription.created": {
      const price = times * minor(sale.price);
      row.subscriptionRevenue += price;
      addToLine(row, sale.upsell_id, price);
    }
  }
}

/** The line of an offer includes the first charge of its subscription, which is a source of its own only in the total. */
function addToLine({ upsellLines }: ShopOrderRow, offer: string, price: number): void {
  upsellLines[offer] = (upsellLines[offer] ?? 0) + price;
}

/** What was known first stays, because the shop's server, which reports later, seldom knows how an offer was seen. */
function addToFacts(
  { offerFacts }: ShopOrderRow,
  sale: StorefrontEventOf<"offer.accepted">,
  { minor, dayOf, shopper }: Rules,
  times: Times,
): void {
  const none: OfferFacts = { day: dayOf(new Date(sale.occurred_at)), accepted: 0, discount: 0, look: {} };
  const known = offerFacts[sale.upsell_id] ?? none;
  offerFacts[sale.upsell_id] = {
    day: times === 1 && known.accepted <= 0 ? none.day : known.day,
    accepted: known.accepted + times,
    discount: known.discount + times * minor(sale.discount.amount),
    look: { ...lookOf(sale, shopper), ...known.look },
  };
}

/** Acceptances count on their own day, no matter what becomes of the order. */
export const acceptancesOf = ({ offerFacts }: ShopOrderRow): Contribution =>
  Object.entries(offerFacts).flatMap(([of, { day, accepted, look }]) =>
    segmentsOf(look).map((segment) => ({ table: "segment" as const, day, of, segment, sums: { accepted } })),
  );

function earningsOf({ offerFacts, upsellLines }: ShopOrderRow, day: string): Contribution {
  return Object.entries(offerFacts).flatMap(([of, { accepted, discount, look }]) => {
    const sums = { orders: 1, revenue: upsellLines[of] ?? 0, discount };
    return accepted > 0
      ? segmentsOf(look).map((segment) => ({ table: "segment" as const, day, of, segment, sums }))
      : [];
  });
}

/** A refund does not lower the revenue from offers, because nobody says which line it was for. */
export function contributionOf(row: ShopOrderRow): Contribution {
  if (row.day === null || row.cancelled) return [];
  const { day } = row;
  const bundles = Object.values(row.bundleLines);
  return [
    {
      table: "total",
      day,
      sums: {
        orders: 1,
        ordersWithUpsells: row.upsellsAccepted.length > 0 ? 1 : 0,
        revenue: row.total + row.edited - row.refunded,
        upsellRevenue: row.upsellRevenue,
        bundleRevenue: row.bundleRevenue,
        bundlePurchases: bundles.reduce((sum, { purchases }) => sum + purchases, 0),
        bundleSavings: bundles.reduce((sum, { savings }) => sum + savings, 0),
        subscriptionRevenue: row.subscriptionRevenue,
      },
    },
    ...Object.entries(row.upsellLines).map(([of, revenue]) => ({
      table: "upsell" as const,
      day,
      of,
      sums: { revenue },
    })),
    ...earningsOf(row, day),
    ...Object.entries(row.bundleLines).map(([of, sums]) => ({ table: "bundle" as const, day, of, sums })),
  ];
}

function isEarlier(at: Date, by: string, thanAt: Date, thanBy: string): boolean {
  return at.getTime() === thanAt.getTime() ? by < thanBy : at < thanAt;
}

function withMember(members: string[], member: string): string[] {
  return members.includes(member) ? members : [...members, member].sort();
}
