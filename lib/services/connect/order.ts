import type { OrderReport } from "../../contract/affiliate-storefront.ts";
import type { Platform } from "../../contract/checkout/source-words.ts";
import type { StorefrontEvent } from "../../contract/storefront.ts";
import type { ShopOrderState, ShopRefund } from "../../database/schema/checkout-shop.ts";
import { toMajor } from "../kernel/money.ts";
import type { ShopOrderFacts } from "./reading.ts";

export type Step = { state: ShopOrderState; events: StorefrontEvent[]; reports: OrderReport[] };

/**
 * Whatever the order of the deliveries, what is known becomes the same: the latest state has the value, the earliest
 * the placing, and refunds are only added. Events are the difference to what the events before added up to.
 */
export function takeFacts(
  { platform, currency }: { platform: Platform; currency: string },
  known: ShopOrderState | null,
  facts: ShopOrderFacts,
): Step {
  const state = merge(known, facts);
  const { placedIn, orderId, total } = state;
  if (placedIn === undefined || orderId === undefined || total === undefined) return { state, events: [], reports: [] };
  const name = `${platform}:order:${facts.key}`;
  // The checkout service has the store's currency only; the affiliate service has any.
  const events = state.currency === currency ? eventsOf(name, state, { ...state, placedIn, orderId, total }) : [];
  return { state, events, reports: reportsOf(state, orderId, facts) };
}

function merge(known: ShopOrderState | null, { currency, refunds, state: read }: ShopOrderFacts): ShopOrderState {
  const state: ShopOrderState = known
    ? { ...known, refunds: [...known.refunds] }
    : { currency, refunds: [], refundsCounted: 0 };
  for (const refund of refunds) addRefund(state.refunds, refund);
  if (!read) return state;
  state.currency = currency;
  state.orderId ??= read.orderId;
  state.number ??= read.number;
  if (read.customerId !== undefined) state.customerId ??= read.customerId;
  if (read.visitorId !== undefined) state.visitorId ??= read.visitorId;
  if (read.reason !== undefined) state.reason ??= read.reason;
  state.placedAt ??= read.placedAt;
  state.placedIn = least(state.placedIn, read.placedIn);
  state.cancelledIn = most(state.cancelledIn, read.cancelledIn);
  // Platforms date their states to the second. Of two in one second, the higher value counts.
  const isLater = state.version === undefined || read.version > state.version;
  if (isLater || (read.version === state.version && read.total > (state.total ?? 0))) {
    state.version = read.version;
    state.total = read.total;
  }
  return state;
}

/** A refund may grow, as the sum of a charge's refunds does. It never shrinks. */
function addRefund(known: ShopRefund[], refund: ShopRefund): void {
  const parts = known.filter(({ id }) => id === refund.id || id.startsWith(`${refund.id}:`));
  const growth = refund.amount - parts.reduce((sum, { amount }) => sum + amount, 0);
  if (growth <= 0) return;
  known.push({ ...refund, id: parts.length === 0 ? refund.id : `${refund.id}:${refund.amount}`, amount: growth });
}

const least = (a: string | undefined, b: string | undefined) => (a === undefined || (b !== undefined && b < a) ? b : a);
const most = (a: string | undefined, b: string | undefined) => (a === undefined || (b !== undefined && b > a) ? b : a);

const isCancelled = ({ placedIn, cancelledIn }: ShopOrderState) =>
  placedIn !== undefined && cancelledIn !== undefined && placedIn <= cancelledIn;

type Placed = ShopOrderState & { placedIn: string; orderId: string; total: number };

/** Marks in `state` what the events contain. */
function eventsOf(name: string, state: ShopOrderState, placed: Placed): StorefrontEvent[] {
  const { orderId: order_id, number: platform_order_id = order_id, customerId, visitorId, total, currency } = placed;
  const major = (amount: number) => toMajor(amount, currency);
  const about = { order_id, platform_order_id, ...(customerId !== undefined && { customer_id: customerId }) };
  const version = placed.version ?? placed.placedIn;
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
    });
    state.counted = total;
  }
  for (const { id, amount, at } of state.refunds.slice(state.refundsCounted)) {
    const refund = { order_id, platform_order_id, amount: major(amount) };
    events.push({ id: `${name}:refunded:${id}`, type: "order.refunded", occurred_at: at, ...refund });
  }
  state.refundsCounted = state.refunds.length;
  if (isCancelled(state) && !state.cancelCounted) {
    events.push({
      id: `${name}:cancelled`,
      type: "order.cancelled",
      occurred_at: state.cancelledIn ?? version,
      ...about,
      ...(state.reason !== undefined && { reason: state.reason }),
    });
    state.cancelCounted = true;
  }
  return events;
}

/** All that is known is reported each time something is new, because the affiliate service takes each report once. */
function reportsOf(state: ShopOrderState, external_id: string, { currency, state: read }: ShopOrderFacts) {
  const reports: OrderReport[] = [];
  if (read) {
    state.reported ??= read.report.total;
    const occurred_at = state.placedAt ?? read.placedAt;
    reports.push({ type: "order.placed", external_id, occurred_at, currency, ...read.report });
  }
  let left = state.reported ?? 0;
  for (const { id: refund_id, amount, at: occurred_at } of state.refunds) {
    const part = Math.min(amount, left);
    left -= part;
    if (part > 0) reports.push({ type: "order.refunded", external_id, occurred_at, refund_id, amount: part });
  }
  if (isCancelled(state)) {
    reports.push({ type: "order.cancelled", external_id, occurred_at: state.cancelledIn ?? state.placedIn ?? "" });
  }
  const known = reports.length + (read ? 0 : 1);
  if (known === state.reports) return [];
  state.reports = known;
  return reports;
}
