import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { applyDeliveries } from "../../services/connect/apply.ts";
import { secretOf, signed } from "../../testing/connect.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { openShop } from "../../testing/shop.ts";
import { openStripe } from "../../testing/stripe-api.ts";
import { openStock, type Stock } from "../../testing/tickets.ts";
import { createShop, type ShopError } from "./index.ts";
import type { CheckoutDraft } from "./types.ts";

let services: TestServices;
let server: Server;
let url: string;
let isAway = false;
let stripe: Awaited<ReturnType<typeof openStripe>>;
let stock: Stock;

beforeAll(async () => {
  services = await openTestServices();
  const reach = getRequestListener(services.app.fetch);
  server = createServer((request, response) => (isAway ? response.destroy() : reach(request, response)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  isAway = false;
  stripe = await openStripe(["p", "q", "free", "prod_of_p"]);
  onTestFinished(() => stripe.close());
  stock = await openStock(services);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await services.close();
});

const open = (more = {}) =>
  createShop({ url, key: stock.server, store: stock.storeId, stripe: stripe.options, ...more });
const failure = (call: Promise<unknown>): Promise<ShopError> =>
  call.then(
    () => Promise.reject(new Error("The call succeeded.")),
    (error) => error,
  );
/** A cart with one of the product q at its full price of 7.50. */
const cart = { price_data: { currency: "eur", product: "q", unit_amount: 750 }, quantity: 1 };
const session = (more = {}): CheckoutDraft["session"] => ({
  ...{ mode: "payment", success_url: "https://shop.example/thanks", line_items: [cart] },
  ...more,
});
const signedTicket = async (body?: object): Promise<string> => (await stock.ticket(body)).ticket;
const lines = (id: string) => stripe.listLines(id, {}).data;
const orderOf = async (id: string) => (await stock.read(`/orders/${id}`)).body;
const sums = async () => {
  const { rows } = await services.db.$client.query(
    `select orders, revenue::int, upsell_revenue::int as upsells, bundle_revenue::int as bundles, offers_accepted as accepted,
       offers_shown as shown from checkout.daily_total where tenant_id = $1`,
    [stock.tenantId],
  );
  return rows;
};

/** As Stripe tells Cartwright, whose webhook has no lines. */
async function deliver(object: object): Promise<void> {
  await stock.manage("PUT", "/shop/sources/stripe", { secret: secretOf.stripe });
  const id = `evt_${crypto.randomUUID()}`;
  const created = Math.floor(Date.now() / 1000);
  const event = { id, type: "checkout.session.completed", created, livemode: true, data: { object } };
  const body = JSON.stringify(event);
  const headers = signed("stripe", { body, id });
  expect((await services.call("POST", `/connect/stripe/${stock.storeId}`, { body, headers })).status).toBe(200);
  await applyDeliveries(services.db);
}

function later(minutes: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

test.each(["webhook first", "shop first"])(
  "an accepted offer is charged at its price by a coupon of its own, and counts once with its order: %s",
  async (sequence) => {
    const shop = open();
    const { id: ticket, ticket: jws, expires_at } = await stock.ticket();
    const draft = {
      session: session({ client_reference_id: "1001", metadata: { own: "x" }, allow_promotion_codes: false }),
      tickets: [jws],
    };
    const { id, url: page } = await shop.createCheckout(draft);
    expect(page).toBe(`https://checkout.stripe.com/c/pay/${id}`);
    const ends = Date.parse(expires_at) / 1000 + 31 * 60;
    expect([...stripe.coupons.values()]).toMatchObject([
      {
        ...{ name: "Offer", amount_off: 200, currency: "eur", duration: "once", max_redemptions: 1, redeem_by: ends },
        applies_to: { products: ["p"] },
      },
    ]);
    expect(stripe.readSession(id)).toMatchObject({ expires_at: ends, metadata: { own: "x" }, amount_total: 2549 });
    expect(lines(id)).toMatchObject([
      { amount_subtotal: 750, amount_total: 750 },
      { amount_subtotal: 1999, amount_total: 1799, price: { product: "p" } },
    ]);
    expect(await shop.readCheckout(id)).toMatchObject({ status: "open", tickets: [] });

    // Later than the ticket alone would be valid.
    later(45);
    const paid = stripe.pay(id);
    if (sequence === "webhook first") await deliver(paid);
    const read = await shop.readCheckout(id);
    expect(read).toEqual({
      ...{ order_id: "1001", status: "paid", currency: "EUR", total: 25.49 },
      tickets: [{ id: ticket, charged: 17.99, status: "redeemed" }],
    });
    expect(await shop.readCheckout(id)).toEqual(read);
    if (sequence === "shop first") await deliver(paid);
    expect(await orderOf("1001")).toMatchObject({
      ...{ total: 25.49, service_data: { upsells_accepted: ["ups_a"], service_revenue: 17.99 } },
    });
    expect(await sums()).toMatchObject([{ orders: 1, revenue: 2549, upsells: 1799, accepted: 1 }]);
  },
);

test("each of several tickets counts at its own price, though Stripe divides their coupon in another way", async () => {
  const shop = open();
  const bundle_id = await stock.sellsSet([{ product_id: "q", quantity: 2 }], { type: "percentage_off", value: 20 });
  const [offer, set] = [await stock.ticket(), await stock.ticket({ bundle_id })];
  const tickets = [offer.ticket, set.ticket, offer.ticket];
  const { id } = await shop.createCheckout({ session: session({ line_items: [] }), tickets });
  expect([...stripe.coupons.values()]).toMatchObject([{ amount_off: 500, applies_to: { products: ["p", "q"] } }]);
  const paid = stripe.pay(id);
  expect(lines(id).map((line: { amount_discount: number }) => line.amount_discount)).toEqual([286, 214]);
  const { tickets: charged, order_id } = await shop.readCheckout(id);
  expect(charged).toMatchObject([
    { id: offer.id, charged: 17.99, status: "redeemed" },
    { id: set.id, charged: 12, status: "redeemed" },
  ]);
  await deliver(paid);
  expect(order_id).toBe(paid.payment_intent);
  expect(await sums()).toMatchObject([{ orders: 1, revenue: paid.amount_total, upsells: 1799, bundles: 1200 }]);
});

test("Stripe’s page offers what Cartwright offers, at its price, and only what was added there counts", async () => {
  const shop = open();
  const offer = { trigger_products: ["p"], placement: "checkout", status: "active" };
  const cheaper = (value: number) => ({ discount: { type: "percentage", value } });
  const made = [
    await stock.manage("POST", "/upsells", { name: "Older", product_id: "q", ...offer, ...cheaper(50) }),
    await stock.manage("POST", "/upsells", { name: "Unpriced", product_id: "unpriced", ...offer, ...cheaper(20) }),
    await stock.manage("POST", "/upsells", { name: "Newest", product_id: "q", ...offer, ...cheaper(20) }),
  ];
  const upsell = made[2]?.id;
  const own = stripe.createPrice({ currency: "eur", product: "free", unit_amount: "300" });
  const optional_items = [{ price: own.id, quantity: 1 }];
  const draft = async () => ({
    session: session({ line_items: [], optional_items }),
    tickets: [await signedTicket()],
    offers: { placement: "checkout", visitor_id: "v7" },
  });
  const { id } = await shop.createCheckout(await draft());
  const [, added] = stripe.readSession(id).optional_items;
  expect(stripe.readSession(id).optional_items).toHaveLength(2);
  expect(stripe.prices.get(added.price)).toMatchObject({ product: "q", unit_amount: 600, active: true });
  expect(await sums()).toMatchObject([{ shown: 1 }]);
  const paid = stripe.pay(id, { take: [added.price, own.id] });
  expect(paid.amount_total).toBe(1799 + 600 + 300);
  const { tickets, order_id } = await shop.readCheckout(id);
  expect(tickets).toMatchObject([
    { charged: 17.99, status: "redeemed" },
    { charged: 6, status: "redeemed" },
  ]);
  await deliver(paid);
  expect((await orderOf(order_id)).service_data).toMatchObject({
    ...{ upsells_accepted: [upsell, "ups_a"].toSorted(), service_revenue: 23.99 },
  });

  const second = await shop.createCheckout(await draft());
  expect(stripe.readSession(second.id).optional_items[1].price).toBe(added.price);
  stripe.pay(second.id);
  expect((await shop.readCheckout(second.id)).tickets).toMatchObject([{ charged: 17.99 }]);
  expect([...stripe.prices.values()].filter(({ active }) => active)).toHaveLength(2);
  // The merchant archived the price.
  Object.assign(stripe.prices.get(added.price) ?? {}, { active: false });
  const third = await shop.createCheckout(await draft());
  expect(stripe.readSession(third.id).optional_items[1].price).not.toBe(added.price);
});

test("several pieces are charged and offered at the price of one, and count at what they cost together", async () => {
  const shop = open();
  await stock.manage("PUT", "/upsells/ups_a", { quantity: { least: 2, most: 3 } });
  const half = { discount: { type: "percentage", value: 50 }, placement: "checkout", status: "active" };
  await stock.manage("POST", "/upsells", { name: "Two", product_id: "q", ...half, quantity: { least: 2 } });
  const tickets = [await signedTicket({ upsell_id: "ups_a", quantity: 3 })];
  const { id } = await shop.createCheckout({
    session: session({ line_items: [] }),
    tickets,
    offers: { placement: "checkout" },
  });
  expect(lines(id)).toMatchObject([{ quantity: 3, amount_subtotal: 5997, amount_total: 5397 }]);
  const [added] = stripe.readSession(id).optional_items;
  expect(added).toMatchObject({ quantity: 2 });
  expect(stripe.prices.get(added.price)).toMatchObject({ product: "q", unit_amount: 375 });
  expect(stripe.pay(id, { take: [added.price] }).amount_total).toBe(5397 + 750);
  expect((await shop.readCheckout(id)).tickets).toMatchObject([
    { charged: 53.97, status: "redeemed" },
    { charged: 7.5, status: "redeemed" },
  ]);
});

test("a ticket that is forged, expired, in another currency or for another order or store never reaches Stripe", async () => {
  const shop = open();
  const jws = await signedTicket();
  const other = await openStock(services);
  const placed = await signedTicket({ upsell_id: "ups_a", order: "o1" });
  const usd = { ...cart, price_data: { ...cart.price_data, currency: "usd" } };
  const refused: [code: string, draft: CheckoutDraft][] = [
    ["wrong_signature", { session: session(), tickets: [jws, jws.replace(/\.[^.]+\./, ".e30.")] }],
    ["wrong_store", { session: session(), tickets: [(await other.ticket()).ticket] }],
    ["wrong_order", { session: session(), tickets: [placed] }],
    ["wrong_currency", { session: session({ currency: "usd" }), tickets: [jws] }],
    ["wrong_currency", { session: session({ line_items: [usd] }), tickets: [jws] }],
  ];
  for (const [code, draft] of refused) expect((await failure(shop.createCheckout(draft))).code).toBe(code);
  later(31);
  expect((await failure(shop.createCheckout({ session: session(), tickets: [jws] }))).code).toBe("ticket_expired");
  expect(stripe.calls).toEqual([]);
});

test("a ticket is paid once, however many sessions are begun with it", async () => {
  const shop = open();
  const jws = await signedTicket();
  const begin = (more = {}) => shop.createCheckout({ session: session(more), tickets: [jws] });
  const [first, second] = [await begin(), await begin({ line_items: [{ ...cart, quantity: 2 }] })];
  expect(stripe.coupons.size).toBe(1);
  stripe.pay(second.id);
  expect(() => stripe.pay(first.id)).toThrow("Coupon expired");
  expect(await failure(begin())).toMatchObject({ status: 400, code: "coupon_expired" });
  expect((await shop.readCheckout(second.id)).tickets).toMatchObject([{ status: "redeemed" }]);

  // Without a coupon, the second order is what Cartwright refuses the ticket to.
  const third = await begin({ allow_promotion_codes: true });
  stripe.pay(third.id);
  const { status, tickets } = await shop.readCheckout(third.id);
  expect([status, tickets]).toMatchObject(["paid", [{ status: "refused", errors: [{ field: "id" }] }]]);
  expect(tickets[0]?.errors?.[0]?.message).toContain("already redeemed");
});

test("a coupon ends, and is for the products of its tickets alone", async () => {
  const shop = open();
  const { id } = await shop.createCheckout({ session: session(), tickets: [await signedTicket()] });
  const [[code]] = [...stripe.coupons] as [[string, object]];
  const use = (more = {}) =>
    stripe.createSession({ success_url: "https://x.test", line_items: [cart], discounts: [{ coupon: code }], ...more });
  expect(() =>
    use({ line_items: [{ ...cart, quantity: "1", price_data: { ...cart.price_data, unit_amount: "750" } }] }),
  ).toThrow("applies to none of the lines");
  later(62);
  expect(() => stripe.pay(id)).toThrow("The session has expired");
  expect(await shop.readCheckout(id)).toMatchObject({ status: "expired", tickets: [] });
  expect(() =>
    use({ line_items: [{ quantity: "1", price_data: { currency: "eur", product: "p", unit_amount: "1" } }] }),
  ).toThrow("Coupon expired");
});

test("beside a discount of the shop’s own, lines cost what the tickets say, to the cent", async () => {
  const shop = open();
  const bundle_id = await stock.sellsSet([{ product_id: "q", quantity: 3 }], { type: "fixed_price", value: 20 });
  const tickets = [await signedTicket(), await signedTicket({ bundle_id })];
  const { id } = await shop.createCheckout({ session: session({ allow_promotion_codes: true }), tickets });
  expect(stripe.coupons.size).toBe(0);
  expect(lines(id)).toMatchObject([
    { amount_subtotal: 750 },
    { amount_subtotal: 1799 },
    { quantity: 1, amount_subtotal: 666 },
    { quantity: 2, amount_subtotal: 1334 },
  ]);
  stripe.pay(id, { promotion: 10 });
  const [plain, offer, ...set] = lines(id).map((line: { amount_total: number }) => line.amount_total);
  const charged = (await shop.readCheckout(id)).tickets.map((one) => one.charged);
  expect(charged).toEqual([offer / 100, (set[0] + set[1]) / 100]);
  expect(plain + offer + set[0] + set[1]).toBe(stripe.readSession(id).amount_total);
});

test("what costs nothing is paid at once, and what the bank still owes is not", async () => {
  const shop = open();
  const { id: upsell_id } = await stock.manage("POST", "/upsells", {
    ...{ name: "Sample", product_id: "free", trigger_products: [], placement: "cart", status: "active" },
    discount: { type: "percentage", value: 10 },
  });
  const tickets = [await signedTicket({ upsell_id })];
  const free = await shop.createCheckout({ session: session({ line_items: [] }), tickets });
  expect(stripe.coupons.size).toBe(0);
  stripe.pay(free.id);
  expect(await shop.readCheckout(free.id)).toMatchObject({ order_id: free.id, status: "paid", total: 0 });

  const slow = await shop.createCheckout({ session: session(), tickets: [await signedTicket()] });
  stripe.pay(slow.id, { payment_status: "unpaid" });
  expect(await shop.readCheckout(slow.id)).toMatchObject({ status: "unpaid", tickets: [] });
  Object.assign(stripe.sessions.get(slow.id) ?? {}, { payment_status: "paid" });
  expect((await shop.readCheckout(slow.id)).tickets).toMatchObject([{ status: "redeemed", charged: 17.99 }]);
});

test("amounts have the decimals of their currency at Stripe, and products the IDs that the shop names", async () => {
  const { key, pub, server: secret, storeId: store } = await openShop(services, { currency: "JPY" });
  const products = [{ id: "p", title: "Product", price: 1999 }];
  await services.call("PUT", "/checkout/v1/products", { key, body: { products } });
  const body = { upsell_id: "ups_a" };
  const { ticket } = (await services.call("POST", "/checkout/storefront/v1/tickets", { key: pub, body })).body;
  const shop = open({ key: secret, store });
  const { id } = await shop.createCheckout({
    session: session({ line_items: [] }),
    tickets: [ticket],
    sellAs: ({ product_id }) => ({ product: `prod_of_${product_id}`, tax_behavior: "inclusive" }),
    discountName: "値引き",
  });
  expect(lines(id)).toMatchObject([
    { currency: "jpy", amount_subtotal: 1999, price: { product: "prod_of_p", tax_behavior: "inclusive" } },
  ]);
  expect([...stripe.coupons.values()]).toMatchObject([{ amount_off: 200, currency: "jpy", name: "値引き" }]);
  stripe.pay(id);
  expect(await shop.readCheckout(id)).toMatchObject({ total: 1799, tickets: [{ charged: 1799 }] });
});

test("200 checkouts at once have 200 coupons, though Stripe takes 25 of them a second", {
  tags: "long",
}, async () => {
  const shop = open();
  const path = "/checkout/storefront/v1/tickets";
  const ask = () => services.call("POST", path, { key: stock.server, body: { upsell_id: "ups_a" } });
  const tickets = (await Promise.all(Array.from({ length: 200 }, ask))).map(({ body }) => body.ticket);
  const made = await Promise.all(
    tickets.map((ticket) => shop.createCheckout({ session: session(), tickets: [ticket] })),
  );
  expect(stripe.coupons.size).toBe(200);
  expect(new Set(made.map(({ id }) => id)).size).toBe(200);
  const used = made.map(({ id }) => stripe.readSession(id).discounts[0].coupon);
  expect(new Set(used).size).toBe(200);
  expect(stripe.calls.length).toBeGreaterThan(400);
});

test("a call that Stripe does not answer is made again, and makes no second coupon, price or session", async () => {
  const shop = open({ timeoutMs: 2_000 });
  const offer = { trigger_products: [], placement: "checkout", status: "active", product_id: "q" };
  const discount = { type: "percentage", value: 20 };
  await stock.manage("POST", "/upsells", { name: "Q", ...offer, discount });
  const unlucky: typeof stripe.mishaps = [
    ["POST /v1/coupons", "unheard"],
    ["POST /v1/coupons", { status: 503 }],
    ["GET /v1/prices", "unsent"],
    ["POST /v1/prices", "unheard"],
    ["POST /v1/checkout/sessions", "unheard"],
    ["POST /v1/checkout/sessions", { status: 409, code: "idempotency_key_in_use" }],
  ];
  stripe.mishaps.push(...unlucky);
  await shop.createCheckout({
    session: session({ line_items: [] }),
    tickets: [await signedTicket()],
    offers: { placement: "checkout" },
  });
  expect(stripe.mishaps).toEqual([]);
  const active = [...stripe.prices.values()].filter((price) => price.active);
  expect([stripe.coupons.size, active.length, stripe.sessions.size]).toEqual([1, 1, 1]);
});

test("what Stripe refuses says why, and leaves nothing that a shopper could use", async () => {
  const shop = open();
  const tickets = [await signedTicket()];
  const attempt = (more: object, options = {}) =>
    failure(open(options).createCheckout({ session: session(more), tickets }));
  expect(await attempt({ succes_url: "https://x.test" })).toMatchObject({
    ...{ status: 400, code: "parameter_unknown", requestId: "req_1" },
    ...{ message: "Received unknown parameter: succes_url", details: [{ field: "succes_url" }] },
  });
  expect(await attempt({ success_url: undefined })).toMatchObject({ code: "parameter_missing" });
  const old = { stripe: { ...stripe.options, version: "2025-11-17.clover" } };
  expect((await attempt({}, old)).message).toBe("Received unknown parameter: line_items[0][metadata]");
  const keyless = { stripe: { ...stripe.options, key: "sk_live_wrong" } };
  expect(await attempt({}, keyless)).toMatchObject({ status: 401, message: "Invalid API Key provided." });
  expect((await attempt({}, { stripe: undefined })).message).toBe("createShop needs the option stripe.");
  const missing = failure(
    shop.createCheckout({ session: session(), tickets, sellAs: () => ({ product: "prod_none" }) }),
  );
  expect((await missing).message).toBe("No such product: 'prod_none'");
  expect((await failure(shop.readCheckout("cs_none"))).status).toBe(404);
  expect(stripe.sessions.size).toBe(0);

  stripe.calls.length = 0;
  stripe.mishaps.push(["POST /v1/coupons", { status: 500, headers: { "stripe-should-retry": "false" } }]);
  expect(await attempt({})).toMatchObject({ status: 500, code: "api_error" });
  expect(stripe.calls.length).toBe(1);
  stripe.close();
  const away = await attempt({});
  expect([away.status, away.code]).toEqual([0, "network_error"]);
  expect(away.message).toBe(`${stripe.options.url} could not be reached for /v1/coupons.`);
});

test("while Cartwright is away, the shop sells the tickets it has and no further offers, and redeems them later", async () => {
  const shop = open({ timeoutMs: 500 });
  await shop.verifyTicket(await signedTicket());
  const jws = await signedTicket();
  isAway = true;
  const draft = { session: session(), tickets: [jws], offers: { placement: "cart" } };
  const { id } = await shop.createCheckout(draft);
  expect(stripe.readSession(id)).toMatchObject({ amount_total: 2549, optional_items: [] });
  stripe.pay(id);
  expect((await failure(shop.readCheckout(id))).code).toBe("network_error");
  isAway = false;
  expect((await shop.readCheckout(id)).tickets).toMatchObject([{ charged: 17.99, status: "redeemed" }]);
});
