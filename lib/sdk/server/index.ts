import { call } from "./call.ts";
import { type Outcomes, ShopError } from "./error.ts";
import { createCheckouts } from "./stripe.ts";
import { createReader } from "./tickets.ts";
import type {
  createShop as declaredShop,
  verifyWebhook as declaredVerify,
  EventOutcome,
  OrderOutcome,
  Report,
  ShopOptions,
  Webhook,
} from "./types.ts";

export { ShopError } from "./error.ts";

const most = { events: 1000, orders: 500 };
/** The service takes bodies of up to 1 MiB. */
const mostBytes = 1_000_000;

export const createShop: typeof declaredShop = (options) => {
  const checkout = createCaller(options, "checkout", options.key);
  const askOnce = createCaller(options, "checkout", options.key, 1);
  const read = createReader(options);
  const affiliate = createCaller(options, "affiliate", options.affiliateKey ?? options.key);
  return {
    offers: ({ cart, ...query } = {}) => checkout("/offers", { ...query, cart: cart?.join(",") }),
    bundles: (query = {}) => checkout("/bundles", query),
    report: (events) =>
      inBatches(events.map(identified), most.events, (batch) => checkout("/events", {}, { events: batch })),
    reportOrders: (orders) =>
      inBatches(orders.map(dated), most.orders, (batch) => affiliate("/orders", {}, { orders: batch })),
    verifyTicket: (ticket) => read(ticket),
    async redeemTicket(ticket, order) {
      // The service compares the time of the order.
      const { id } = await read(ticket, new Date(0));
      return checkout(`/tickets/${id}/redeem`, {}, { ...order, ticket });
    },
    ...createCheckouts(options, {
      ...{ read, ask: checkout, askOnce },
      tellOnce: (events) => askOnce("/events", {}, { events: events.map(identified) }),
    }),
  };
};

const dated = <T>(report: T) => ({ occurred_at: new Date().toISOString(), ...report });
const identified = <T>(event: T) => ({ id: crypto.randomUUID(), ...dated(event) });

/** Calls are retried, because a report is known by its id and counts once. */
function createCaller({ url, timeoutMs }: ShopOptions, service: string, key: string | undefined, tries?: number) {
  if (!URL.canParse(url)) throw new TypeError(`The url of createShop must be Cartwright's address, not "${url}".`);
  const base = `${url.replace(/\/+$/, "")}/services/${service}/storefront/v1`;

  return async <T>(path: string, query: Record<string, string | undefined>, body?: object): Promise<T> => {
    if (!key) throw new TypeError(`createShop needs the option ${service === "checkout" ? "key" : "affiliateKey"}.`);
    const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const request = {
      headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    };
    return call(`${base}${path}?${new URLSearchParams(given)}`, request, { timeoutMs, tries });
  };
}

async function inBatches<
  Item extends { id: string } | { external_id: string },
  Outcome extends EventOutcome | OrderOutcome,
>(
  items: readonly Item[],
  size: number,
  send: (batch: readonly Item[]) => Promise<Report<Outcome>>,
): Promise<Report<Outcome>> {
  const total: Report<Outcome> = { data: [], accepted: 0, duplicates: 0, rejected: 0 };
  for (const batch of batchesOf(items, size)) {
    const { data, accepted, duplicates, rejected } = await send(batch);
    total.data.push(...data);
    total.accepted += accepted;
    total.duplicates += duplicates;
    total.rejected += rejected;
  }
  if (total.rejected > 0) throw rejection(items, total);
  return total;
}

/** All of the report has been sent, and what was accepted counts. */
function rejection(items: readonly ({ id: string } | { external_id: string })[], report: Outcomes): ShopError {
  const { data, rejected } = report;
  const details = data.flatMap(({ status, errors = [] }, n) =>
    status === "rejected" ? errors.map(({ field, message }) => ({ field: `${n}.${field}`, message })) : [],
  );
  const first = data.findIndex(({ status }) => status === "rejected");
  const item = items[first];
  const id = item && ("id" in item ? item.id : item.external_id);
  const reasons = data[first]?.errors?.map(({ field, message }) => `${field}: ${message}`).join(" ") ?? "";
  const were = rejected === 1 ? "was" : "were";
  const noun = items.length === 1 ? "report" : "reports";
  const sentence = `${rejected} of ${items.length} ${noun} ${were} rejected. ${id}: ${reasons}`;
  return new ShopError(200, "rejected", sentence, { details, report });
}

function batchesOf<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  if (items.length === 0) return [];
  const fits = items.length <= size && new TextEncoder().encode(JSON.stringify(items)).length <= mostBytes;
  if (fits || items.length === 1) return [items];
  const half = Math.min(size, Math.ceil(items.length / 2));
  return [...batchesOf(items.slice(0, half), size), ...batchesOf(items.slice(half), size)];
}

export const verifyWebhook: typeof declaredVerify = async ({ body, headers, secret, toleranceSeconds = 300 }) => {
  const [id, timestamp, list] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !list) throw refused("missing_header", "The webhook has no signature headers.");
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw refused("wrong_time", `The webhook was not sent within the last ${toleranceSeconds} seconds.`);
  }
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const signatures = list.split(" ").filter((entry) => entry.startsWith("v1,"));
  for (const one of [secret].flat()) {
    const key = await keyOf(one);
    for (const signature of signatures) {
      const bytes = fromBase64(signature.slice(3));
      if (bytes && (await crypto.subtle.verify("HMAC", key, bytes, signed))) return JSON.parse(text);
    }
  }
  throw refused("wrong_signature", "The webhook was changed on its way, or signed with another secret.");
};

const refused = (code: string, message: string) => new ShopError(0, code, message);

function headerOf(headers: Webhook["headers"], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === "string" ? value : value?.[0];
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith("whsec_") ? fromBase64(secret.slice(6)) : null;
  if (!bytes?.length) throw new TypeError("The secret of a webhook endpoint begins with whsec_.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
