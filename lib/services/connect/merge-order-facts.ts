import { isDeepStrictEqual } from "node:util";
import type { OrderReport } from "../../contract/affiliate-storefront.ts";
import type { Platform } from "../../contract/checkout/source-words.ts";
import type { StorefrontEvent } from "../../contract/storefront.ts";
import type { ShopOrderState } from "../../database/schema/checkout-shop.ts";
import { toMajor } from "../kernel/money.ts";
import { isTold } from "./lock-order.ts";
import type { ShopOrderFacts } from "./platform-order.ts";
import { type Back, backOf, takeRefunds } from "./refunds.ts";
import { changeOf, saleEvents } from "./sales.ts";

export type OrderStep = { state: ShopOrderState; events: StorefrontEvent[]; reports: OrderReport[] };

/**
 * Whatever the order of the deliveries, what is known becomes the same: the latest state of the order has its lines and
 * its value, the latest state of each refund has its amount. Events are the difference to what the events before added
 * up to; a report has the whole order as it now stands.
 */
export function takeFacts(
  { platform, currency }: { platform: Platform; currency: string },
  known: ShopOrderState | null,
  facts: ShopOrderFacts,
): OrderStep {
  const state = merge(known, facts);
  const { placedIn, orderId, total } = state;
  if (placedIn === undefined || orderId === undefined || total === undefined) return { state, events: [], reports: [] };
  const name = `${platform}:order:${facts.key}`;
  const back = backOf(state.refunds, Math.max(0, total));
  // The checkout service has the store's currency only; the affiliate service has any.
  const events = state.currency === currency ? eventsOf(name, state, back, { ...state, placedIn, orderId, total }) : [];
  return { state, events, reports: reportsOf(state, back, orderId, facts) };
}

function merge(known: ShopOrderState | null, facts: ShopOrderFacts): ShopOrderState {
  const { currency, state: read } = facts;
  const state: ShopOrderState = { currency, ...known, refunds: [...(known?.refunds ?? [])] };
  state.cancelledIn = most(state.cancelledIn, facts.cancelledIn);
  if (facts.reason !== undefined) state.reason ??= facts.reason;
  takeRefunds(state, facts);
  if (!read) return state;
  state.currency = currency;
  takeBuyer(state, read);
  state.placedIn = least(state.placedIn, read.placedIn);
  state.openIn = most(state.openIn, read.placedIn);
  if (state.version === undefined || isAhead(read, state.version, state.total ?? 0)) {
    state.version = read.version;
    state.total = read.total;
    state.sold = soldOf(read.report);
    state.sales = read.sales;
  }
  return state;
}

/** The facts of a delivery that shows nothing of the order. */
export const withoutFacts = (key: string, { currency }: ShopOrderState): ShopOrderFacts => ({
  key,
  currency,
  refunds: [],
});

/** What is known of an order under another id of it. */
export function join(known: ShopOrderState | null, other: ShopOrderState | null): ShopOrderState | null {
  if (!other) return known;
  const { currency, refunds, cancelledIn, reason } = other;
  const back = refunds.map(({ counted: _, ...refund }) => refund);
  const state = merge(known, { key: "", currency, refunds: back, ...(!isTold(other) && { cancelledIn, reason }) });
  if (other.version !== undefined && (state.version === undefined || other.version > state.version)) {
    const { version, total, sold, sales } = other;
    Object.assign(state, { currency, version, total, sold, sales });
  }
  return state;
}

/** The first state in which the order was placed says who placed it. */
function takeBuyer(state: ShopOrderState, { orderId, number, customerId, visitorId, placedAt }: Read): void {
  const found = {
    orderId,
    number,
    placedAt,
    ...(customerId !== undefined && { customerId }),
    ...(visitorId !== undefined && { visitorId }),
  };
  Object.assign(state, state.placedIn === undefined ? found : { ...found, ...state });
}

type Read = NonNullable<ShopOrderFacts["state"]>;

/** Platforms date their states to the second. Of two in one second, the higher value counts. */
const isAhead = ({ version, total }: Read, knownVersion: string, knownTotal: number) =>
  version > knownVersion || (version === knownVersion && total > knownTotal);

const soldOf = ({ subtotal, discount, tax, shipping, total, line_items }: Read["report"]) => ({
  subtotal,
  discount,
  tax,
  shipping,
  total,
  line_items,
});

const least = (a: string | undefined, b: string | undefined) => (a === undefined || (b !== undefined && b < a) ? b : a);
const most = (a: string | undefined, b: string | undefined) => (a === undefined || (b !== undefined && b > a) ? b : a);

/** Of a second in which an order was both, it is cancelled. */
const isCancelled = ({ placedIn = "", openIn = placedIn, cancelledIn }: ShopOrderState) =>
  cancelledIn !== undefined && openIn <= cancelledIn;

type Placed = ShopOrderState & { placedIn: string; orderId: string; total: number };

/** Marks in `state` what the events contain. */
function eventsOf(name: string, state: ShopOrderState, back: Back[], placed: Placed): StorefrontEvent[] {
  const { orderId: order_id, number: platform_order_id = order_id, customerId, visitorId, total, currency } = placed;
  const major = (amount: number) => toMajor(amount, currency);
  const about = { order_id, platform_order_id, ...(customerId !== undefined && { customer_id: customerId }) };
  const version = placed.version ?? placed.placedIn;
  const lines = state.sold?.line_items?.map(({ product_id, name, quantity, unit_price }) => ({
    product_id,
    quantity,
    unit_price: major(unit_price),
    ...(name !== undefined && { name }),
  }));
  const bought = lines && { line_items: lines };
  const events: StorefrontEvent[] = [];
  if (state.counted === undefined) {
    events.push({
      id: `${name}:placed`,
      type: "order.placed",
      occurred_at: placed.placedAt ?? placed.placedIn,
      ...about,
      ...(visitorId !== undefined && { visitor_id: visitorId }),
      total: major(Math.max(0, total)),
      currency,
      ...bought,
    });
    state.counted = Math.max(0, total);
  }
  if (state.counted !== total) {
    events.push({
      id: `${name}:edited:${version}:${total}`,
      type: "order.edited",
      occurred_at: version,
      ...about,
      edit_type: "order_updated",
      changes: { items_added: [], items_removed: [], quantity_changes: [] },
      amount_changed: major(total - state.counted),
      new_total: major(Math.max(0, total)),
      ...bought,
    });
    state.counted = total;
  }
  for (const { of, amount } of back) {
    const { id, counted, asOf, at } = of;
    const more = amount - (counted ?? 0);
    if (more === 0) continue;
    const refund = { order_id, platform_order_id, amount: major(more) };
    events.push({
      id: `${name}:refunded:${id}${counted === undefined ? "" : changeOf(state)}`,
      type: "order.refunded",
      occurred_at: counted === undefined ? at : (asOf ?? at),
      ...refund,
    });
    of.counted = amount;
  }
  events.push(...saleEvents(name, state, { ...about, currency }));
  const cancelled = isCancelled(state);
  if (cancelled !== (state.cancelCounted ?? false)) {
    const at = (cancelled ? state.cancelledIn : state.openIn) ?? version;
    const isFirst = state.cancelCounted === undefined;
    events.push({
      id: cancelled && isFirst ? `${name}:cancelled` : `${name}:${cancelled ? "cancelled" : "reopened"}:${at}`,
      occurred_at: at,
      ...about,
      ...(cancelled
        ? { type: "order.cancelled", ...(state.reason !== undefined && { reason: state.reason }) }
        : { type: "order.reopened" }),
    });
    state.cancelCounted = cancelled;
  }
  return events;
}

/** The affiliate service takes an order's placing once, so all that is known beyond it is reported as the order stands. */
function reportsOf(
  state: ShopOrderState,
  back: Back[],
  external_id: string,
  { currency, state: read }: ShopOrderFacts,
) {
  const reports: OrderReport[] = [];
  let { standing } = state;
  if (read && !state.reported) {
    reports.push({
      type: "order.placed",
      external_id,
      occurred_at: state.placedAt ?? read.placedAt,
      currency,
      ...read.report,
    });
    state.reported = true;
    standing = { ...soldOf(read.report), cancelled: false, refunds: [] };
  }
  if (!state.sold || !state.reported) return reports;
  const now = {
    ...state.sold,
    cancelled: isCancelled(state),
    refunds: back.flatMap(({ of, amount, ...parts }) => {
      const { id: refund_id, at: occurred_at, chargeback } = of;
      return amount === 0 ? [] : [{ refund_id, occurred_at, amount, ...parts, ...(chargeback && { chargeback }) }];
    }),
  };
  state.standing = now;
  if (!isDeepStrictEqual(now, standing)) {
    reports.push({ type: "order.updated", external_id, occurred_at: latestIn(state), ...now });
  }
  return reports;
}

/** Never earlier than in a report before, because more is known now. */
const latestIn = ({ version, openIn, cancelledIn, refunds }: ShopOrderState): string =>
  [version, openIn, cancelledIn, ...refunds.map(({ at, asOf }) => asOf ?? at)].reduce(most) ?? "";
