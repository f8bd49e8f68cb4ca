import type { StorefrontEvent } from "../../contract/storefront.ts";
import type { ShopOrderState, ShopSale } from "../../database/schema/checkout-shop.ts";
import { toMajor } from "../kernel/money.ts";
import { names, sumOf, textOf } from "./platform-order.ts";

/** A line of an order. What it has of the order now may be less than what was bought; amounts are of what it has. */
export type SoldLine = {
  /** Under the names of `names`, with or without an underscore before them, as platforms hide such facts. */
  mark: (name: string) => unknown;
  product: unknown;
  variant?: unknown;
  title?: unknown;
  quantity: unknown;
  /** Before and after discounts. */
  listed: number;
  charged: number;
};

/** What the shop marked as sold by an offer or a bundle. A line that is marked as both was accepted as an offer. */
export function salesOf(lines: readonly SoldLine[]): ShopSale[] {
  const sales = new Map<string, ShopSale>();
  for (const { mark, product, variant, title, quantity, listed, charged } of lines) {
    const marked = (name: string) => textOf(mark(name) ?? mark(`_${name}`), 200);
    const [upsell, bundle] = [marked(names.upsell), marked(names.bundle)];
    const [id, productId] = [upsell ?? bundle, textOf(product, 200)];
    if (id === undefined || productId === undefined || charged < 0) continue;
    const of = upsell === undefined ? "bundle" : "upsell";
    const sale = sales.get(`${of} ${id}`) ?? { of, id, products: [], listed: 0, charged: 0 };
    const pieces = Math.max(1, Math.trunc(Number(quantity)) || 1);
    const about = { title: textOf(title, 300) ?? productId, variant_id: textOf(variant, 200) ?? productId };
    sale.products.push({
      id: productId,
      ...about,
      quantity: Math.min(pieces, 1e6),
      price: Math.round(listed / pieces),
    });
    sale.listed += Math.max(listed, charged);
    sale.charged += charged;
    sales.set(`${of} ${id}`, sale);
  }
  return [...sales.values()].slice(0, 100);
}

/** The end of the id of an event that changes what an earlier one said. */
export function changeOf(state: ShopOrderState): string {
  state.changes = (state.changes ?? 0) + 1;
  return `:change:${state.changes}`;
}

type Order = { order_id: string; platform_order_id: string; customer_id?: string; currency: string };

/** A sale that is told again replaces the one before. Marks in `state` what the events contain. */
export function saleEvents(name: string, state: ShopOrderState, order: Order): StorefrontEvent[] {
  const { currency, order_id, platform_order_id, customer_id = `guest:${order_id}` } = order;
  const major = (amount: number) => toMajor(amount, currency);
  const ids = { order_id, platform_order_id, customer_id };
  const occurred_at = state.placedAt ?? state.placedIn ?? "";
  const known = { ...state.salesCounted };
  const left = (state.total ?? 0) - sumOf(state.refunds.map(({ counted = 0 }) => counted));
  const events = standing(state.sales ?? [], known).flatMap((sale): StorefrontEvent[] => {
    // Of an order that was paid back, nothing is left of any line.
    const charged = left > 0 ? sale.charged : 0;
    const key = `${sale.of} ${sale.id}`;
    const before = known[key];
    if (before?.charged === charged) return [];
    known[key] = { ...sale, charged };
    const change = before ? changeOf(state) : "";
    const common = { id: `${name}:sold:${key.replace(" ", ":").slice(0, 150)}${change}`, occurred_at, ...ids };
    const [first] = sale.products;
    if (!first) return [];
    const off = sale.listed - charged;
    if (sale.of === "upsell") {
      const { quantity: _, price, ...product } = first;
      return [
        {
          ...common,
          type: "offer.accepted",
          upsell_id: sale.id,
          final_price: major(charged),
          product: { ...product, price: major(price) },
          discount: { type: "fixed_amount", value: major(off), amount: major(off) },
        },
      ];
    }
    return [
      {
        ...common,
        type: "bundle.purchased",
        bundle_id: sale.id,
        products: sale.products.slice(0, 100).map(({ id, title, quantity }) => ({ id, title, quantity })),
        original_price: major(charged > 0 ? sale.listed : 0),
        bundle_price: major(charged),
      },
    ];
  });
  state.salesCounted = known;
  return events;
}

/** With those that the order had and has no longer. */
function standing(sales: readonly ShopSale[], known: Readonly<Record<string, ShopSale>>): ShopSale[] {
  const now = new Set(sales.map(({ of, id }) => `${of} ${id}`));
  const gone = Object.entries(known).flatMap(([key, sale]) => (now.has(key) ? [] : [{ ...sale, charged: 0 }]));
  return [...sales, ...gone];
}
