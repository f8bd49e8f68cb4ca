import { digitsAtStripe } from "../../stripe-amounts.ts";
import { call, mayPass } from "./call.ts";
import { ShopError } from "./error.ts";
import type {
  Checkout,
  CheckoutDraft,
  FieldError,
  Offer,
  Offers,
  Shop,
  ShopEvent,
  ShopOptions,
  StripeSession,
  Ticket,
} from "./types.ts";

/** The lines of a session have metadata since 2025-12-15. */
const usualVersion = "2026-07-29.dahlia";
/** Stripe keeps a session open for 30 minutes at least, which begin before its tickets expire. */
const openSeconds = 31 * 60;
/** Of Stripe, in one session. */
const mostOptional = 10;

type Ask = <T>(path: string, query: Record<string, string | undefined>, body?: object) => Promise<T>;
type Cartwright = {
  read: (ticket: string) => Promise<Ticket>;
  ask: Ask;
  /** What a checkout does not depend on is asked for once. */
  askOnce: Ask;
  tellOnce: (events: ShopEvent[]) => Promise<unknown>;
};
type Line = Ticket["lines"][number];
type Offered = { offer: Offer; ticket: Ticket };
type SellAs = NonNullable<CheckoutDraft["sellAs"]>;

/** As Stripe’s types name the fields. */
type Session = StripeSession & {
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid" | "no_payment_required";
  created: number;
  currency: string;
  amount_total: number;
  total_details: { amount_discount: number };
  client_reference_id: string | null;
  customer: string | null;
  invoice: string | null;
  payment_intent: string | null;
  metadata: Record<string, string>;
};
type Sold = {
  amount_subtotal: number;
  amount_discount: number;
  metadata: { cw_ticket?: string; cw_off?: string } | null;
  price: { id: string } | null;
};

export function createCheckouts(options: ShopOptions, cartwright: Cartwright) {
  const { read, ask, askOnce, tellOnce } = cartwright;

  async function stripe<T>(method: string, path: string, parameters: object): Promise<T> {
    const { key, version = usualVersion, url = "https://api.stripe.com" } = options.stripe ?? {};
    if (!key) throw new TypeError("createShop needs the option stripe.");
    const [form, sends] = [formOf(parameters), method === "POST"];
    const headers = {
      authorization: `Bearer ${key}`,
      "stripe-version": version,
      ...(sends && { "idempotency-key": crypto.randomUUID() }),
    };
    const address = `${url}/v1${path}${sends ? "" : `?${form}`}`;
    return call(address, { method, headers, ...(sends && { body: form }) }, { timeoutMs: options.timeoutMs });
  }

  /** Without those offers that have just ended, and without any while Cartwright is away. */
  async function offersFor({ cart = [], ...shopper }: NonNullable<CheckoutDraft["offers"]>, room: number) {
    const question = { ...shopper, cart: cart.join(",") || undefined };
    const { offers = [], applied = [] } = (await unlessAway(askOnce<Offers>("/offers", question))) ?? {};
    const products = new Set(cart);
    const shown = offers.filter(({ final_price, product_id }) => {
      const isFirst = final_price !== null && !products.has(product_id);
      return isFirst && products.add(product_id);
    });
    const offered = await Promise.all(
      shown.slice(0, Math.max(0, room)).map(async (offer): Promise<Offered[]> => {
        const accepted = { ...shopper, cart, upsell_id: offer.id, product_id: offer.product_id };
        const ticket = await unlessAway(askOnce<Ticket>("/tickets", {}, accepted));
        return ticket ? [{ offer, ticket }] : [];
      }),
    );
    return { offered: offered.flat(), applied };
  }

  /** The ID is that of the tickets, so that they have one coupon, however many sessions are begun with them. */
  async function couponFor(pieces: readonly Piece[], name: string): Promise<string | undefined> {
    const cut = pieces.filter(({ off }) => off > 0);
    if (cut.length === 0) return undefined;
    const tickets = unique(cut.map(({ ticket }) => ticket));
    const id = `cw_${await digestOf(tickets.map((ticket) => ticket.id))}`;
    await stripe("POST", "/coupons", {
      ...{ id, name, duration: "once", max_redemptions: 1, redeem_by: endOf(tickets) },
      ...{ amount_off: sum(cut.map(({ off }) => off)), currency: cut[0]?.item.price_data.currency },
      applies_to: { products: [...new Set(cut.map(({ item }) => item.price_data.product))] },
    }).catch((error) => {
      if (!(error instanceof ShopError && error.code === "resource_already_exists")) throw error;
    });
    return id;
  }

  /** An optional item needs a price that Stripe stores. It is found again by what it says, so each is made once. */
  async function pricesOf(offered: readonly Offered[], sellAs: SellAs): Promise<string[]> {
    if (offered.length === 0) return [];
    const wanted = offered.flatMap(({ ticket }) =>
      ticket.lines.map((line) => {
        const price = { ...sellAs(line), ...amountOf(line.price / line.quantity, ticket) };
        return { ...price, lookup_key: `cartwright:${Object.values(price).join(":")}` };
      }),
    );
    const lookup_keys = wanted.map(({ lookup_key }) => lookup_key);
    type Price = { id: string; lookup_key: string };
    const { data } = await stripe<{ data: Price[] }>("GET", "/prices", { active: true, lookup_keys });
    const known = new Map(data.map(({ id, lookup_key }) => [lookup_key, id]));
    return Promise.all(
      wanted.map(async (price) => {
        const made = { ...price, transfer_lookup_key: true };
        return known.get(price.lookup_key) ?? (await stripe<Price>("POST", "/prices", made)).id;
      }),
    );
  }

  const createCheckout: Shop["createCheckout"] = async (draft) => {
    const { session, tickets = [], offers, sellAs = byId, discountName = "Offer" } = draft;
    const { line_items = [], optional_items = [], metadata } = session;
    const accepted = unique(await Promise.all(tickets.map((ticket) => read(ticket))));
    for (const ticket of accepted) requireFit(ticket, session);
    const sold = accepted.flatMap(({ lines }) => lines.map(({ product_id }) => product_id));
    const { offered, applied } = offers
      ? await offersFor({ ...offers, cart: [...(offers.cart ?? []), ...sold] }, mostOptional - optional_items.length)
      : { offered: [], applied: [] };
    for (const { ticket } of offered) requireFit(ticket, session);
    // Stripe takes one discount. If the shop has its own, the lines cost what the tickets say.
    const hasOwn = session.discounts !== undefined || session.allow_promotion_codes === true;
    const pieces = accepted.flatMap((ticket) => piecesOf(ticket, sellAs, hasOwn));
    const [coupon, prices] = await Promise.all([couponFor(pieces, discountName), pricesOf(offered, sellAs)]);
    const all = [...accepted, ...offered.map(({ ticket }) => ticket)];
    const marks = prices.map((price, n) => [`cw_${price}`, offered[n]?.ticket.id]);
    const optional = prices.map((price, n) => ({ price, quantity: offered[n]?.ticket.lines[0]?.quantity ?? 1 }));
    const events = shownBy(offered, applied, offers?.visitor_id);
    const [made] = await Promise.all([
      stripe<StripeSession>("POST", "/checkout/sessions", {
        ...session,
        line_items: [...line_items, ...pieces.map(({ item }) => item)],
        optional_items: [...optional_items, ...optional],
        metadata: { ...metadata, ...Object.fromEntries(marks) },
        ...(coupon && { discounts: [{ coupon }], allow_promotion_codes: undefined }),
        ...(all.length > 0 && { expires_at: endOf(all) }),
      }),
      events.length > 0 && unlessAway(tellOnce(events)),
    ]);
    return made;
  };

  const readCheckout: Shop["readCheckout"] = async (id) => {
    const path = `/checkout/sessions/${encodeURIComponent(id)}`;
    const session = await stripe<Session>("GET", path, {});
    const { status, payment_status, metadata, created, amount_total, client_reference_id: reference } = session;
    const currency = session.currency.toUpperCase();
    const major = (amount: number) => amount / 10 ** digitsAtStripe(currency);
    const own = reference?.startsWith("clk_") ? null : reference;
    // The order has the same ID in Stripe’s webhooks to Cartwright.
    const order_id = metadata.cw_order || own || session.payment_intent || session.invoice || session.id;
    const known = { order_id, currency, total: major(amount_total) };
    if (status !== "complete") return { ...known, status, tickets: [] };
    if (payment_status === "unpaid") return { ...known, status: "unpaid", tickets: [] };
    const { data } = await stripe<{ data: Sold[] }>("GET", `${path}/line_items`, { limit: 100 });
    const order = {
      ...{ order_id, platform_order_id: order_id, occurred_at: new Date(created * 1000).toISOString() },
      ...(session.customer && { customer_id: session.customer }),
    };
    const tickets = [...chargedBy(session, data)].map(
      async ([ticket, amount]): Promise<Checkout["tickets"][number]> => {
        const sale = { id: ticket, charged: major(amount) };
        const refused = await ask(
          `/tickets/${encodeURIComponent(ticket)}/redeem`,
          {},
          { ...order, charged: sale.charged },
        )
          .then(() => undefined)
          .catch(whyRefused);
        return refused ? { ...sale, status: "refused", errors: refused } : { ...sale, status: "redeemed" };
      },
    );
    return { ...known, status: "paid", tickets: await Promise.all(tickets) };
  };

  return { createCheckout, readCheckout };
}

const unique = (tickets: readonly Ticket[]) => [...new Map(tickets.map((ticket) => [ticket.id, ticket])).values()];
const byId: SellAs = ({ product_id }) => ({ product: product_id });
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const endOf = (tickets: readonly Ticket[]) =>
  Math.min(...tickets.map(({ expires_at }) => Math.floor(Date.parse(expires_at) / 1000))) + openSeconds;

function requireFit(
  { currency, order_id }: Ticket,
  { currency: own, line_items = [] }: CheckoutDraft["session"],
): void {
  if (order_id !== undefined) throw refusal("wrong_order", "The ticket is for an order that is placed already.");
  const told = [own, ...line_items.map(({ price_data }) => price_data?.currency)].find(
    (one) => one !== undefined && one.toUpperCase() !== currency,
  );
  if (told) throw refusal("wrong_currency", `The ticket is in ${currency}, and the session in ${told.toUpperCase()}.`);
}

const refusal = (code: string, message: string) => new ShopError(0, code, message);

const amountOf = (amount: number, { currency }: Ticket) => ({
  currency: currency.toLowerCase(),
  unit_amount: Math.round(amount * 10 ** digitsAtStripe(currency)),
});

type Piece = ReturnType<typeof piecesOf>[number];

/** A price that the quantity does not divide is that of two pieces, which differ by one cent. */
function piecesOf(ticket: Ticket, sellAs: SellAs, isFinal: boolean) {
  const at = isFinal || ticket.price > ticket.list_price ? "price" : "list_price";
  return ticket.lines.flatMap((line: Line) => {
    const { currency, unit_amount: whole } = amountOf(line[at], ticket);
    const off = whole - amountOf(line.price, ticket).unit_amount;
    const [unit, dearer] = [Math.floor(whole / line.quantity), whole % line.quantity];
    const price_data = { ...sellAs(line), currency };
    return [
      { quantity: line.quantity - dearer, unit_amount: unit },
      { quantity: dearer, unit_amount: unit + 1 },
    ].flatMap(({ quantity, unit_amount }, n) => {
      const metadata = { cw_ticket: ticket.id, ...(n === 0 && { cw_off: off }) };
      const item = { quantity, price_data: { ...price_data, unit_amount }, metadata };
      return quantity === 0 ? [] : [{ ticket, off: n === 0 ? off : 0, item }];
    });
  });
}

/**
 * Stripe spreads a coupon over all lines of its products. Together they cost what the tickets say, so each ticket has its
 * own part of the coupon, unless the session had another discount.
 */
function chargedBy({ metadata, total_details }: Session, lines: readonly Sold[]): Map<string, number> {
  const offOf = (line: Sold) => Number(line.metadata?.cw_off ?? 0);
  const isOwn = sum(lines.map(offOf)) === total_details.amount_discount;
  const charged = new Map<string, number>();
  for (const line of lines) {
    const ticket = line.metadata?.cw_ticket ?? metadata[`cw_${line.price?.id}`];
    if (!ticket) continue;
    const amount = line.amount_subtotal - (isOwn ? offOf(line) : line.amount_discount);
    charged.set(ticket, (charged.get(ticket) ?? 0) + amount);
  }
  return charged;
}

/** An order stands, whatever becomes of its tickets. */
function whyRefused(error: unknown): readonly FieldError[] {
  if (!(error instanceof ShopError) || (error.status !== 404 && error.status !== 409)) throw error;
  return error.details.length > 0 ? error.details : [{ field: "id", message: error.message }];
}

function shownBy(offered: readonly Offered[], applied: Offers["applied"], visitor_id?: string): ShopEvent[] {
  const shopper = visitor_id === undefined ? {} : { visitor_id };
  const shown = offered.map(({ offer: { id: upsell_id, placement, trigger_product } }) => ({
    ...{ type: "offer.shown" as const, upsell_id, placement, trigger_product },
    ...shopper,
  }));
  const exposed = applied.map((one) => ({ type: "experiment.exposed" as const, visitor_id: visitor_id ?? "", ...one }));
  return [...shown, ...exposed];
}

/** Undefined if Cartwright is away, or refuses an offer that has just ended. */
const unlessAway = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error) => {
    if (error instanceof ShopError && (mayPass(error) || error.status === 409)) return undefined;
    throw error;
  });

async function digestOf(ids: readonly string[]): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(ids.toSorted().join()));
  return Array.from(new Uint8Array(bytes).subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** As Stripe writes nested parameters: `line_items[0][price]`. */
function formOf(value: unknown, name = "", form = new URLSearchParams()): URLSearchParams {
  if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) formOf(inner, name === "" ? key : `${name}[${key}]`, form);
  } else if (value !== undefined) {
    form.append(name, value === null ? "" : String(value));
  }
  return form;
}
