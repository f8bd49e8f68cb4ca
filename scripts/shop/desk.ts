import { setTimeout as sleep } from "node:timers/promises";
import { ShopError } from "../../lib/sdk/server/index.ts";
import type { Shop, ShopEvent, ShopOrder } from "../../lib/sdk/server/types.ts";
import { type Entry, linesOf, type Order, totalsOf } from "./cart.ts";
import type { Catalogue } from "./catalogue.ts";

const againMs = 3_000;

/** Prices are never taken from the browser: the shop asks again what the offer or bundle costs. */
export function createDesk(shop: Shop, server: Shop | undefined, catalogue: Catalogue) {
  const { major, minor, find, currency } = catalogue;

  async function offer(id: string, placement: string, cart: string[], visitor_id?: string): Promise<Entry | null> {
    const query = { cart, placement, ...(visitor_id && { visitor_id }) };
    const found = (await shop.offers(query)).offers.find((each) => each.id === id);
    const item = found && find(found.product_id);
    if (!item) return null;
    const price = found.final_price === null ? item.price : minor(found.final_price);
    const saved = Math.max(0, item.price - price);
    return { id, title: item.title, lines: [{ item, quantity: 1 }], saved };
  }

  async function bundle(id: string, product: string): Promise<Entry | null> {
    const found = (await shop.bundles({ product })).bundles.find((each) => each.id === id);
    const lines = found?.products.map(({ product_id, quantity }) => ({ item: find(product_id), quantity })) ?? [];
    const known = lines.flatMap(({ item, quantity }) => (item ? [{ item, quantity }] : []));
    if (!found || found.price === null || known.length < lines.length) return null;
    const full = known.reduce((sum, { item, quantity }) => sum + item.price * quantity, 0);
    return { id, title: found.name, lines: known, saved: Math.max(0, full - minor(found.price)) };
  }

  /** Tells it again until Cartwright has it, as the ids keep it from counting twice. */
  async function tell(what: string, report: (server: Shop) => Promise<unknown>): Promise<void> {
    for (let told = false; server; await sleep(againMs, undefined, { ref: false })) {
      try {
        await report(server);
        return;
      } catch (error) {
        if (error instanceof ShopError && error.code === "rejected") {
          console.error(`${what} was rejected. ${error.message}`);
          return;
        }
        if (!told) console.error(`${what} was not reported yet: ${error instanceof Error ? error.message : error}`);
        told = true;
      }
    }
  }

  const idsOf = ({ id, number, customer }: Order) => ({
    order_id: id,
    platform_order_id: number,
    customer_id: customer.id,
  });

  const itemsOf = (entries: readonly Entry[]) =>
    linesOf(entries).map(({ item, quantity }) => ({
      product_id: item.id,
      name: item.title,
      quantity,
      price: item.price,
    }));
  const soldIn = ({ entries }: Order) =>
    itemsOf(entries).map(({ price, ...item }) => ({ ...item, unit_price: major(price) }));

  function placed(order: Order, visitor_id: string | undefined, click_id: string | undefined): void {
    const { id, number, at: occurred_at, entries, shipping, customer } = order;
    const { total, ...amounts } = totalsOf(entries, shipping);
    const event: ShopEvent = {
      id: `placed_${id}`,
      type: "order.placed",
      occurred_at,
      ...idsOf(order),
      total: major(total),
      currency,
      line_items: soldIn(order),
      ...(visitor_id && { visitor_id }),
    };
    const sale: ShopOrder = {
      type: "order.placed",
      external_id: id,
      order_number: number,
      occurred_at,
      currency,
      ...amounts,
      total,
      line_items: itemsOf(entries).map(({ price, ...item }) => ({ ...item, unit_price: price })),
      customer_id: customer.id,
      customer_email: customer.email,
      ...(click_id && { click_id }),
    };
    void tell(`Order ${number}`, (to) => to.report([event]));
    void tell(`Order ${number}, to the affiliate service,`, (to) => to.reportOrders([sale]));
  }

  function added(order: Order, entry: Entry, price: number): void {
    const items_added = entry.lines.map(({ item, quantity }) => ({
      product_id: item.id,
      quantity,
      price: major(price),
    }));
    const event: ShopEvent = {
      id: `added_${order.id}_${entry.id}`,
      type: "order.edited",
      ...idsOf(order),
      edit_type: "add_items",
      changes: { items_added },
      amount_changed: major(price),
      new_total: major(totalsOf(order.entries, order.shipping).total),
      line_items: soldIn(order),
      occurred_at: new Date().toISOString(),
    };
    void tell(`The change of order ${order.number}`, (to) => to.report([event]));
  }

  return { offer, bundle, placed, added };
}
