import { jwtVerify, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { openShopify, type ShopifyStandIn } from "../../testing/shopify/api.ts";
import { connectShopify, origin } from "../../testing/shopify/connected.ts";
import { totalOf } from "../../testing/shopify/shop.ts";
import { codeFor, removeCodes } from "./shopify-codes.ts";
import { topics } from "./shopify-work.ts";

let services: TestServices;
let shopify: ShopifyStandIn;

beforeAll(async () => {
  process.env.WEBHOOK_ALLOWED_HOSTS = "127.0.0.1";
  process.env.CARTWRIGHT_ORIGIN = origin;
  services = await openTestServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  shopify = await openShopify();
});
afterEach(() => shopify.close());

const query = async (text: string, values: unknown[] = []) => (await services.db.$client.query(text, values)).rows;
/** As if this time had passed for the codes and tickets of a store. */
const later = (tenantId: number, minutes: number) =>
  query(
    `with t as (update checkout.ticket set issued_at = issued_at - make_interval(mins => $2), expires_at = expires_at - make_interval(mins => $2)
       where tenant_id = $1)
     update checkout.shopify_code set due_at = due_at - make_interval(mins => $2) where tenant_id = $1`,
    [tenantId, minutes],
  );
/** The next look at an app that does not work is due. */
const due = (tenantId: number) =>
  query("update checkout.shopify_app set due_at = now() where tenant_id = $1", [tenantId]);
const centsOf = (price: number) => Math.round(price * 100);

test("an accepted offer has a code, and the order that it lowered redeems the ticket at its price", async () => {
  const shop = await connectShopify(services, shopify);
  const offer = await shop.start();
  const ticket = await shop.accept({ upsell_id: offer, visitor_id: "v1" });
  const { status, body } = await shop.code(ticket.id);
  expect([status, body]).toEqual([200, { id: ticket.id, code: expect.stringMatching(/^CW-[0-9A-Z]{12}$/) }]);
  expect((await shop.code(ticket.id)).body.code).toBe(body.code);
  expect(shopify.discounts).toHaveLength(1);
  expect(shopify.discounts[0]).toMatchObject({ usageLimit: 1, endsAt: Date.parse(ticket.expires_at) });

  const order = shopify.checkout([{ variant: 8001 }, { variant: 8002 }], [body.code]);
  expect(totalOf(order)).toBe(3000 + centsOf(ticket.price));
  await shop.deliver(order);
  const redeemed = await shop.ticket(ticket.id);
  expect(redeemed).toMatchObject({
    order_id: String(order.id),
    charged: centsOf(ticket.price),
    price: centsOf(ticket.price),
  });
  const [row] = await query(
    "select total::int, upsell_revenue::int as offers from checkout.order where tenant_id = $1 and id = $2",
    [shop.tenantId, String(order.id)],
  );
  expect(row).toEqual({ total: totalOf(order), offers: centsOf(ticket.price) });

  await shop.deliver(order, "orders/updated");
  expect(await shop.ticket(ticket.id)).toEqual(redeemed);
});

test("a code is good once, for its product, and until the ticket ends", async () => {
  const shop = await connectShopify(services, shopify);
  const offer = await shop.start();
  const codeOf = async () => {
    const ticket = await shop.accept({ upsell_id: offer });
    return { code: (await shop.code(ticket.id)).body.code as string, ends: Date.parse(ticket.expires_at) };
  };
  const { code, ends } = await codeOf();
  const filters = [{ variant: 8002 }];
  expect(totalOf(shopify.checkout([{ variant: 8001 }], [code]))).toBe(3000);
  expect(totalOf(shopify.checkout(filters, [code], ends))).toBe(1999);
  expect(totalOf(shopify.checkout([{ variant: 8002, quantity: 3 }], [code]))).toBe(1999 * 3 - 200);
  expect(totalOf(shopify.checkout(filters, [code]))).toBe(1999);
  const second = await codeOf();
  expect(totalOf(shopify.checkout(filters, [second.code], second.ends - 1))).toBe(1799);
});

test("a price that has changed in the shop since is what the ticket says was charged", async () => {
  const shop = await connectShopify(services, shopify);
  const ticket = await shop.accept({ upsell_id: await shop.start() });
  const { code } = (await shop.code(ticket.id)).body;
  Object.assign(shopify.products[1]?.variants[0] as object, { price: "21.99" });
  await shop.deliver(shopify.checkout([{ variant: 8002 }], [code]));
  expect(await shop.ticket(ticket.id)).toMatchObject({ charged: 1999, price: 1799 });
});

test("a bundle takes its discount only as a whole", async () => {
  const shop = await connectShopify(services, shopify);
  await shop.start();
  const products = [
    { product_id: "7001", quantity: 1 },
    { product_id: "7002", quantity: 2 },
  ];
  const set = {
    name: "Set",
    type: "fixed",
    status: "active",
    products,
    pricing: { type: "percentage_off", value: 20 },
  };
  const ticket = await shop.accept({ bundle_id: (await shop.api("POST", "/bundles", set)).body.id });
  const { code } = (await shop.code(ticket.id)).body;
  expect(totalOf(shopify.checkout([{ variant: 8001 }], [code]))).toBe(3000);
  const order = shopify.checkout([{ variant: 8001 }, { variant: 8002, quantity: 2 }], [code]);
  expect(totalOf(order)).toBe(centsOf(ticket.price));
  await shop.deliver(order);
  expect(await shop.ticket(ticket.id)).toMatchObject({ order_id: String(order.id), charged: centsOf(ticket.price) });
});

test("two hundred shoppers who accept at once get two hundred codes", { tags: "long" }, async () => {
  const shop = await connectShopify(services, shopify);
  const offer = await shop.start();
  Object.assign(shopify.bucket, { held: shopify.bucket.most });
  const tickets = await Promise.all(
    Array.from({ length: 200 }, (_, n) => shop.accept({ upsell_id: offer, visitor_id: `v${n}` })),
  );
  await query("update checkout.shopify_app set token = null where tenant_id = $1", [shop.tenantId]);
  const before = shopify.tokens.size;
  // A busy machine is too slow for so many in the time that a shopper waits, which another test measures.
  const { tenantId, currency } = shop;
  const codes = await Promise.all(
    tickets.map(({ id }) => codeFor({ pool: services.db, tenantId, currency }, id, 60_000)),
  );
  expect(new Set(codes).size).toBe(200);
  expect(codes).not.toContain(null);
  expect(new Set(shopify.discounts.map(({ code }) => code))).toEqual(new Set(codes));
  expect(shopify.tokens.size).toBe(before + 1);
});

test.each([
  ["list_price", "down", { status: 503 }],
  ["list_price", "slow", { slowMs: 1_500 }],
  ["hide", "down", { status: 503 }],
] as const)("with the choice %s, offers go on while Shopify is %s", async (choice, _, trouble) => {
  const shop = await connectShopify(services, shopify, choice);
  const offer = await shop.start();
  const set = { name: "Set", type: "fixed", status: "active", products: [{ product_id: "7002", quantity: 2 }] };
  await shop.api("POST", "/bundles", { ...set, pricing: { type: "percentage_off", value: 20 } });
  const ticket = await shop.accept({ upsell_id: offer });
  Object.assign(shopify.trouble, trouble);
  const started = performance.now();
  expect((await shop.code(ticket.id)).body).toEqual({ id: ticket.id, code: null });
  expect(performance.now() - started).toBeLessThan(800);
  const expected = choice === "hide" ? [] : [{ id: offer, price: 19.99, final_price: 19.99 }];
  expect(await shop.offers()).toMatchObject(expected);
  expect(
    (await shop.page("GET", "/bundles")).body.bundles.filter(({ name }: { name: string }) => name === "Set"),
  ).toEqual([]);
  if (choice === "list_price") {
    const dear = await shop.accept({ upsell_id: offer });
    expect(dear).toMatchObject({ price: 19.99, list_price: 19.99 });
    expect((await shop.code(dear.id)).body.code).toBeNull();
  } else {
    expect((await shop.page("POST", "/tickets", { upsell_id: offer })).status).toBe(409);
  }
  expect((await shop.state()).app).toMatchObject({
    failing_since: expect.any(String),
    error: { message: expect.any(String) },
  });

  Object.assign(shopify.trouble, { status: undefined, slowMs: undefined });
  await due(shop.tenantId);
  await shop.tend();
  expect((await shop.state()).app).toMatchObject({ failing_since: null, error: null });
  await expect.poll(() => shop.offers(), { timeout: 4_000 }).toMatchObject([{ id: offer, final_price: 17.99 }]);
  expect((await shop.code((await shop.accept({ upsell_id: offer })).id)).body.code).not.toBeNull();
});

test("the code of several pieces takes off the discount of all, and nothing for fewer", async () => {
  const shop = await connectShopify(services, shopify);
  const offer = await shop.start();
  await shop.api("PUT", `/upsells/${offer}`, { quantity: { most: 3 } });
  const ticket = await shop.accept({ upsell_id: offer, quantity: 3 });
  const { code } = (await shop.code(ticket.id)).body;
  const few = shopify.checkout([{ variant: 8002, quantity: 2 }], [code]);
  expect(totalOf(few)).toBe(2 * 1999);
  const order = shopify.checkout([{ variant: 8002, quantity: 3 }], [code]);
  expect(totalOf(order)).toBe(3 * 1799);
  await shop.deliver(order);
  expect(await shop.ticket(ticket.id)).toMatchObject({ order_id: String(order.id), charged: 3 * 1799 });
});

test("a code that was made too late is removed, and never handed out", async () => {
  const shop = await connectShopify(services, shopify);
  const ticket = await shop.accept({ upsell_id: await shop.start() });
  shopify.trouble.lateMs = 900;
  expect((await shop.code(ticket.id)).body.code).toBeNull();
  shopify.trouble.lateMs = undefined as never;
  expect(shopify.discounts).toHaveLength(1);
  expect((await shop.code(ticket.id)).body.code).toBeNull();
  await later(shop.tenantId, 2);
  await removeCodes(services.db);
  expect(shopify.discounts).toEqual([]);
});

test("unused codes are removed once their tickets have ended; a used one stays", async () => {
  const shop = await connectShopify(services, shopify);
  const offer = await shop.start();
  const codes: string[] = [];
  for (let n = 0; n < 3; n++) codes.push((await shop.code((await shop.accept({ upsell_id: offer })).id)).body.code);
  const [told = "", untold = "", unused = ""] = codes;
  await shop.deliver(shopify.checkout([{ variant: 8002 }], [told]));
  shopify.checkout([{ variant: 8002 }], [untold]);
  const left = () => shopify.discounts.map(({ code }) => code);
  await removeCodes(services.db);
  expect(left()).toEqual([told, untold, unused]);
  await later(shop.tenantId, 31);
  Object.assign(shopify.trouble, { status: 503 });
  await removeCodes(services.db);
  expect(left()).toEqual([told, untold, unused]);
  Object.assign(shopify.trouble, { status: undefined });
  await later(shop.tenantId, 3);
  await removeCodes(services.db);
  expect(left()).toEqual([told, untold]);
  expect(
    await query("select 1 from checkout.shopify_code where tenant_id = $1 and due_at is not null", [shop.tenantId]),
  ).toEqual([]);
});

test("a shopper waits for a moment where Shopify throttles, and the reading leaves room", async () => {
  const shop = await connectShopify(services, shopify);
  const offer = await shop.start();
  const ticket = await shop.accept({ upsell_id: offer });
  Object.assign(shopify.bucket, { held: 0, at: Date.now() });
  expect((await shop.code(ticket.id)).body.code).not.toBeNull();
  expect(shopify.throttled()).toBeGreaterThan(0);

  // Enough for a page of products, but less than half.
  Object.assign(shopify.bucket, { held: 980, rate: 1, at: Date.now() });
  expect((await shop.code((await shop.accept({ upsell_id: offer })).id)).body.code).not.toBeNull();
  await query("update checkout.shopify_app set products_at = null, due_at = now() where tenant_id = $1", [
    shop.tenantId,
  ]);
  const before = shopify.calls.length;
  await shop.tend();
  expect(shopify.calls).toHaveLength(before);
  const [app] = await query(
    "select error, extract(epoch from due_at - now()) as seconds from checkout.shopify_app where tenant_id = $1",
    [shop.tenantId],
  );
  expect(app.error).toBeNull();
  expect(Number(app.seconds)).toBeGreaterThan(5);
});

test("the webhooks are registered, and products and the orders of 60 days are read page by page", async () => {
  const day = 86_400_000;
  const shop = await connectShopify(services, shopify);
  const variants = Array.from({ length: 30 }, (_, n) => ({ id: 8100 + n, price: "5.00", stock: n }));
  shopify.products.push({ id: 7100, title: "Shirt", variants, status: "DRAFT" });
  for (let n = 0; n < 25; n++) {
    shopify.products.push({ id: 7200 + n, title: `Mug ${n}`, variants: [{ id: 8200 + n, price: "12.50" }] });
  }
  shopify.checkout([{ variant: 8001 }], [], Date.now() - 70 * day);
  const large = shopify.checkout(
    Array.from({ length: 25 }, (_, n) => ({ variant: 8200 + n })),
    [],
    Date.now() - 59 * day,
  );
  for (let n = 0; n < 6; n++)
    shopify.checkout([{ variant: 8001 }, { variant: 8002, quantity: 2 }], [], Date.now() - n * day);
  const refunded = shopify.checkout([{ variant: 8001 }], [], Date.now() - day);
  refunded.refunded = "10.00";

  expect((await shop.connect()).status).toBe(200);
  expect(await shop.state()).toMatchObject({ app: { webhooks: { done_at: null }, products: { done_at: null } } });
  await shop.tend();
  expect((await shop.state()).app).toMatchObject({
    error: null,
    webhooks: { done_at: expect.any(String), count: topics.length },
    products: { done_at: expect.any(String), count: 28 },
    orders: { done_at: expect.any(String), count: 8 },
  });
  const uri = `${origin}/services/connect/shopify/${shop.storeId}`;
  expect(shopify.subscriptions.map((one) => [one.topic, one.uri]).sort()).toEqual(
    topics.map((one) => [one, uri]).sort(),
  );
  expect(Math.max(...shopify.calls.map(({ cost }) => cost))).toBeLessThanOrEqual(1_000);

  const products = await query(
    "select id, title, price::int, status, categories, jsonb_array_length(variants) as variants from checkout.product where tenant_id = $1",
    [shop.tenantId],
  );
  expect(products).toHaveLength(28);
  const shirt = { id: "7100", title: "Shirt", price: 500, status: "draft" };
  expect(products).toContainEqual({ ...shirt, categories: ["Shirts"], variants: 30 });
  const orders = await query(
    "select id, total::int, refunded::int, jsonb_array_length(lines) as lines from checkout.order where tenant_id = $1 order by placed_at",
    [shop.tenantId],
  );
  expect(orders).toHaveLength(8);
  expect(orders[0]).toEqual({ id: String(large.id), total: 25 * 1250, refunded: 0, lines: 25 });
  expect(orders).toContainEqual({ id: String(refunded.id), total: 3000, refunded: 1000, lines: 1 });

  const [, [deliveries]] = [
    await shop.connect(),
    await query("select count(*)::int as n from checkout.shop_delivery where tenant_id = $1", [shop.tenantId]),
  ];
  await shop.tend();
  expect(shopify.subscriptions).toHaveLength(topics.length);
  expect(
    await query("select count(*)::int as n from checkout.shop_delivery where tenant_id = $1", [shop.tenantId]),
  ).toEqual([deliveries]);
  await shop.deliver(large, "orders/updated");
  expect(
    await query("select total::int from checkout.order where tenant_id = $1 and id = $2", [
      shop.tenantId,
      String(large.id),
    ]),
  ).toEqual([{ total: 25 * 1250 }]);
});

test("reading goes on where it was when Shopify went away", async () => {
  const shop = await connectShopify(services, shopify);
  for (let n = 0; n < 60; n++)
    shopify.products.push({ id: 7300 + n, title: `Cup ${n}`, variants: [{ id: 8300 + n, price: "1.00" }] });
  await shop.connect();
  await query(
    "update checkout.shopify_app set webhooks_at = now(), cursor = '40', products = 40 where tenant_id = $1",
    [shop.tenantId],
  );
  shopify.trouble.status = 500;
  await shop.tend();
  expect((await shop.state()).app).toMatchObject({ error: { message: "Shopify answered with the status 500." } });
  Object.assign(shopify.trouble, { status: undefined });
  await due(shop.tenantId);
  await shop.tend();
  expect((await shop.state()).app).toMatchObject({ error: null, products: { count: 62 } });
  expect(shopify.calls.filter(({ name }) => name === "Products")).toHaveLength(2);
});

test.each([
  ["shop", { shop: "evil.example" }, "Must be an address such as my-shop.myshopify.com."],
  ["shop", { shop: "127.0.0.1:1/x" }, "Must be an address such as my-shop.myshopify.com."],
  ["client_secret", { client_secret: "shpss_another" }, /^Shopify does not accept the client ID and the secret\./],
  ["client_secret", { client_secret: undefined }, "This field is required."],
] as const)("an app with a wrong %s is refused and not kept", async (field, more, message) => {
  const shop = await connectShopify(services, shopify);
  const { status, body } = await shop.connect(more);
  expect([status, body.error.details[0].field]).toEqual([400, field]);
  expect(body.error.details[0].message).toMatch(message);
  expect((await shop.state()).app).toBeNull();
});

test("an app that may not make codes is refused, and a shop of another currency is named", async () => {
  const shop = await connectShopify(services, shopify);
  shopify.app.scopes = ["write_products", "read_orders"];
  const { body } = await shop.connect();
  expect(body.error.details[0]).toMatchObject({
    field: "client_id",
    message: "The app lacks these access scopes: write_discounts.",
  });
  shopify.app.scopes = ["write_products", "read_orders", "write_discounts"];
  shopify.shop.currency = "USD";
  await shop.connect();
  await shop.tend();
  expect((await shop.state()).app.error.message).toBe("The shop sells in USD, and this store is in EUR.");
});

test("the secret is kept encrypted, stays when only the choice changes, and goes with the app", async () => {
  const shop = await connectShopify(services, shopify);
  await shop.start();
  const rows = async () =>
    query("select secret, token, error from checkout.shopify_app where tenant_id = $1", [shop.tenantId]);
  const [kept] = await rows();
  expect(Buffer.concat([kept.secret, kept.token]).includes("shp")).toBe(false);
  expect(JSON.stringify((await shop.connect({ client_secret: undefined, without_code: "hide" })).body)).not.toContain(
    "shpss",
  );
  expect((await rows())[0].secret).toEqual(kept.secret);
  expect((await shop.state()).app.without_code).toBe("hide");

  expect((await shop.api("DELETE", "/shop/shopify")).body).toEqual({ id: "shopify", deleted: true });
  expect(shopify.subscriptions).toEqual([]);
  expect((await shop.state()).app).toBeNull();
  expect((await shop.api("DELETE", "/shop/shopify")).status).toBe(404);
  const sources = (await shop.api("GET", "/shop/sources")).body.data;
  expect(sources.find((one: { platform: string }) => one.platform === "shopify").secret_set_at).toBeNull();
});

test("a ticket that is no more, or of a shop without an app, has no code", async () => {
  const shop = await connectShopify(services, shopify);
  const offer = await shop.start();
  const ticket = await shop.accept({ upsell_id: offer });
  await later(shop.tenantId, 31);
  expect((await shop.code(ticket.id)).body.error).toMatchObject({ code: "ticket_expired" });
  expect((await shop.code("tkt_none")).status).toBe(404);
  await shop.api("DELETE", "/shop/shopify");
  const next = await shop.accept({ upsell_id: offer });
  expect((await shop.code(next.id)).body.error).toMatchObject({ code: "no_shopify_app" });
  expect(shopify.discounts).toEqual([]);
});

test("a token that Shopify no longer takes is replaced at once", async () => {
  const shop = await connectShopify(services, shopify);
  const ticket = await shop.accept({ upsell_id: await shop.start() });
  shopify.tokens.clear();
  expect((await shop.code(ticket.id)).body.code).not.toBeNull();
});

test("what is added after the purchase is signed for this purchase, and redeems the ticket with the order", async () => {
  const shop = await connectShopify(services, shopify);
  const ticket = await shop.accept({ upsell_id: await shop.start() });
  const signed = (secret: string) =>
    new SignJWT({ input_data: { initialPurchase: { referenceId: "purchase_1" } } })
      .setProtectedHeader({ alg: "HS256" })
      .sign(Buffer.from(secret));
  const ask = async (secret: string) =>
    shop.page("POST", `/tickets/${ticket.id}/changeset`, { token: await signed(secret) });
  expect((await ask("shpss_another")).body.error.details).toMatchObject([{ field: "token" }]);
  const { status, body } = await ask(shopify.app.secret);
  expect(status).toBe(200);
  const { payload } = await jwtVerify(body.token, Buffer.from(shopify.app.secret));
  const title = expect.stringMatching(/^CW-/);
  expect(payload).toMatchObject({
    iss: shopify.app.clientId,
    sub: "purchase_1",
    changes: [
      {
        ...{ type: "add_variant", variantId: 8002, quantity: 1 },
        discount: { value: 2, valueType: "fixed_amount", title },
      },
    ],
  });
  expect(shopify.discounts).toEqual([]);

  const order = shopify.checkout([{ variant: 8001 }]);
  await shop.deliver(order);
  expect(await shop.ticket(ticket.id)).toMatchObject({ order_id: null });
  const [{ discount }] = payload.changes as [{ discount: { title: string } }];
  const [added] = shopify.checkout([{ variant: 8002 }]).lines;
  added?.off.set(discount.title, 200);
  const updatedAt = new Date(Date.parse(order.updatedAt) + 60_000).toISOString();
  await shop.deliver(
    { ...order, updatedAt, codes: [discount.title], lines: [...order.lines, added as never] },
    "orders/updated",
    "title",
  );
  expect(await shop.ticket(ticket.id)).toMatchObject({ order_id: String(order.id), charged: 1799 });
});

test("several pieces are added after the purchase one by one, each at its discount, and redeem the ticket together", async () => {
  const shop = await connectShopify(services, shopify);
  const offer = await shop.start();
  await shop.api("PUT", `/upsells/${offer}`, { quantity: { least: 2 } });
  const ticket = await shop.accept({ upsell_id: offer });
  const token = await new SignJWT({ input_data: { initialPurchase: { referenceId: "purchase_2" } } })
    .setProtectedHeader({ alg: "HS256" })
    .sign(Buffer.from(shopify.app.secret));
  const { body } = await shop.page("POST", `/tickets/${ticket.id}/changeset`, { token });
  const { payload } = await jwtVerify(body.token, Buffer.from(shopify.app.secret));
  const changes = payload.changes as { quantity: number; discount: { value: number; title: string } }[];
  expect(changes).toMatchObject([
    { quantity: 1, discount: { value: 2 } },
    { quantity: 1, discount: { value: 2 } },
  ]);
  const order = shopify.checkout([{ variant: 8001 }]);
  const titles = changes.map(({ discount }) => discount.title);
  const added = titles.flatMap((title) => {
    const { lines } = shopify.checkout([{ variant: 8002 }]);
    for (const line of lines) line.off.set(title, 200);
    return lines;
  });
  const updatedAt = new Date(Date.parse(order.updatedAt) + 60_000).toISOString();
  const edited = { ...order, updatedAt, codes: titles, lines: [...order.lines, ...added] };
  await shop.deliver(edited, "orders/updated", "title");
  expect(await shop.ticket(ticket.id)).toMatchObject({ order_id: String(order.id), charged: 2 * 1799 });
});
