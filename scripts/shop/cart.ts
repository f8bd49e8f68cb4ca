import type { Catalogue, Item } from "./catalogue.ts";

/** A product, or what was accepted of an offer or a bundle. Only a ticket changes its price. */
export type Entry = {
  id: string;
  title: string;
  lines: { item: Item; quantity: number }[];
  saved: number;
  ticket?: { id: string; signed: string; expires: string };
};

export type Order = {
  id: string;
  number: string;
  at: string;
  entries: Entry[];
  customer: { id: string; name: string; email: string; address: string };
  shipping: number;
  greeted: boolean;
};

export const mostOfOne = 99;

export const fullPrice = ({ lines }: Entry) =>
  lines.reduce((sum, { item, quantity }) => sum + item.price * quantity, 0);
export const priceOf = (entry: Entry) => fullPrice(entry) - entry.saved;

const sum = (entries: readonly Entry[], amount: (entry: Entry) => number) =>
  entries.reduce((total, entry) => total + amount(entry), 0);
export const linesOf = (entries: readonly Entry[]) => entries.flatMap(({ lines }) => lines);
export const productIds = (entries: readonly Entry[]) => [...new Set(linesOf(entries).map(({ item }) => item.id))];

export function totalsOf(entries: readonly Entry[], shipping: number) {
  const [subtotal, discount] = [sum(entries, fullPrice), sum(entries, ({ saved }) => saved)];
  return { subtotal, discount, shipping, total: subtotal - discount + shipping };
}

export const shippingOf = (entries: readonly Entry[], { price }: Catalogue) =>
  sum(entries, priceOf) >= price(4000) ? 0 : price(490);

export function addProduct(cart: Entry[], item: Item, quantity: number): void {
  const [line] = cart.find(({ id }) => id === item.id)?.lines ?? [];
  if (line) line.quantity = Math.min(mostOfOne, line.quantity + quantity);
  else cart.push({ id: item.id, title: item.title, lines: [{ item, quantity }], saved: 0 });
}

export function setQuantity(cart: Entry[], id: string, quantity: number): void {
  const at = cart.findIndex((entry) => entry.id === id);
  const [line] = cart[at]?.lines ?? [];
  if (at !== -1 && quantity === 0) cart.splice(at, 1);
  else if (line) line.quantity = quantity;
}

/** Products whose ticket has expired or was used in another order cost their full price again. Returns whether there were any. */
export function withoutOldTickets(entries: Entry[], used: ReadonlySet<string>): boolean {
  const isOld = ({ ticket }: Entry) =>
    ticket !== undefined && (Date.parse(ticket.expires) < Date.now() || used.has(ticket.id));
  const old = entries.filter(isOld);
  for (const entry of old) {
    entry.saved = 0;
    delete entry.ticket;
  }
  return old.length > 0;
}

/** Accepted twice, an offer is added once. */
export function addOnce(entries: Entry[], entry: Entry): boolean {
  if (entries.some(({ id }) => id === entry.id)) return false;
  entries.push(entry);
  return true;
}
