import { createHmac } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Connected, openConnected, type Payload, secretOf, signed } from "../../testing/connect.ts";
import { shopify, stripe, woocommerce } from "../../testing/connect-payloads.ts";
import { until } from "../../testing/delivery/delivery.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { emptySandbox } from "../sandbox.ts";
import { applyDeliveries } from "./apply.ts";
import { pruneShopDeliveries } from "./retention.ts";

let services: TestServices;
let shop: Connected;
beforeAll(async () => {
  services = await openTestServices();
  shop = await openConnected(services);
});
afterAll(() => services.close());

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  services.call("POST", `/connect/${path}`, { body, headers });
const query = async (text: string, values: unknown[] = []) => (await services.db.$client.query(text, values)).rows;
const kept = async () =>
  (await query("select from checkout.shop_delivery where tenant_id = $1", [shop.tenantId])).length;

describe("a delivery is stored only with the platform's own signature", () => {
  const body = JSON.stringify(shopify.order());
  const v1 = (time: number, secret = secretOf.stripe) =>
    `v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`;
  const now = () => Math.floor(Date.now() / 1000);

  test.each([
    ["shopify", "signature_wrong", () => signed("shopify", { body: `${body} `, id: "x" })],
    ["shopify", "signature_missing", () => ({})],
    ["shopify", "signature_wrong", () => ({ "x-shopify-hmac-sha256": "AAAA" })],
    ["woocommerce", "signature_missing", () => signed("shopify", { body, id: "x" })],
    ["stripe", "signature_wrong", () => ({ "stripe-signature": `t=${now()},${v1(now(), "whsec_another")}` })],
    ["stripe", "signature_wrong", () => ({ "stripe-signature": `t=${now()},${v1(now() - 1)}` })],
    ["stripe", "too_old", () => ({ "stripe-signature": `t=${now() - 310},${v1(now() - 310)}` })],
    ["stripe", "signature_wrong", () => ({ "stripe-signature": v1(now()) })],
  ] as const)("%s, %s: the request is rejected and counted", async (platform, rejection, headers) => {
    const other = await openConnected(services);
    const answer = await post(`${platform}/${other.storeId}`, body, headers());
    expect(answer).toMatchObject({ status: 401, body: { error: { message: "The signature is not valid." } } });
    const source = async () =>
      (await other.api("GET", "/shop/sources")).body.data.find((one: Payload) => one.platform === platform);
    await until(async () => (await source()).rejected === 1);
    expect(await source()).toMatchObject({ rejection, last_delivery_at: null });
    expect((await other.api("GET", "/shop/deliveries")).body.data).toEqual([]);
  });

  test("Stripe signs with each secret while one is being replaced", async () => {
    const time = now();
    const header = `t=${time},${v1(time, "whsec_another")},${v1(time)},v0=old`;
    expect((await post(`stripe/${shop.storeId}`, body, { "stripe-signature": header })).status).toBe(200);
  });

  test("an unknown store, an unknown platform and a platform without a secret look the same", async () => {
    await shop.api("DELETE", "/shop/sources/woocommerce");
    const headers = signed("woocommerce", { body, id: "x" });
    const paths = [
      "shopify/nobody",
      "magento/nobody",
      `woocommerce/${shop.storeId}`,
      `shopify/${shop.storeId}/sandbox`,
    ];
    const answers = await Promise.all(paths.map((path) => post(path, body, headers)));
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    await shop.api("PUT", "/shop/sources/woocommerce", { secret: secretOf.woocommerce });
  });

  test("WooCommerce's unsigned ping is answered and not stored", async () => {
    const before = await kept();
    expect((await post(`woocommerce/${shop.storeId}`, "webhook_id=17")).status).toBe(200);
    expect((await post(`woocommerce/${shop.storeId}`, "webhook_id=17&more=1")).status).toBe(401);
    expect(await kept()).toBe(before);
  });

  test("a body above 1 MiB is refused, and other methods too", async () => {
    const answer = await post(`shopify/${shop.storeId}`, "x".repeat(1024 * 1024 + 1));
    expect(answer).toMatchObject({ status: 413, body: { error: { message: "The body is larger than 1 MiB." } } });
    expect((await services.call("GET", `/connect/shopify/${shop.storeId}`)).status).toBe(405);
  });
});

test("a delivery that is sent again, or whose order is, counts once", async () => {
  const one = await openConnected(services);
  await Promise.all([1, 2, 3].map(() => one.send("shopify", "orders/create", shopify.order(), "same")));
  expect((await one.api("GET", "/shop/deliveries")).body.pagination.total).toBe(1);
  await one.apply();
  expect(await one.deliver("shopify", "orders/create", shopify.order())).toMatchObject({
    status: "ignored",
    outcome: { reason: "nothing_new", order_number: "#1001" },
  });
  const { body } = await one.read("/analytics/metrics?start_date=2025-10-09&end_date=2025-10-09");
  expect(body.data).toMatchObject({ total_orders: 1, total_revenue: 46.27 });
});

test("orders that WooCommerce reports in one second, whose deliveries it gives one id, all count", async () => {
  const one = await openConnected(services);
  const order = (id: number) => one.send("woocommerce", "order.created", woocommerce.order({ id }), "4f9a");
  await Promise.all([order(727), order(727), order(728)]);
  await one.apply();
  const { data } = (await one.api("GET", "/shop/deliveries")).body;
  expect(data.map((delivery: Payload) => [delivery.delivery_id, delivery.status])).toEqual([
    [expect.stringMatching(/^4f9a-/), "applied"],
    [expect.stringMatching(/^4f9a-/), "applied"],
  ]);
  for (const id of ["727", "728"]) expect(await one.checkoutOrder(id)).toMatchObject({ total: 4627 });
});

test("the affiliate whose link the shopper followed gets the order, and a refund lowers the commission", async () => {
  const one = await openConnected(services);
  const affiliates = (path: string, body: Payload) =>
    services.call("POST", `/affiliate/v1${path}`, { key: one.key, body });
  const mira = { email: "mira@example.com", first_name: "Mira", last_name: "Lindqvist", status: "active" };
  const { id } = (await affiliates("/affiliates", mira)).body;
  const { code } = (await affiliates("/links", { affiliate_id: id, destination_url: "https://shop.test/" })).body;
  const answer = await services.visit(`/r/${code}`, { headers: { "user-agent": "Mozilla/5.0 (iPhone) Safari/604.1" } });
  const click = new URL(answer.headers.get("location") ?? "").searchParams.get("cw_click");
  const placed = { created_at: new Date(Date.now() + 5_000).toISOString(), updated_at: null, total_tax: "0.00" };
  for (const [platform, topic, payload] of [
    ["shopify", "orders/create", shopify.order({ ...placed, note_attributes: [{ name: "cw_click", value: click }] })],
    [
      "stripe",
      "checkout.session.completed",
      stripe.session({ client_reference_id: click, created: Math.ceil(Date.now() / 1000) + 5 }),
    ],
  ] as const) {
    await one.deliver(platform, topic, payload);
  }
  const rows = await query(
    "select external_id as id, affiliate_id as by, attribution_method as how from affiliate.order where affiliate_id = $1 order by 1",
    [id],
  );
  expect(rows).toEqual([
    { id: ids.shopify, by: id, how: "link" },
    { id: ids.stripe, by: id, how: "link" },
  ]);
  const earned = async () =>
    (await query("select amount::int from affiliate.commission where affiliate_id = $1 order by id", [id]))[0]?.amount;
  const before = await earned();
  expect(before).toBeGreaterThan(0);
  await one.deliver("shopify", "refunds/create", shopify.refund(9, "46.27"));
  expect(await earned()).toBe(0);
});

/** Everything that a platform tells about one order. The states are those of the same order at different times. */
const stories: Record<string, [topic: string, payload: Payload][]> = {
  shopify: [
    ["orders/create", shopify.order()],
    ["orders/updated", shopify.order({ updated_at: "2025-10-10T08:00:00Z", current_total_price: "66.27" })],
    ["refunds/create", shopify.refund(9, "20.00")],
    [
      "orders/updated",
      shopify.order({
        updated_at: "2025-10-10T15:00:00Z",
        current_total_price: "36.27",
        refunds: [shopify.refund(9, "20.00")],
      }),
    ],
    [
      "orders/cancelled",
      shopify.order({
        updated_at: "2025-10-11T15:00:00Z",
        cancelled_at: "2025-10-11T15:00:00Z",
        current_total_price: "36.27",
        refunds: [shopify.refund(9, "20.00")],
      }),
    ],
  ],
  woocommerce: [
    ["order.created", woocommerce.order({ status: "pending", date_paid_gmt: null })],
    ["order.updated", woocommerce.order({ date_modified_gmt: "2025-10-09T15:05:00" })],
    [
      "order.updated",
      woocommerce.order({ date_modified_gmt: "2025-10-12T00:00:00", refunds: [{ id: 1, total: "-9.00" }] }),
    ],
    [
      "order.updated",
      woocommerce.order({
        status: "completed",
        date_modified_gmt: "2025-10-13T00:00:00",
        refunds: [
          { id: 2, total: "-1.50" },
          { id: 1, total: "-9.00" },
        ],
      }),
    ],
  ],
  stripe: [
    ["checkout.session.completed", stripe.session({ payment_status: "unpaid" })],
    ["checkout.session.async_payment_succeeded", stripe.session()],
    ["charge.refunded", stripe.charge(1000, { event: { created: 1_760_100_000 } })],
    ["charge.refunded", stripe.charge(1500, { event: { created: 1_760_200_000 } })],
  ],
};
const inTheEnd = {
  shopify: {
    checkout: { total: 5627, refunded: 2000, cancelled: true },
    affiliate: { refunded: 2000, status: "cancelled" },
  },
  woocommerce: { checkout: { total: 4627, refunded: 1050 }, affiliate: { total: 4627, refunded: 1050 } },
  stripe: { checkout: { total: 4627, refunded: 1500 }, affiliate: { total: 4627, refunded: 1500 } },
};
const ids = { shopify: "6200407294252", woocommerce: "727", stripe: "pi_1" };

test("deliveries in any order, some of them twice, end in the same sums", {
  tags: "long",
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("shopify" as const, "woocommerce" as const, "stripe" as const),
      fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
      async (platform, keys) => {
        const one = await openConnected(services);
        const story = (stories[platform] ?? []).map((step, n) => ({ step, key: keys[n] ?? 0 }));
        const shuffled = story.toSorted((a, b) => a.key - b.key);
        for (const { step } of [...shuffled, ...shuffled.slice(0, 2)]) await one.send(platform, ...step);
        await Promise.all([one.apply(), one.apply(), one.apply()]);
        expect(await one.checkoutOrder(ids[platform])).toMatchObject(inTheEnd[platform].checkout);
        expect(await one.affiliateOrder(ids[platform])).toMatchObject(inTheEnd[platform].affiliate);
        const { total, refunded, cancelled } = (await one.checkoutOrder(ids[platform])) as Record<string, number>;
        const { body } = await one.read("/analytics/metrics?start_date=2025-10-01&end_date=2025-10-31");
        expect(body.data.total_revenue).toBe(cancelled ? 0 : ((total ?? 0) - (refunded ?? 0)) / 100);
      },
    ),
    { numRuns: Number(process.env.SOAK_ROUNDS ?? 8), endOnFailure: false },
  );
});

test("a delivery that was stored before a crash is applied later, as a whole", async () => {
  const one = await openConnected(services);
  await one.send("shopify", "orders/create", shopify.order());
  await query("alter table affiliate.order rename to order_gone");
  await applyDeliveries(services.db).finally(() => query('alter table affiliate.order_gone rename to "order"'));
  expect(await one.checkoutOrder(ids.shopify)).toBeUndefined();
  const reportedAt = async () => (await one.api("GET", "/shop")).body.order_reported_at;
  expect(await reportedAt()).toBeNull();
  const waiting = (await one.api("GET", "/shop/deliveries")).body.data[0];
  expect(waiting).toMatchObject({ status: "received", outcome: { reason: "internal" } });
  expect(await one.api("POST", `/shop/deliveries/${waiting.id}/replay`)).toMatchObject({ status: 409 });
  // Times are rounded to milliseconds, so that now() could be in the future for a moment.
  await query("update checkout.shop_delivery set due_at = now() - interval '1 second' where due_at is not null");
  await one.apply();
  expect((await one.api("GET", `/shop/deliveries/${waiting.id}`)).body).toMatchObject({ status: "applied" });
  expect(await one.checkoutOrder(ids.shopify)).toMatchObject({ total: 4627 });
  expect(await one.affiliateOrder(ids.shopify)).toMatchObject({ total: 4627 });
  await until(async () => (await reportedAt()) !== null);
});

test("what was refused counts when it is applied again after the store's currency was corrected", async () => {
  const one = await openConnected(services, { currency: "GBP" });
  const refused = await one.deliver("shopify", "orders/create", shopify.order());
  expect(refused).toMatchObject({ status: "refused", outcome: { reason: "foreign_currency" } });
  await query("update checkout.tenant set currency = 'EUR' where id = $1", [one.tenantId]);
  expect((await one.api("POST", `/shop/deliveries/${refused.id}/replay`)).body).toMatchObject({ status: "received" });
  await one.apply();
  expect(await one.checkoutOrder(ids.shopify)).toMatchObject({ total: 4627 });
  const { body } = await one.api("GET", `/shop/deliveries/${refused.id}`);
  expect(body).toMatchObject({
    status: "applied",
    outcome: { events: [{ type: "order.placed", id: "shopify:order:6200407294252:placed", status: "accepted" }] },
  });
  expect(JSON.parse(body.body)).toEqual(shopify.order());
});

test("an order whose events were refused counts when its delivery is applied again", async () => {
  const one = await openConnected(services);
  const at = new Date(Date.now() + 2 * 86_400_000).toISOString();
  const refused = await one.deliver("shopify", "orders/create", shopify.order({ created_at: at, updated_at: at }));
  expect(refused).toMatchObject({
    status: "refused",
    outcome: { events: [{ type: "order.placed", status: "rejected", errors: [{ field: "occurred_at" }] }] },
  });
  // As if the time had come.
  await query(
    "update checkout.shop_order set state = state || jsonb_build_object('placedAt', $2::text) where tenant_id = $1",
    [one.tenantId, new Date().toISOString()],
  );
  await one.api("POST", `/shop/deliveries/${refused.id}/replay`);
  await one.apply();
  expect((await one.api("GET", `/shop/deliveries/${refused.id}`)).body).toMatchObject({ status: "applied" });
  expect(await one.checkoutOrder(ids.shopify)).toMatchObject({ total: 4627 });
  expect(await one.affiliateOrder(ids.shopify)).toMatchObject({ total: 4627 });
});

test("a product's state that arrives late changes nothing", async () => {
  const one = await openConnected(services);
  const mug = (title: string, updated_at: string) => ({ id: 71, title, variants: [], updated_at });
  await one.deliver("shopify", "products/update", mug("Large mug", "2025-06-10T12:00:01+02:00"));
  const late = await one.deliver("shopify", "products/create", mug("Mug", "2025-06-10T10:00:00Z"));
  expect(late).toMatchObject({ status: "ignored", outcome: { product_id: "71", reason: "nothing_new" } });
  const cup = (name: string, date_modified_gmt: string) => ({ id: 93, name, images: [], date_modified_gmt });
  await one.deliver("woocommerce", "product.updated", cup("Large cup", "2025-06-10T10:00:01"));
  await one.deliver("woocommerce", "product.updated", cup("Cup", "2025-06-10T10:00:00"));
  const titles = (await one.api("GET", "/products")).body.data.map(({ title }: Payload) => title);
  expect(titles).toEqual(["Large cup", "Large mug"]);
});

test("products of a platform are known with their titles, prices and pictures, until the platform deletes them", async () => {
  const one = await openConnected(services);
  const image = { src: "https://cdn.test/mug.png" };
  const picture = { id: 1, ...image };
  await one.deliver("shopify", "products/create", { id: 71, title: "Mug", variants: [{ price: "20.00" }], image });
  await one.deliver("woocommerce", "product.updated", { id: 93, name: "Cup", price: "9.5", images: [picture] });
  await one.deliver("stripe", "product.created", { id: "prod_1", name: "Tea", images: [] });
  const refused = await one.deliver("woocommerce", "product.updated", {
    id: 94,
    name: "Jar",
    price: "9.555",
    images: [],
  });
  expect(refused).toMatchObject({ status: "refused", outcome: { product_id: "94", field: "price" } });
  const known = async () => (await one.api("GET", "/products")).body.data;
  expect(await known()).toMatchObject([
    { id: "93", title: "Cup", price: 9.5, image_url: image.src, source: "woocommerce" },
    { id: "71", title: "Mug", price: 20, image_url: image.src, source: "shopify" },
    { id: "prod_1", title: "Tea", price: null, image_url: null, source: "stripe" },
  ]);
  await one.deliver("shopify", "products/delete", { id: 71 });
  await one.deliver("shopify", "products/delete", { id: 93 });
  expect((await known()).map(({ id }: Payload) => id)).toEqual(["93", "prod_1"]);
});

test("sources tell what arrived, lists can be filtered, and secrets are never shown", async () => {
  const one = await openConnected(services);
  await one.deliver("shopify", "orders/create", shopify.order());
  await one.deliver("shopify", "draft_orders/create", {});
  await one.deliver("stripe", "checkout.session.completed", stripe.session());
  const { body } = await one.api("GET", "/shop/sources");
  expect(body.data).toMatchObject([
    { platform: "shopify", deliveries: { applied: 1, ignored: 1, refused: 0, received: 0, failed: 0 }, rejected: 0 },
    { platform: "woocommerce", last_delivery_at: null },
    { platform: "stripe", deliveries: { applied: 1 } },
  ]);
  expect(body.data[0].last_delivery_at).toMatch(/Z$/);
  expect(JSON.stringify(body)).not.toContain(secretOf.shopify);
  const list = async (words: string) => (await one.api("GET", `/shop/deliveries?${words}`)).body.data;
  expect((await list("status=applied")).map(({ platform }: Payload) => platform)).toEqual(["stripe", "shopify"]);
  expect((await list("platform=shopify&status=ignored")).map(({ topic }: Payload) => topic)).toEqual([
    "draft_orders/create",
  ]);
  const other = await openConnected(services);
  expect((await other.api("GET", `/shop/deliveries/${(await list(""))[0].id}`)).status).toBe(404);
});

test.each([
  ["stripe", "sk_live_0123456789", "Must begin with whsec_, as Stripe’s signing secrets do."],
  ["shopify", "short", "Must be at least 8 characters."],
  ["shopify", "two words", "Must not contain spaces or special characters."],
])("the secret of %s cannot be %s", async (platform, secret, message) => {
  const answer = await shop.api("PUT", `/shop/sources/${platform}`, { secret });
  expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: "secret", message }] } } });
});

test("settled deliveries are deleted after 30 days; a sandbox that is emptied keeps its secrets", async () => {
  const one = await openConnected(services);
  await one.deliver("shopify", "orders/create", shopify.order());
  await one.send("shopify", "orders/updated", shopify.order());
  await query("update checkout.shop_delivery set received_at = now() - interval '31 days' where tenant_id = $1", [
    one.tenantId,
  ]);
  expect(await pruneShopDeliveries(services.db)).toBe(1);
  expect((await one.api("GET", "/shop/deliveries")).body.data).toMatchObject([{ status: "received" }]);

  const tables = ["shop_delivery", "shop_order", "shop_source"];
  for (const table of tables) {
    await query(
      `update checkout.${table} set tenant_id = (
         select id from checkout.tenant where store_id = $2 and mode = 'sandbox') where tenant_id = $1`,
      [one.tenantId, one.storeId],
    );
  }
  await emptySandbox(services.db, one.storeId);
  const counts = tables.map(async (table) => {
    const of = "join checkout.tenant t on t.id = tenant_id where store_id = $1";
    return (await query(`select from checkout.${table} ${of}`, [one.storeId])).length;
  });
  expect(await Promise.all(counts)).toEqual([0, 0, 3]);
});
