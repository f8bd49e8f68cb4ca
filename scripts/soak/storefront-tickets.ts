import { setTimeout as sleep } from "node:timers/promises";
import type { StorefrontEvent } from "../../lib/contract/storefront.ts";
import type { Database } from "../../lib/database/client.ts";
import type { Figure, Shop, Ticket, TicketsTold } from "./storefront-sums.ts";

const storefront = "/checkout/storefront/v1";
const cart = ["prod_soak_cart"];
const most = 3;
/** One of so many tickets is tried again once it is used, and one of so many expires before its order. */
const [usedAgain, expired] = [4, 6];

/** Offers up to three pieces of a product whose price the service knows. */
export async function openTicketOffer({ send, keys: { desk: key } }: Shop): Promise<string> {
  const product = { id: "prod_soak_mug", title: "Mug", price: 19.99 };
  await send("/checkout/v1/products", { key, body: { products: [product] } }, "PUT");
  const discount = { type: "percentage", value: 15 };
  const offer = { name: "Soak", product_id: product.id, trigger_products: cart, placement: "cart", discount };
  const body = { ...offer, status: "active", quantity: { most } };
  return ((await send("/checkout/v1/upsells", { key, body })) as never as { id: string }).id;
}

/** One shopper after the other accepts the offer, and the shop charges the ticket with an order. */
export async function sellByTickets(shop: Shop, db: Database, offer: string, name: string, isOver: () => boolean) {
  const { told, send, keys } = shop;
  for (let n = 1; !isOver(); n++) {
    const visitor_id = `${name}-${n}`;
    const quantity = 1 + (n % most);
    const body = { upsell_id: offer, visitor_id, cart, placement: "cart", quantity };
    const headers = { "idempotency-key": visitor_id };
    const ask = () => send(`${storefront}/tickets`, { key: keys.page, body, headers });
    const [ticket] = (await twice(ask)) as never as [Ticket];
    told.tickets.issued.set(ticket.id, { pieces: quantity });
    if (n % expired === 0) {
      await age(db, ticket.id);
      await misuse(shop, ticket.id, `${visitor_id}-late`);
    } else {
      // Every fifth order is charged a cent less.
      const charged = n % 5 === 0 ? Math.round(ticket.price * 100 - 1) / 100 : ticket.price;
      await order(shop, { offer, visitor_id, ticket, charged, withOrder: n % 2 === 0 });
      if (n % usedAgain === 0) await misuse(shop, ticket.id, `${visitor_id}-again`);
    }
    await sleep(100 * Math.random());
  }
}

type Sale = { offer: string; visitor_id: string; ticket: Ticket; charged: number; withOrder: boolean };

async function order({ told, send, keys }: Shop, { offer, visitor_id, ticket, charged, withOrder }: Sale) {
  const ids = { order_id: `ord-${visitor_id}`, platform_order_id: `#${visitor_id}` };
  const at = { occurred_at: new Date().toISOString() };
  const placed = { id: `${visitor_id}-placed`, type: "order.placed" as const, ...at, ...ids, total: charged };
  const event = withOrder ? { ...placed, tickets: [{ id: ticket.id, charged }] } : placed;
  const key = keys.server;
  await twice(() => send(`${storefront}/events`, { key, body: { events: [event] } }));
  const redeem = () => send(`${storefront}/tickets/${ticket.id}/redeem`, { key, body: { ...ids, charged } });
  if (!withOrder) await twice(redeem);
  const known = told.tickets.issued.get(ticket.id);
  if (known) known.charged = charged;
  const sale = { id: ticket.id, type: "offer.accepted", ...at, ...ids, upsell_id: offer, final_price: charged };
  for (const one of [placed, sale as StorefrontEvent])
    told.events.set(one.id, { event: one, by: "server", accepted: 1 });
}

/** As if its half hour were over, and the clocks of the shop and of the service could not explain it. */
const age = (db: Database, id: string) =>
  db.$client.query(
    "update checkout.ticket set issued_at = issued_at - interval '1 hour', expires_at = expires_at - interval '1 hour' where id = $1",
    [id],
  );

async function misuse({ told, send, keys }: Shop, id: string, order_id: string): Promise<void> {
  told.tickets.misuses++;
  const body = { order_id, platform_order_id: order_id };
  const isRefusal = (error: Error) => /: 409 .*"ticket_(redeemed|expired)"/.test(error.message);
  const attempt = send(`${storefront}/tickets/${id}/redeem`, { key: keys.server, body });
  if (await attempt.then(() => false, isRefusal)) told.tickets.refused++;
}

export const twice = <T>(send: () => Promise<T>): Promise<T[]> =>
  Promise.all(Math.random() < 1 / 3 ? [send(), send()] : [send()]);

export async function ticketFigures(told: TicketsTold, db: Database, tenantId: number): Promise<Figure[]> {
  const known = [...told.issued.values()];
  const sold = known.flatMap(({ charged }) => charged ?? []);
  const { rows } = await db.$client.query(
    `select count(*) filter (where id = any($2))::int as issued, count(*) filter (where id <> all($2))::int as others,
      count(redeemed_at)::int as redeemed, coalesce(sum(charged), 0)::int as charged, sum((lines -> 0 -> 'quantity')::int)::int as pieces,
      (select count(*)::int from checkout.storefront_event e where e.tenant_id = $1 and e.id = any($2)) as sales
    from checkout.ticket where tenant_id = $1`,
    [tenantId, [...told.issued.keys()]],
  );
  const [stored] = rows;
  return [
    ["tickets", known.length, stored.issued],
    ["tickets that no shopper was given", 0, stored.others],
    ["pieces of tickets", known.reduce((sum, { pieces }) => sum + pieces, 0), stored.pieces],
    ["tickets redeemed", sold.length, stored.redeemed],
    ["sales by tickets", sold.length, stored.sales],
    ["charged by tickets, in cents", sold.reduce((sum, amount) => sum + Math.round(amount * 100), 0), stored.charged],
    ["used or expired tickets, refused", told.misuses, told.refused],
  ];
}
