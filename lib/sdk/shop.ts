import { type Accepted, acceptanceOf, lineOf, purchaseOf, seenAs, times } from "./accepted.ts";
import { loadChoice } from "./load-choice.ts";
import { createOutbox } from "./outbox.ts";
import { createStorage, newId } from "./storage.ts";
import type {
  Bundle,
  createShop as declared,
  Offer,
  Options,
  Order,
  Promised,
  Question,
  Shop,
  Variant,
} from "./types.ts";
import { present, shownBundle } from "./view.ts";
import type { Texts } from "./words.ts";

const answerWithinMs = 800;
/** For what no page waits for: the ticket of a shopper who has accepted, and another offer after the cart has changed. */
const latestMs = 4_000;
/** A cart that is older has most likely been given up. */
const keptMs = 7 * 86_400_000;
/** For the shop's own code to change the page after its address, and to tell more than one change. */
const settledMs = 100;
const hourMs = 3_600_000;

type Patience = { withinMs?: number };
type Experiment = { experiment_id: string; variant: string };
type Answer = Texts & { currency: string; applied: Experiment[] };
type Offers = Answer & { offers: Omit<Offer, "currency">[]; experiments: Experiment[]; cooldown_hours: number };
type Bundles = Answer & { bundles: Omit<Bundle, "currency">[] };

/** What a method returns if it fails. */
const otherwise: Record<string, unknown> = { offers: [], show: false, showBundles: false, variants: {} };

export const createShop: typeof declared = (options) => {
  const guarded = Object.entries(openShop(options)).map(([name, act]) => {
    const giveUp = (error: unknown) => {
      console.warn("Cartwright:", error);
      return otherwise[name] ?? null;
    };
    const guard = (...words: unknown[]) => {
      try {
        const result = (act as (...words: unknown[]) => unknown)(...words);
        return result instanceof Promise ? result.catch(giveUp) : result;
      } catch (error) {
        return giveUp(error);
      }
    };
    return [name, guard];
  });
  return Object.fromEntries(guarded);
};

function openShop(options: Options): Shop {
  const { key, api, ...look } = options;
  if (!key) throw new Error("Cartwright needs data-key.");
  const storage = createStorage(options);
  const outbox = createOutbox(addressOf("events"), storage);
  const preview = inTab(previewName);
  const answers = new Map<string, Promise<unknown>>();
  const told = new Set<string>();
  /** Of tickets that were asked for without an answer, so that asking again makes no second one. */
  const keys = new Map<string, string>();
  /** How the offer in a place is asked for, and the one that is shown. */
  const places = new Map<Element, { again: () => Promise<unknown>; shown?: string }>();
  /** Of the offer that follows another in a place: its product and the question of the first one. */
  const following = new WeakMap<Element, { product: string; of: string }>();
  let dialogPlace: Element | undefined;
  let cart: readonly string[] | undefined;
  let address = location.href;
  let settling: ReturnType<typeof setTimeout> | undefined;
  /** Acceptances that the shop is carrying out. */
  let pending = 0;

  function addressOf(path: string, query: Record<string, string | null | undefined> = {}): string {
    const parameters = new URLSearchParams({ key });
    for (const [name, value] of Object.entries(query)) if (value) parameters.set(name, value);
    return `${api.replace(/\/$/, "")}/services/checkout/storefront/v1/${path}?${parameters}`;
  }

  /** An event about something of its own has the same id after a reload, so that it counts once. */
  function tell(type: string, more?: object, own?: string): void {
    if (preview) return;
    const event = { id: own ? `${type}:${own}` : newId(), type, occurred_at: new Date().toISOString(), ...more };
    outbox.add(type === "bundle.purchased" ? event : { ...event, visitor_id: storage.visitor() });
  }

  function tellOnce(of: string, ...event: Parameters<typeof tell>): void {
    if (!told.has(of)) tell(...event);
    told.add(of);
  }

  function expose(experiments: Experiment[] | undefined): void {
    const visitor = storage.visitor();
    for (const seen of (visitor && experiments) || []) {
      const own = `${seen.experiment_id}:${visitor}`;
      tellOnce(own, "experiment.exposed", seen, own);
    }
  }

  const who = () => ({
    visitor_id: storage.visitor(),
    affiliate: storage.click() ? "1" : undefined,
    campaign: inTab("utm_campaign"),
    language: document.documentElement.lang || "en",
  });

  /** A question is asked once in a page, unless it was not answered, or the shop has changed since. */
  function ask<T>(path: string, query: Record<string, string | null | undefined>, withinMs?: number): Promise<T> {
    const url = addressOf(path, { ...who(), ...query });
    const request = async () => {
      // What is offered for an order changes with each acceptance, also in another tab.
      const cache = query.order ? "no-store" : "default";
      const response = await fetch(url, { cache, signal: AbortSignal.timeout?.(withinMs ?? answerWithinMs) });
      const body = await response.json();
      if (response.ok) return body;
      if (preview && response.status < 429) sessionStorage.removeItem(previewName);
      throw new Error(body.error?.message);
    };
    const answer = (answers.get(url) as Promise<T> | undefined) ?? request();
    answers.set(url, answer);
    answer.catch(() => answers.delete(url));
    return answer;
  }

  /** What nobody can price has none. If the price is another one by now, the shopper sees it first. */
  async function ticketFor(
    of: object,
    { price, final_price, quantity }: Pick<Offer, "price" | "final_price"> & { quantity?: number },
  ): Promise<Promised> {
    if (price === null || final_price === null) return {};
    const body = JSON.stringify({ ...of, ...who() });
    const key = keys.get(body) ?? newId();
    keys.set(body, key);
    const headers = { "Idempotency-Key": key };
    const signal = AbortSignal.timeout?.(latestMs);
    const response = await fetch(addressOf("tickets"), { method: "POST", body, headers, signal });
    const made = await response.json();
    keys.delete(body);
    if (made.price === times(final_price, quantity)) return { ticket: made.ticket, ticket_id: made.id };
    changed();
    throw new Error(made.error?.message);
  }

  const askOffers = ({ cart: told, placement, order, withinMs }: Question & Patience = {}) => {
    cart = told ?? cart;
    return ask<Offers>("offers", { cart: cart?.join(), placement, order: order?.id, preview }, withinMs);
  };

  /** Without offers that the shopper has just decided about, of which the service may not know yet. */
  async function fitting(question: Question | undefined) {
    const answer = await askOffers(question);
    const { offers, currency, applied, cooldown_hours } = answer;
    expose(applied);
    const since = Date.now() - cooldown_hours * hourMs;
    const isLeft = ({ id }: Pick<Offer, "id">) =>
      !(storage.noted(acceptedFor(question?.order?.id, id)) || storage.noted(`declined:${id}`) > since);
    return { ...answer, isLeft, offers: offers.filter(isLeft).map((offer): Offer => ({ ...offer, currency })) };
  }

  const acceptedFor = (order = "", offer: string) => `accepted:${order}:${offer}`;

  const cardIn = (place: Element) => place.shadowRoot?.querySelector("section");

  function changed(): void {
    answers.clear();
    clearTimeout(settling);
    settling = setTimeout(() => {
      if (pending) return changed();
      for (const [place, { again }] of places)
        if (place.isConnected) again().catch(() => cardIn(place)?.remove());
        else places.delete(place);
    }, settledMs);
  }

  function moved(): void {
    if (address !== location.href) changed();
    address = location.href;
  }

  const idsOf = ({ id, number = id }: Pick<Order, "id" | "number">, customer_id: string | undefined) => ({
    order_id: id,
    platform_order_id: number,
    customer_id,
  });

  function tellAccepted({ type, of, data }: Accepted, ids: ReturnType<typeof idsOf>): void {
    const { order_id, customer_id = `guest:${order_id}` } = ids;
    storage.note(acceptedFor(order_id, of));
    tell(type, { ...data, ...ids, customer_id }, `${order_id}:${of}`);
  }

  function keep(accepted: Accepted): void {
    if (!preview) storage.put(`kept:${accepted.of}`, { ...accepted, at: Date.now() });
  }

  function placeOf(into: Element | string | undefined): Element {
    if (!into) {
      dialogPlace ??= document.body.appendChild(document.createElement("div"));
      return dialogPlace;
    }
    const place = typeof into === "string" ? document.querySelector(into) : into;
    if (!place) throw new Error(`The page has no element ${into}.`);
    return place;
  }

  const shop: Shop = {
    visit: () => tell("visit"),

    offers: async (question) => (await fitting(question)).offers,

    async show(options = {}) {
      const { into, placement, order, customer, onAccept, onDecline, onEnd } = options;
      const place = placeOf(into);
      const later = { ...options, into: place, cart: undefined, withinMs: latestMs };
      const own = {
        again: () => shop.show(later),
        shown: places.get(place)?.shown,
      };
      if (into) places.set(place, own);
      const answer = await fitting(options);
      const [first] = answer.offers;
      if (place.shadowRoot?.querySelector("dialog")) return false;
      // A later call has its own answer.
      if (into && places.get(place) !== own) return !!first;
      const card = cardIn(place);
      const of = [placement, order?.id].join();
      const next = following.get(place);
      if (card && next?.of === of && !cart?.includes(next.product)) return true;
      const shown = JSON.stringify({ ...first, trigger_product: undefined });
      if (card && own.shown === shown) return true;
      own.shown = shown;
      following.delete(place);
      if (!first) {
        card?.remove();
        return false;
      }
      const ids = order && idsOf(order, customer);
      const put = (offer: Offer, bought: readonly string[]) => {
        const { id, product_id, after, currency } = offer;
        const accepted = acceptedFor(order?.id, id);
        const facts = { upsell_id: id, ...seenAs(offer) };
        tellOnce(id, "offer.shown", facts);
        const accept = async (variant?: Variant, quantity?: number) => {
          if (storage.noted(accepted)) return;
          storage.note(accepted);
          pending++;
          try {
            const held = [...new Set([...(cart ?? []), ...bought])];
            const what = { upsell_id: id, product_id, variant_id: variant?.id, quantity };
            const of = { ...what, cart: held, placement, order: order?.id };
            const own = lineOf(offer, variant, quantity);
            const line = { ...own, ...(await ticketFor(of, own)) };
            const data = acceptanceOf(offer, { ...line, ...((await onAccept?.(line)) as object) });
            const sale = { type: "offer.accepted" as const, of: id, data };
            if (ids) tellAccepted(sale, ids);
            else keep(sale);
          } catch (error) {
            storage.note(accepted, 0);
            throw error;
          } finally {
            pending--;
          }
        };
        const decline = () => {
          if (!preview) storage.note(`declined:${id}`);
          tell("offer.declined", { ...facts, ...ids });
          if (onDecline) queueMicrotask(onDecline);
        };
        const answered = (how: "accepted" | "declined") => {
          const next = after?.[how];
          following.delete(place);
          if (next && answer.isLeft(next)) {
            following.set(place, { product: next.product_id, of });
            put({ ...next, currency }, how === "accepted" ? [...bought, product_id] : bought);
          } else if (onEnd) queueMicrotask(onEnd);
        };
        present(place, [{ ...offer, preview, accept, decline, answered }], answer, look, !into);
      };
      put(first, []);
      return true;
    },

    cart(products) {
      cart = products;
      changed();
    },

    async showBundles({ into, product, onAccept }) {
      const place = placeOf(into);
      const answer = await ask<Bundles>("bundles", { product });
      const { bundles, currency, applied } = answer;
      expose(applied);
      const openChoice = bundles.some(({ choice }) => choice) ? await loadChoice(api, look.nonce) : undefined;
      const cards = bundles.flatMap((found) => {
        const bundle = { ...found, currency };
        const choice = bundle.choice && openChoice?.(bundle);
        if (!choice && bundle.type !== "fixed") return [];
        const accept = async () => {
          const sold = choice?.chosen() ?? bundle;
          const products = choice && sold.products.map(({ product_id, quantity }) => ({ product_id, quantity }));
          const prices = { price: sold.original_price, final_price: sold.price };
          const promised = await ticketFor({ bundle_id: bundle.id, product, products }, prices);
          const lines = sold.products.map((line) => ({ ...line, bundle_id: bundle.id, currency, ...promised }));
          await onAccept?.(lines, sold);
          keep({ type: "bundle.purchased", of: bundle.id, data: purchaseOf(sold) });
        };
        return { ...shownBundle(bundle), ...(choice && { items: undefined, fields: choice.fields }), accept };
      });
      if (cards[0]) present(place, cards, answer, look);
      return !!cards[0];
    },

    order(order) {
      const { id, total, currency, customer, products } = order;
      if (preview) return;
      cart = undefined;
      const ids = idsOf(order, customer);
      for (const [name, kept] of storage.list<Accepted & { at: number }>("kept:")) {
        storage.drop(name);
        storage.note(acceptedFor("", kept.of), 0);
        const isBought = kept.type !== "offer.accepted" || (products?.includes(kept.data.product.id) ?? true);
        if (isBought && kept.at > Date.now() - keptMs) tellAccepted(kept, ids);
      }
      const seen = storage.list<Experiment>("seen:");
      for (const [name, { experiment_id }] of seen) {
        storage.drop(name);
        tell("experiment.converted", { experiment_id, order_id: id }, `${experiment_id}:${storage.visitor()}`);
      }
      tell("order.placed", { ...ids, total, currency, experiment_variant: seen[0]?.[1].variant }, id);
    },

    consent: storage.setConsent,
    clickId: storage.click,

    async variants() {
      const { experiments } = await askOffers();
      expose(experiments);
      for (const seen of experiments) storage.put(`seen:${seen.experiment_id}`, seen);
      return Object.fromEntries(experiments.map(({ experiment_id, variant }) => [experiment_id, variant]));
    },
  };
  for (const name of ["pushState", "replaceState"] as const) {
    const change = history[name];
    history[name] = (...to) => {
      change.apply(history, to);
      moved();
    };
  }
  addEventListener("popstate", moved);
  return shop;
}

const previewName = "cw_preview";

/** What the address of a page said stays in its tab while its visitor walks through the shop. */
function inTab(name: string): string | undefined {
  const told = new URLSearchParams(location.search).get(name)?.slice(0, 4000);
  try {
    if (told) sessionStorage.setItem(name, told);
    return sessionStorage.getItem(name) ?? undefined;
  } catch {
    return told;
  }
}
