import { storefrontScope } from "../contract/scopes.ts";
import { bundle, experiment, type StoredVariant, upsell } from "../database/schema/checkout.ts";
import { createApiKey, createStorefrontKey, provision } from "../services/tenants.ts";
import { type Answer, allScopes, type TestServices } from "./services.ts";

export type Event = Record<string, unknown>;
export type Shop = Awaited<ReturnType<typeof openShop>>;

let shops = 0;

export const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

export async function openShop(
  services: Pick<TestServices, "db" | "call">,
  {
    currency = "EUR",
    timeZone = "Europe/Berlin",
    variants = [
      { name: "control", weight: 1 },
      { name: "b", weight: 1 },
    ] as StoredVariant[],
  } = {},
) {
  const { db } = services;
  const storeId = `shop-${++shops}`;
  await provision(db, { storeId, currency, timeZone });
  const { key } = await createApiKey(db, { storeId, mode: "live", name: "Test", scopes: allScopes });
  const { key: server } = await createApiKey(db, { storeId, mode: "live", name: "Server", scopes: [storefrontScope] });
  const { key: pub } = await createStorefrontKey(db, { storeId, mode: "live", name: "Shop" });
  const { rows } = await db.$client.query("select id from checkout.tenant where store_id = $1 and mode = 'live'", [
    storeId,
  ]);
  const tenantId = rows[0].id as number;
  const offer = {
    tenantId,
    status: "active",
    productId: "p",
    triggerProducts: [],
    discountType: "percentage",
    discountValue: 10,
  };
  await db
    .insert(upsell)
    .values(
      ["a", "b", "c"].map((letter) => ({ ...offer, id: `ups_${letter}`, name: `Offer ${letter}`, placement: "cart" })),
    );
  await db.insert(bundle).values(
    ["a", "b"].map((letter) => ({
      tenantId,
      id: `bun_${letter}`,
      name: `Bundle ${letter}`,
      type: "fixed",
      status: "active",
      products: [],
      pricingType: "percentage_off",
      pricingValue: 10,
    })),
  );
  await db.insert(experiment).values({
    tenantId,
    id: "exp_1",
    name: "Test of a test",
    status: "running",
    variants,
    startedAt: new Date("2025-01-01T00:00:00Z"),
  });
  const report = (key: string, events: unknown[], call: TestServices["call"]) =>
    call("POST", "/checkout/storefront/v1/events", { key, body: { events }, headers: { "user-agent": browser } });
  /** As the shop's server does. */
  const send = (events: unknown[], call = services.call) => report(server, events, call);
  /** As a page of the shop does. */
  const claim = (events: unknown[], call = services.call) => report(pub, events, call);
  const read = (path: string): Promise<Answer> => services.call("GET", `/checkout/v1${path}`, { key });
  return { tenantId, storeId, key, server, pub, timeZone, currency, send, claim, read };
}

const at = "2025-06-10T10:00:00Z";

/** Events as a shop sends them, with defaults. */
export const make = {
  visit: (id: string, more: Event = {}): Event => ({ id, type: "visit", occurred_at: at, ...more }),
  shown: (id: string, more: Event = {}): Event => ({
    id,
    type: "offer.shown",
    occurred_at: at,
    upsell_id: "ups_a",
    ...more,
  }),
  accepted: (id: string, order: string, price: number, more: Event = {}): Event => ({
    id,
    type: "offer.accepted",
    occurred_at: at,
    upsell_id: "ups_a",
    order_id: order,
    platform_order_id: `#${order}`,
    customer_id: "cus_1",
    product: { id: "p", title: "Product", variant_id: "v", price },
    discount: { type: "percentage", value: 10, amount: 0 },
    final_price: price,
    ...more,
  }),
  declined: (id: string, more: Event = {}): Event => ({
    id,
    type: "offer.declined",
    occurred_at: at,
    upsell_id: "ups_a",
    ...more,
  }),
  placed: (id: string, order: string, total: number, more: Event = {}): Event => ({
    id,
    type: "order.placed",
    occurred_at: at,
    order_id: order,
    platform_order_id: `#${order}`,
    total,
    ...more,
  }),
  edited: (id: string, order: string, by: number, more: Event = {}): Event => ({
    id,
    type: "order.edited",
    occurred_at: at,
    order_id: order,
    platform_order_id: `#${order}`,
    edit_type: "add_items",
    amount_changed: by,
    new_total: 100,
    ...more,
  }),
  cancelled: (id: string, order: string, more: Event = {}): Event => ({
    id,
    type: "order.cancelled",
    occurred_at: at,
    order_id: order,
    platform_order_id: `#${order}`,
    ...more,
  }),
  refunded: (id: string, order: string, amount: number, more: Event = {}): Event => ({
    id,
    type: "order.refunded",
    occurred_at: at,
    order_id: order,
    amount,
    ...more,
  }),
  bundle: (id: string, order: string, original: number, price: number, more: Event = {}): Event => ({
    id,
    type: "bundle.purchased",
    occurred_at: at,
    bundle_id: "bun_a",
    order_id: order,
    products: [{ id: "p", title: "Product", quantity: 2 }],
    original_price: original,
    bundle_price: price,
    ...more,
  }),
  subscription: (id: string, order: string, price: number, more: Event = {}): Event => ({
    id,
    type: "subscription.created",
    occurred_at: at,
    subscription_id: `sub_${id}`,
    upsell_id: "ups_b",
    order_id: order,
    platform_order_id: `#${order}`,
    customer_id: "cus_1",
    interval: { unit: "month", count: 1 },
    price,
    ...more,
  }),
  exposed: (id: string, visitor: string, variant: string, more: Event = {}): Event => ({
    id,
    type: "experiment.exposed",
    occurred_at: at,
    experiment_id: "exp_1",
    visitor_id: visitor,
    variant,
    ...more,
  }),
  converted: (id: string, visitor: string, more: Event = {}): Event => ({
    id,
    type: "experiment.converted",
    occurred_at: at,
    experiment_id: "exp_1",
    visitor_id: visitor,
    ...more,
  }),
};
