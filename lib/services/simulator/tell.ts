import type { StorefrontEvent } from "../../contract/storefront.ts";
import { toMajor } from "../kernel/money.ts";
import { productOf } from "./products.ts";
import type { Visit } from "./shopper.ts";

export type Names = {
  /** Prefix of the ids of all events of the visit. */
  event: string;
  visitor: string;
  customer: string;
  order: string;
  platformOrder: string;
};

export function tell(visit: Visit, start: number, names: Names, currency: string, variant?: string): StorefrontEvent[] {
  const events: { at: number; event: Record<string, unknown> }[] = [];
  const money = (minor: number) => toMajor(minor, currency);
  const add = (after: number, type: string, data: Record<string, unknown>) => {
    const occurred_at = new Date(Math.round(start + after)).toISOString();
    events.push({ at: after, event: { id: `${names.event}_${events.length}`, type, occurred_at, ...data } });
  };
  const shopper = { visitor_id: names.visitor };
  const refs = { order_id: names.order, platform_order_id: names.platformOrder };
  const { order } = visit;

  add(0, "visit", shopper);
  // An offer accepted after the order was placed is an edit of the order.
  let total = order?.total ?? 0;
  for (const { offer, after, answer, price, off } of visit.shown) {
    const upsell_id = offer.id;
    add(after, "offer.shown", { ...shopper, upsell_id });
    const { id, title, variant: variant_id, every } = productOf(offer.product_id);
    const product = { id, title, variant_id, price: money(price) };
    const ordered = order && after > order.after;
    if (answer === "declined")
      add(after + 9_000, "offer.declined", { ...shopper, upsell_id, ...(ordered && refs), product });
    if (answer !== "accepted" || !order) continue;
    const paid = price - off;
    add(after + 14_000, "offer.accepted", {
      ...shopper,
      upsell_id,
      ...refs,
      customer_id: names.customer,
      product,
      discount: { type: offer.discount.type, value: offer.discount.value, amount: money(off) },
      // The first charge of a subscription is counted with the subscription.
      final_price: every ? 0 : money(paid),
    });
    if (every) {
      add(after + 15_000, "subscription.created", {
        subscription_id: `sub_${names.order}_${events.length}`,
        upsell_id,
        ...refs,
        customer_id: names.customer,
        product,
        interval: every,
        price: money(paid),
      });
    }
    if (!ordered) continue;
    total += paid;
    add(after + 16_000, "order.edited", {
      ...refs,
      customer_id: names.customer,
      edit_type: "add_items",
      changes: {
        items_added: [{ product_id: id, quantity: 1, price: money(paid) }],
        items_removed: [],
        quantity_changes: [],
      },
      amount_changed: money(paid),
      new_total: money(total),
    });
  }
  if (!order) return inOrder(events);

  if (order.bundle) {
    const { id, original, price, products } = order.bundle;
    add(order.after - 2_000, "bundle.purchased", {
      bundle_id: id,
      ...refs,
      customer_id: names.customer,
      products: products.map(({ product_id, quantity }) => ({
        id: product_id,
        title: productOf(product_id).title,
        quantity,
      })),
      original_price: money(original),
      bundle_price: money(price),
    });
  }
  add(order.after, "order.placed", {
    ...shopper,
    ...refs,
    customer_id: names.customer,
    total: money(order.total),
    currency,
    ...(variant !== undefined && { experiment_variant: variant }),
  });
  const { edit, cancel, refund } = order;
  if (edit) {
    add(edit.after, "order.edited", {
      ...refs,
      customer_id: names.customer,
      edit_type: "add_items",
      changes: {
        items_added: [{ product_id: edit.product, quantity: edit.quantity, price: money(edit.by / edit.quantity) }],
        items_removed: [],
        quantity_changes: [],
      },
      amount_changed: money(edit.by),
      new_total: money(total + edit.by),
    });
  }
  if (cancel) {
    add(cancel.after, "order.cancelled", { ...refs, customer_id: names.customer, reason: cancel.reason });
  }
  if (refund) add(refund.after, "order.refunded", { ...refs, amount: money(refund.amount) });
  return inOrder(events);
}

function inOrder(events: { at: number; event: Record<string, unknown> }[]): StorefrontEvent[] {
  return events.sort((a, b) => a.at - b.at).map(({ event }) => event as StorefrontEvent);
}
