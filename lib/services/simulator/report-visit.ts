import type { StorefrontEvent } from "../../contract/storefront.ts";
import { toMajor } from "../kernel/money.ts";
import { priceIn, productOf } from "./products.ts";
import type { ShopperOrder, ShopperVisit, Shown } from "./shopper.ts";

export type VisitIds = {
  event: string;
  visitor: string;
  customer: string;
  order: string;
  platformOrder: string;
};

type LineItem = { product_id: string; name: string; quantity: number; unit_price?: number };

type Teller = {
  names: VisitIds;
  refs: { order_id: string; platform_order_id: string };
  money(minor: number): number;
  /** What the order has so far. */
  lines: LineItem[];
  add(after: number, type: string, data: Record<string, unknown>): void;
  count(): number;
};

export function tell(
  visit: ShopperVisit,
  start: number,
  names: VisitIds,
  currency: string,
  variant?: string,
): StorefrontEvent[] {
  const events: { at: number; event: Record<string, unknown> }[] = [];
  const teller: Teller = {
    names,
    refs: { order_id: names.order, platform_order_id: names.platformOrder },
    money: (minor) => toMajor(minor, currency),
    lines: visit.order ? boughtIn(visit.order, currency) : [],
    add(after, type, data) {
      const occurred_at = new Date(Math.round(start + after)).toISOString();
      events.push({ at: after, event: { id: `${names.event}_${events.length}`, type, occurred_at, ...data } });
    },
    count: () => events.length,
  };
  teller.add(0, "visit", { visitor_id: names.visitor });
  const { order } = visit;
  let total = order?.total ?? 0;
  const shown = visit.shown.toSorted((a, b) => a.after - b.after);
  for (const one of shown.filter(({ answer, after }) => order && answer === "accepted" && after <= order.after))
    teller.lines.push(lineOf(teller, one));
  const placed = [...teller.lines];
  for (const one of shown) {
    tellOffer(teller, one, order);
    if (!order || one.answer !== "accepted") continue;
    total = tellAccepted(teller, one, order, total);
  }
  if (order) tellOrder(teller, order, { total, currency, variant, placed });
  return events.sort((a, b) => a.at - b.at).map(({ event }) => event as StorefrontEvent);
}

function boughtIn({ bought, bundle }: ShopperOrder, currency: string): LineItem[] {
  return [
    ...bought.map(({ product, quantity }) => {
      const { title: name, cents } = productOf(product);
      return { product_id: product, name, quantity, unit_price: toMajor(priceIn(currency, cents), currency) };
    }),
    // A bundle has one price for all of its products.
    ...(bundle?.products ?? []).map(({ product_id, quantity }) => ({
      product_id,
      name: productOf(product_id).title,
      quantity,
    })),
  ];
}

function lineOf({ money }: Teller, { offer, price, off }: Shown): LineItem {
  const { id, title: name } = productOf(offer.product_id);
  return { product_id: id, name, quantity: 1, unit_price: money(price - off) };
}

function productIn({ money }: Teller, { offer, price }: Shown) {
  const { id, title, variant } = productOf(offer.product_id);
  return { id, title, variant_id: variant, price: money(price) };
}

const seenAs = ({ placement, trigger_product }: Shown["offer"]) => ({ placement, trigger_product });

function tellOffer(teller: Teller, shown: Shown, order: ShopperOrder | undefined): void {
  const { add, names, refs } = teller;
  const { offer, after, answer } = shown;
  const facts = { visitor_id: names.visitor, upsell_id: offer.id, ...seenAs(offer) };
  add(after, "offer.shown", facts);
  if (answer !== "declined") return;
  const isOrdered = order !== undefined && after > order.after;
  add(after + 9_000, "offer.declined", { ...facts, ...(isOrdered && refs), product: productIn(teller, shown) });
}

/** Returns the total of the order, which an offer that is accepted later edits. */
function tellAccepted(teller: Teller, shown: Shown, order: ShopperOrder, total: number): number {
  const { add, money, names, refs } = teller;
  const { offer, after, price, off } = shown;
  const upsell_id = offer.id;
  const customer_id = names.customer;
  const product = productIn(teller, shown);
  const { every } = productOf(offer.product_id);
  const paid = price - off;
  add(after + 14_000, "offer.accepted", {
    visitor_id: names.visitor,
    upsell_id,
    ...seenAs(offer),
    ...refs,
    customer_id,
    product,
    discount: { type: offer.discount.type, value: offer.discount.value, amount: money(off) },
    // The first charge of a subscription is counted with the subscription.
    final_price: every ? 0 : money(paid),
  });
  if (every) {
    const subscription_id = `sub_${names.order}_${teller.count()}`;
    const facts = { subscription_id, upsell_id, ...refs, customer_id, product, interval: every, price: money(paid) };
    add(after + 15_000, "subscription.created", facts);
  }
  if (after <= order.after) return total;
  teller.lines.push(lineOf(teller, shown));
  tellEdit(teller, after + 16_000, { product: product.id, quantity: 1, by: paid }, total + paid);
  return total + paid;
}

function tellEdit(
  { add, money, names, refs, lines }: Teller,
  after: number,
  { product, quantity, by }: { product: string; quantity: number; by: number },
  total: number,
): void {
  const item = { product_id: product, quantity, price: money(by / quantity) };
  add(after, "order.edited", {
    ...refs,
    customer_id: names.customer,
    edit_type: "add_items",
    changes: { items_added: [item], items_removed: [], quantity_changes: [] },
    amount_changed: money(by),
    new_total: money(total),
    line_items: [...lines],
  });
}

type OrderFacts = { total: number; currency: string; variant: string | undefined; placed: LineItem[] };

function tellOrder(teller: Teller, order: ShopperOrder, { total, currency, variant, placed }: OrderFacts): void {
  const { add, money, names, refs } = teller;
  const { bundle, edit, cancel, refund } = order;
  const customer_id = names.customer;
  if (bundle) {
    add(order.after - 2_000, "bundle.purchased", {
      bundle_id: bundle.id,
      ...refs,
      customer_id,
      products: bundle.products.map(({ product_id, quantity }) => ({
        id: product_id,
        title: productOf(product_id).title,
        quantity,
      })),
      original_price: money(bundle.original),
      bundle_price: money(bundle.price),
    });
  }
  add(order.after, "order.placed", {
    visitor_id: names.visitor,
    ...refs,
    customer_id,
    total: money(order.total),
    currency,
    ...(variant !== undefined && { experiment_variant: variant }),
    line_items: placed,
  });
  if (edit) {
    const { title: name } = productOf(edit.product);
    const unit_price = money(edit.by / edit.quantity);
    teller.lines.push({ product_id: edit.product, name, quantity: edit.quantity, unit_price });
    tellEdit(teller, edit.after, edit, total + edit.by);
  }
  if (cancel) add(cancel.after, "order.cancelled", { ...refs, customer_id, reason: cancel.reason });
  if (refund) add(refund.after, "order.refunded", { ...refs, amount: money(refund.amount) });
}
