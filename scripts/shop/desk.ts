import { setTimeout as sleep } from "node:timers/promises";
import { ShopError } from "../../lib/sdk/server/index.ts";
import type { Shop, ShopEvent, ShopOrder } from "../../lib/sdk/server/types.ts";
import { type Entry, linesOf, type Order, totalsOf } from "./cart.ts";
import type { Catalogue } from "./catalogue.ts";

const againMs = 3_000;

/** Prices are never taken from the browser: a product costs what its signed ticket says, or its full price. */
export function createDesk(shop: Shop, server: Shop | undefined, catalogue: Catalogue) {
  const { major, minor, find, currency } = catalogue;

  /** Null if the shop does not sell what the ticket is for. */
  async function accepted(signed: string, product: string): Promise<Entry | null> {
    const ticket = await shop.verifyTicket(signed).catch(whyNot);
    const sold = ticket?.lines ?? [{ product_id: product, quantity: 1 }];
    const lines = sold.flatMap(({ product_id, quantity }) => {
      const item = find(product_id);
      return item ? [{ item, quantity }] : [];
    });
    if (lines.length < sold.length || (ticket && ticket.currency !== currency)) return null;
    const title = lines.map(({ item }) => item.title).join(" + ");
    if (!ticket) return { id: product, title, lines, saved: 0 };
    const full = lines.reduce((sum, { item, quantity }) => sum + item.price * quantity, 0);
    const { id, upsell_id, bundle_id = "", price, expires_at: expires } = ticket;
    return { id: upsell_id ?? bundle_id, title, lines, saved: full - minor(price), ticket: { id, signed, expires } };
  }

  /** Tells it again until Cartwright has it, as the ids keep it from counting twice. */
  async function tell(what: string, report: (server: Shop) => Promise<unknown>): Promise<void> {
    for (let told = false; server; await sleep(againMs, undefined, { ref: false })) {
      try {
        await report(server);
        return;
      } catch (error) {
        if (isFinal(error)) {
          console.error(`${what} was rejected. ${(error as Error).message}`);
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
      tickets: entries.flatMap(({ ticket }) => (ticket ? [{ id: ticket.id }] : [])),
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
    const { ticket } = entry;
    const sold = { ...idsOf(order), occurred_at: event.occurred_at };
    if (ticket) void tell(`The ticket of order ${order.number}`, (to) => to.redeemTicket(ticket.signed, sold));
  }

  return { accepted, placed, added };
}

const isFinal = (error: unknown) =>
  error instanceof ShopError && error.status < 500 && !/^(network_error|time_out|rate_limited)$/.test(error.code);

/** Of a ticket that may be right, nobody knows the price while Cartwright is away. */
function whyNot(error: unknown): null {
  if (!isFinal(error)) throw error;
  console.error(`A ticket was refused. ${(error as Error).message}`);
  return null;
}
