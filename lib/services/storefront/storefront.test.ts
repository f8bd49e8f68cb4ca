import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { affiliateStorefront } from "../../contract/affiliate-storefront.ts";
import { type EventType, eventData } from "../../contract/events.ts";
import { bundle, upsell } from "../../database/schema/checkout.ts";
import { until } from "../../testing/delivery/delivery.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { browser, type Event, make, openShop, type Shop } from "../../testing/shop.ts";
import { unkeyed } from "../../testing/unkeyed.ts";
import { emptySandbox } from "../sandbox.ts";
import { createStorefrontKey } from "../tenants.ts";
import { assignVariant } from "./assign.ts";
import { pruneStorefrontEvents } from "./retention.ts";

let services: TestServices;
let shop: Shop;

beforeAll(async () => {
  services = await openTestServices();
  shop = await openShop(services);
});
afterAll(() => services.close());

const path = "/checkout/storefront/v1";
const figures = async ({ read }: Shop) =>
  (await read("/analytics/metrics?start_date=2025-06-01&end_date=2025-06-30")).body.data;

describe("a publishable key", () => {
  test("a publishable key is recognisable and cannot call the merchant API", async () => {
    expect(shop.pub).toMatch(/^pub_live_[A-Za-z0-9_-]{43}$/);
    for (const [method, address] of [
      ["GET", "/checkout/v1/upsells"],
      ["GET", "/checkout/v1/analytics/metrics"],
      ["POST", "/checkout/v1/experiments"],
      ["GET", "/checkout/v1/webhooks/x/logs"],
    ] as const) {
      expect((await services.call(method, address, { key: shop.pub })).status).toBe(403);
    }
    expect((await services.call("GET", "/affiliate/v1/affiliates", { key: shop.pub })).status).toBe(401);
  });

  test("a publishable key is required: a merchant's key with every scope is refused", async () => {
    expect((await services.call("GET", `${path}/offers`, { key: shop.key })).status).toBe(403);
    expect((await services.call("POST", `${path}/events`, { key: shop.key, body: { events: [] } })).status).toBe(403);
    expect((await services.call("GET", `${path}/offers`)).status).toBe(401);
    expect((await services.call("GET", `${path}/offers`, { key: shop.pub })).status).toBe(200);
  });

  test("a publishable key has limits of its own", async () => {
    const limited = await openTestServices({ perSecond: 2, perMinute: 2, perHour: 2 });
    try {
      const own = await openShop(limited);
      const ask = () => limited.call("GET", `${path}/offers`, { key: own.pub });
      expect([await ask(), await ask(), await ask()].map(({ status }) => status)).toEqual([200, 200, 429]);
      expect((await own.read("/upsells")).status).toBe(200);
    } finally {
      await limited.close();
    }
  });
});

test("pages of any origin may call, and their preflight needs no key", async () => {
  const headers = { origin: "https://shop.test", "access-control-request-method": "POST" };
  const preflight = await services.call("OPTIONS", `${path}/events`, {
    headers: { ...headers, "access-control-request-headers": "authorization,content-type" },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
  expect(preflight.headers.get("access-control-allow-headers")?.toLowerCase()).toContain("authorization");
  expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
  for (const key of [shop.pub, "pub_live_wrong"]) {
    const answer = await services.call("GET", `${path}/offers`, { key, headers: { origin: "https://shop.test" } });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  }
});

describe("a page", () => {
  const plain = { "content-type": "text/plain;charset=UTF-8", "user-agent": browser };

  test("a page sends its key in the address and its events as plain text, which needs no preflight", async () => {
    const body = JSON.stringify({ events: [make.visit("page1")] });
    const sent = await services.call("POST", `${path}/events?key=${shop.pub}`, { headers: plain, body });
    expect(sent.body).toMatchObject({ accepted: 1, data: [{ id: "page1", status: "accepted" }] });
    expect((await services.call("GET", `${path}/offers?key=${shop.pub}&cart=x`)).status).toBe(200);
    const both = await services.call("GET", `${path}/offers?key=${shop.pub}`, { key: "pub_live_another" });
    expect(both.body.error.message).toMatch(/^Two different API keys/);
  });

  test("a page may report an order to the affiliate service in the same way", async () => {
    const { key } = await createStorefrontKey(services.db, {
      storeId: shop.storeId,
      mode: "live",
      name: "Page",
      service: "affiliate",
    });
    const body = JSON.stringify(affiliateStorefront.orders.report.example);
    const sent = await services.call("POST", `/affiliate/storefront/v1/orders?key=${key}`, { headers: plain, body });
    expect(sent.body).toMatchObject({ accepted: 1 });
  });

  test("a page of a site that the key does not allow is refused by name", async () => {
    const origins = ["https://shop.test"];
    const facts = { storeId: shop.storeId, mode: "live", name: "Page" } as const;
    const { key } = await createStorefrontKey(services.db, { ...facts, origins });
    const ask = (headers: Record<string, string>) => services.call("GET", `${path}/offers`, { key, headers });
    expect((await ask({ origin: "https://shop.test" })).status).toBe(200);
    expect((await ask({})).status).toBe(200);
    const { status, body } = await ask({ origin: "https://evil.test" });
    expect(status).toBe(403);
    expect(unkeyed(body.error)).toEqual({
      code: "origin_not_allowed",
      message: "Pages of https://evil.test may not use this API key.",
    });
  });

  test("a page that a bot reads gets offers, but what the bot looks at is not counted", async () => {
    const own = await openShop(services);
    const halves = [
      { name: "control", weight: 1 },
      { name: "b", weight: 1 },
    ];
    const headers = { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" };
    const events = [
      make.visit("v"),
      make.shown("s"),
      make.declined("d"),
      make.exposed("x", "v", assignVariant("exp_1", "v", halves)),
    ];
    const body = { events: [...events, make.placed("p", "o", 5)] };
    const sent = await services.call("POST", `${path}/events`, { key: own.pub, headers, body });
    expect(sent.body.data.map(({ status }: Event) => status)).toEqual([...Array(4).fill("ignored"), "accepted"]);
    expect(sent.body).toMatchObject({ accepted: 1, duplicates: 0, rejected: 0 });
    expect((await services.call("GET", `${path}/offers`, { key: own.pub, headers })).body.offers).toHaveLength(3);
    expect(await figures(own)).toMatchObject({ offers_shown: 0 });
  });

  test("a page has a ceiling for each visitor and each address, which others do not share", async () => {
    const own = await openShop(services);
    const burst = async (count: number, query: (n: number) => string, address: string) => {
      const asked = Array.from({ length: count }, (_, n) =>
        services.call("GET", `${path}/offers${query(n)}`, { key: own.pub, headers: { "x-client-address": address } }),
      );
      return (await Promise.all(asked)).filter(({ status }) => status === 429);
    };
    const refused = await burst(60, () => "?visitor_id=v1", "192.0.2.1");
    expect(refused.length).toBeGreaterThanOrEqual(1);
    expect(refused[0]?.body.error.message).toMatch(/^Too many requests from one visitor\. Try again in \d+ seconds\.$/);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await burst(1, () => "?visitor_id=v2", "192.0.2.1")).toEqual([]);
    const [first] = await burst(300, (n) => `?visitor_id=w${n}`, "192.0.2.2");
    expect(first?.body.error.message).toMatch(/^Too many requests from one address/);
    expect(await burst(1, () => "", "192.0.2.3")).toEqual([]);
  });

  test("a page keeps its limits for others while one address calls without end", async () => {
    const own = await openShop(services);
    const ask = (address: string) =>
      services.call("GET", `${path}/offers`, { key: own.pub, headers: { "x-client-address": address } });
    const answers = await Promise.all(Array.from({ length: 400 }, () => ask("192.0.2.4")));
    const served = answers.filter(({ status }) => status === 200).length;
    const limits = (await ask("192.0.2.5")).headers;
    const used = Number(limits.get("x-ratelimit-limit")) - Number(limits.get("x-ratelimit-remaining"));
    expect(used).toBe(served + 1);
  });

  test("a page learns that a secret key does not belong in an address, whether it is valid or not", async () => {
    for (const key of [shop.key, "live_wrong", ""]) {
      const { status, body } = await services.call("GET", `${path}/offers?key=${key}`);
      expect(status).toBe(401);
      expect(body.error).toMatchObject({ code: "secret_key_in_address" });
      expect(JSON.stringify(body)).not.toContain(shop.key);
    }
  });
});

describe("a batch", () => {
  test("a batch has an outcome for each event in order, and an invalid event does not affect the others", async () => {
    const { status, body } = await shop.send([
      make.visit("b1"),
      make.visit("b1"),
      "no event",
      { type: "visit", occurred_at: "2025-06-10T10:00:00Z" },
      make.shown("b2", { surprise: 1 }),
      make.placed("b3", "ob", 10.5),
      { id: "b4", type: "order.lost", occurred_at: "2025-06-10T10:00:00Z" },
    ]);
    expect(status).toBe(200);
    expect(unkeyed(body)).toEqual({
      data: [
        { id: "b1", status: "accepted" },
        { id: "b1", status: "duplicate" },
        { status: "rejected", errors: [{ field: "", message: "Must be an object." }] },
        { status: "rejected", errors: [{ field: "id", message: "This field is required." }] },
        { id: "b2", status: "rejected", errors: [{ field: "surprise", message: "This is not a known field." }] },
        { id: "b3", status: "accepted" },
        { id: "b4", status: "rejected", errors: [{ field: "type", message: "This is not a known type of event." }] },
      ],
      accepted: 2,
      duplicates: 1,
      rejected: 4,
    });
    const again = await shop.send([make.placed("b3", "another", 99), make.visit("b5")]);
    expect(again.body.data.map(({ status }: Event) => status)).toEqual(["duplicate", "accepted"]);
  });

  test.each<[string, Event, string]>([
    ["more decimals than euros have", make.placed("x", "o", 1.001), "total"],
    ["an amount below zero", make.placed("x", "o", -1), "total"],
    ["an amount as text", make.placed("x", "o", 1, { total: "1.00" }), "total"],
    ["an amount beyond all reason", make.placed("x", "o", 1e12), "total"],
    ["another currency", make.placed("x", "o", 1, { currency: "USD" }), "currency"],
    [
      "a price of an item with too many decimals",
      make.edited("x", "o", 1, { changes: { items_added: [{ product_id: "p", quantity: 1, price: 0.005 }] } }),
      "changes.items_added.0.price",
    ],
    ["an offer that is not there", make.shown("x", { upsell_id: "ups_x" }), "upsell_id"],
    ["a bundle that is not there", make.bundle("x", "o", 2, 1, { bundle_id: "bun_x" }), "bundle_id"],
    ["an experiment that is not there", make.exposed("x", "v", "control", { experiment_id: "exp_x" }), "experiment_id"],
    ["a variant that is not there", make.exposed("x", "v", "c"), "variant"],
    ["a time that is none", make.visit("x", { occurred_at: "yesterday" }), "occurred_at"],
    ["a time long ago", make.visit("x", { occurred_at: "1999-12-31T23:59:59Z" }), "occurred_at"],
    [
      "a time to come",
      make.visit("x", { occurred_at: new Date(Date.now() + 2 * 86_400_000).toISOString() }),
      "occurred_at",
    ],
    ["a zero character", make.placed("x", "o", 1, { order_id: "o\u0000" }), "order_id"],
    ["half a surrogate pair", make.placed("x", "o", 1, { order_id: "o\ud800" }), "order_id"],
  ])("a batch refuses %s and names the field", async (_, event, field) => {
    const { status, body } = await shop.send([event]);
    expect(status).toBe(200);
    expect(body.data[0]).toMatchObject({ status: "rejected", errors: [{ field, message: expect.any(String) }] });
  });

  test.each<[string, unknown, string]>([
    ["no events", { events: [] }, "events"],
    ["more than a thousand", { events: Array(1001).fill(make.visit("x")) }, "events"],
    ["no list", { events: "x" }, "events"],
    ["nothing", {}, "events"],
  ])("a batch of %s is refused as a whole", async (_, sent, field) => {
    const { status, body } = await services.call("POST", `${path}/events`, { key: shop.pub, body: sent });
    expect(status).toBe(400);
    expect(body.error.details[0].field).toBe(field);
  });

  test("a batch of a thousand events is accepted, even with names of JavaScript properties", async () => {
    const own = await openShop(services);
    const events = Array.from({ length: 999 }, (_, n) => make.placed(`k${n}`, `k${n % 400}`, 1));
    const { body } = await own.send([...events, make.placed("__proto__", "__proto__", 5)]);
    expect(body).toMatchObject({ accepted: 1000, rejected: 0 });
    expect(await figures(own)).toMatchObject({ total_orders: 401, total_revenue: 405 });
  });

  test("a batch with an accepted event of an offer that was deleted since reports a duplicate", async () => {
    const own = await openShop(services);
    await own.send([make.shown("d1")]);
    await services.call("DELETE", "/checkout/v1/upsells/ups_a", { key: own.key });
    const { body } = await own.send([make.shown("d1"), make.shown("d2")]);
    expect(body.data.map(({ status }: Event) => status)).toEqual(["duplicate", "rejected"]);
  });
});

describe("amounts", () => {
  test.each([
    ["JPY", 1200, 1200.5],
    ["KWD", 1.234, 1.2345],
    ["EUR", 0.1 + 0.2, 0.301],
  ])("amounts in %s have the decimals of the currency", async (currency, good, bad) => {
    const own = await openShop(services, { currency });
    const { body } = await own.send([make.placed("1", "1", good), make.placed("2", "2", bad)]);
    expect(body.data.map(({ status }: Event) => status)).toEqual(["accepted", "rejected"]);
    expect((await figures(own)).total_revenue).toBe(Number(good.toFixed(3)));
  });

  test("amounts are summed without rounding errors", async () => {
    const own = await openShop(services);
    await own.send(Array.from({ length: 1000 }, (_, n) => make.placed(`f${n}`, `f${n}`, 0.1)));
    expect((await figures(own)).total_revenue).toBe(100);
  });
});

test.each([
  ["Europe/Berlin", "2025-03-29T22:59:59Z", "2025-03-29"],
  ["Europe/Berlin", "2025-03-29T23:00:00Z", "2025-03-30"],
  ["Europe/Berlin", "2025-03-30T21:59:59Z", "2025-03-30"],
  ["Europe/Berlin", "2025-03-30T22:00:00Z", "2025-03-31"],
  ["America/New_York", "2025-11-02T03:59:59Z", "2025-11-01"],
  ["America/New_York", "2025-11-03T04:59:59Z", "2025-11-02"],
  ["Pacific/Apia", "2025-06-10T11:00:00Z", "2025-06-11"],
])("in %s, %s is on %s", async (timeZone, occurred_at, day) => {
  const own = await openShop(services, { timeZone });
  await own.send([make.placed("1", "1", 7, { occurred_at })]);
  const { body } = await own.read(`/analytics/metrics?start_date=${day}&end_date=${day}`);
  expect(body.data.total_revenue).toBe(7);
});

describe("an order", () => {
  test("an order shows its offers and bundles, no matter which event arrived first", async () => {
    const own = await openShop(services);
    await own.send([make.accepted("1", "ord", 5, { upsell_id: "ups_b" }), make.bundle("2", "ord", 30, 24.5)]);
    expect((await own.read("/orders/ord")).status).toBe(404);
    await own.send([make.accepted("3", "ord", 1), make.placed("4", "ord", 50, { experiment_variant: "b" })]);
    expect((await own.read("/orders/ord")).body).toMatchObject({
      order_id: "ord",
      platform_order_id: "#ord",
      service_data: {
        upsells_accepted: ["ups_a", "ups_b"],
        bundles_purchased: ["bun_a"],
        service_revenue: 30.5,
        experiment_variant: "b",
      },
    });
  });

  test("an order that is cancelled takes back all of its revenue, including that of its offers and bundles", async () => {
    const own = await openShop(services);
    await own.send([make.placed("1", "ord", 50), make.accepted("2", "ord", 5), make.bundle("3", "ord", 9, 8)]);
    expect(await figures(own)).toMatchObject({ total_revenue: 50, service_revenue: 13 });
    await own.send([make.cancelled("4", "ord")]);
    expect(await figures(own)).toMatchObject({ total_revenue: 0, service_revenue: 0, total_orders: 0 });
    const range = "start_date=2025-06-01&end_date=2025-06-30";
    expect((await own.read(`/analytics/reports/bundle_performance?${range}`)).body.totals).toEqual({
      purchases: 0,
      revenue: 0,
      savings: 0,
    });
    expect((await own.read(`/analytics/reports/upsell_performance?${range}`)).body.totals).toMatchObject({
      accepted: 1,
      revenue: 0,
    });
  });
});

describe("an order that only a page reported", () => {
  const revenue = async (one: Shop) => (await figures(one)).total_revenue;
  const confirmed = async (one: Shop) => (await one.read("/orders/o")).body.confirmed;
  const putPrice = ({ key }: Shop, price: number) =>
    services.call("PUT", "/checkout/v1/products", { key, body: { products: [{ id: "p", title: "Product", price }] } });

  test("an order that only a page reported is left out of revenue until the shop's server confirms it, whose total then counts", async () => {
    const own = await openShop(services);
    await putPrice(own, 10);
    await own.claim([make.placed("p", "o", 99), make.accepted("a", "o", 5)]);
    expect([await revenue(own), await confirmed(own)]).toEqual([0, false]);
    const changed = [make.edited("e", "o", 1), make.cancelled("c", "o"), make.refunded("r", "o", 1)];
    const { body } = await own.claim(changed);
    expect(body.data.map(({ errors }: { errors: { message: string }[] }) => errors[0]?.message)).toEqual(
      changed.map(() => "Only your shop’s server may report this. Send it with a secret key."),
    );
    // The same id as that of the page, and a later time.
    await own.send([make.placed("p", "o", 20, { occurred_at: "2025-06-10T11:00:00Z" })]);
    expect([await revenue(own), await confirmed(own)]).toEqual([20, true]);
    expect((await figures(own)).service_revenue).toBe(5);
    await own.claim([make.placed("p2", "o", 1, { occurred_at: "2025-06-01T00:00:00Z" })]);
    expect(await revenue(own)).toBe(20);
  });

  test("an order that only a page reported is confirmed and changed by the server, even if a page took the ids of its events", async () => {
    const own = await openShop(services);
    await own.claim([make.visit("p"), make.shown("r")]);
    const { body } = await own.send([make.placed("p", "o", 20), make.refunded("r", "o", 5)]);
    expect(body).toMatchObject({ accepted: 2 });
    expect([await revenue(own), await confirmed(own)]).toEqual([15, true]);
  });

  test("an order that only a page reported keeps the variant that only the page knows, and no number or customer that the server corrects", async () => {
    const own = await openShop(services);
    const byPage = (order: string) =>
      make.placed("c", order, 99, { platform_order_id: "#1", customer_id: "mallory", experiment_variant: "b" });
    const byServer = (id: string, order: string) => make.placed(id, order, 20, { customer_id: "cus_1" });
    await own.claim([byPage("o1"), make.accepted("a", "o3", 1, { platform_order_id: "#1", customer_id: "mallory" })]);
    await own.send([byServer("s1", "o1"), byServer("s2", "o2"), byServer("s3", "o3")]);
    await own.claim([{ ...byPage("o2"), id: "c2" }]);
    await own.claim([{ ...byPage("o3"), id: "c3" }]);
    for (const id of ["o1", "o2", "o3"]) {
      expect((await own.read(`/orders/${id}`)).body).toMatchObject({
        platform_order_id: `#${id}`,
        service_data: { experiment_variant: "b" },
      });
    }
    const customers = "select distinct customer_id from checkout.order where tenant_id = $1";
    expect((await services.db.$client.query(customers, [own.tenantId])).rows).toEqual([{ customer_id: "cus_1" }]);
  });

  test("sells each offer and bundle once, at no more than the price that the service knows", async () => {
    const own = await openShop(services);
    const sales = (n: number) => [
      make.accepted(`a${n}`, `o${n}`, 500),
      make.accepted(`again${n}`, `o${n}`, 500),
      make.bundle(`b${n}`, `o${n}`, 900, 500),
      make.subscription(`s${n}`, `o${n}`, 500),
    ];
    await own.send([1, 2, 3].map((n) => make.placed(`p${n}`, `o${n}`, 20)));
    expect((await own.claim(sales(1))).body).toMatchObject({ accepted: 3, duplicates: 1 });
    expect(await figures(own)).toMatchObject({ service_revenue: 0, orders_with_upsells: 1 });
    await putPrice(own, 10);
    await services.db
      .update(bundle)
      .set({ products: [{ product_id: "p", quantity: 2 }] })
      .where(eq(bundle.tenantId, own.tenantId));
    await own.claim(sales(2));
    expect((await figures(own)).service_revenue).toBe(9 + 18 + 9);
    await own.send(sales(3));
    expect((await figures(own)).service_revenue).toBe(9 + 18 + 9 + 2000);
  });

  test("an order that only a page reported counts a sale that the shop's server reports as well once, as the server reports it", async () => {
    const own = await openShop(services);
    await putPrice(own, 10);
    await own.send([make.placed("p1", "o1", 20), make.placed("p2", "o2", 20)]);
    const byPage = (order: string) => own.claim([make.accepted("a", order, 9), make.subscription("s", order, 9)]);
    const byServer = (order: string) =>
      own.send([make.accepted(`${order} a`, order, 8), make.subscription(`${order} s`, order, 7)]);
    await byPage("o1");
    await byServer("o1");
    expect(await figures(own)).toMatchObject({ service_revenue: 15, orders_with_upsells: 1 });
    await byServer("o2");
    await byPage("o2");
    expect(await figures(own)).toMatchObject({ service_revenue: 30, orders_with_upsells: 2 });
    const { body } = await own.read("/analytics/reports/upsell_performance?start_date=2025-01-01&end_date=2025-12-31");
    expect(body.data).toMatchObject([
      { upsell_id: "ups_a", accepted: 2, revenue: 16 },
      { upsell_id: "ups_b", accepted: 0, revenue: 14 },
    ]);
    const sent = "select id from checkout.event where tenant_id = $1 and type = 'upsell.accepted'";
    expect((await services.db.$client.query(sent, [own.tenantId])).rows).toHaveLength(2);
  });

  test("an order that only a page reported counts if the store wants that, and stays counted when it changes its mind", async () => {
    const own = await openShop(services);
    const want = (count_unconfirmed: boolean) =>
      services.call("PATCH", "/checkout/v1/settings", { key: own.key, body: { orders: { count_unconfirmed } } });
    await want(true);
    await own.claim([make.placed("p", "o", 30), make.accepted("a", "o", 5)]);
    expect([await revenue(own), await confirmed(own)]).toEqual([30, false]);
    expect((await figures(own)).service_revenue).toBe(5);
    await want(false);
    await own.claim([make.placed("p2", "another", 50)]);
    expect(await revenue(own)).toBe(30);
    await own.send([make.cancelled("c", "o")]);
    expect(await revenue(own)).toBe(0);
  });
});

test("expired raw events are deleted, and their sums are kept", async () => {
  const own = await openShop(services);
  await own.send([make.placed("old", "o1", 5), make.placed("new", "o2", 6)]);
  await services.db.$client.query(
    "update checkout.storefront_event set received_at = now() - interval '91 days' where tenant_id = $1 and id = 'old'",
    [own.tenantId],
  );
  expect(await pruneStorefrontEvents(services.db)).toBe(1);
  expect(await pruneStorefrontEvents(services.db)).toBe(0);
  expect(await figures(own)).toMatchObject({ total_orders: 2, total_revenue: 11 });
  expect((await own.send([make.placed("new", "o2", 6)])).body.duplicates).toBe(1);
});

test("emptying a sandbox deletes all of its rows and nothing that is live", async () => {
  const own = await openShop(services);
  await own.send([make.placed("1", "o1", 5), make.accepted("2", "o1", 1), make.bundle("3", "o1", 2, 1)]);
  await own.send([make.exposed("4", "v", "b")]);
  const rowsOf = async () => {
    const { rows } = await services.db.$client.query(
      `select table_name from information_schema.columns where table_schema = 'checkout' and column_name = 'tenant_id'
       and table_name not in ('api_key', 'tenant') order by table_name`,
    );
    const counts = rows.map(async ({ table_name }) => {
      const { rows } = await services.db.$client.query(`select 1 from checkout."${table_name}" where tenant_id = $1`, [
        own.tenantId,
      ]);
      return [table_name, rows.length];
    });
    return Object.fromEntries((await Promise.all(counts)).filter(([, count]) => count > 0));
  };
  await until(async () => "shop_contact" in (await rowsOf()));
  const before = await rowsOf();
  expect(Object.keys(before)).toHaveLength(15);
  await emptySandbox(services.db, own.storeId);
  expect(await rowsOf()).toEqual(before);
  await services.db.$client.query("delete from checkout.tenant where store_id = $1 and mode = 'sandbox'", [
    own.storeId,
  ]);
  await services.db.$client.query("update checkout.tenant set mode = 'sandbox' where id = $1", [own.tenantId]);
  await emptySandbox(services.db, own.storeId);
  expect(await rowsOf()).toEqual({});
});

describe("the webhook event", () => {
  const sent = async ({ tenantId }: Shop) => {
    const { rows } = await services.db.$client.query(
      "select body, order_id, customer_id from checkout.event where tenant_id = $1 order by id",
      [tenantId],
    );
    return rows.map(({ body, ...refs }) => ({ ...JSON.parse(body), refs }));
  };

  test("the webhook event has the specified payload and is sent once for each new event", async () => {
    const own = await openShop(services);
    const edit = {
      changes: { items_added: [{ product_id: "p", quantity: 1, price: 15 }] },
      amount_changed: 15,
      new_total: 65,
    };
    const batch = [
      make.placed("1", "ord", 50, { customer_id: "cus_1" }),
      make.accepted("2", "ord", 39.2, {
        product: { id: "p", title: "Grinder", variant_id: "v", price: 49 },
        discount: { type: "percentage", value: 20, amount: 9.8 },
      }),
      make.declined("3", { order_id: "ord" }),
      make.bundle("4", "ord", 30.1, 24.2),
      make.edited("5", "ord", 15, edit),
      make.subscription("6", "ord", 12),
      make.refunded("7", "ord", 4.5),
      make.cancelled("8", "ord", { reason: "Changed my mind" }),
      make.cancelled("9", "ord"),
    ];
    await own.send(batch);
    await own.send(batch);
    const events = await sent(own);
    for (const { type, data, id, created_at } of events) {
      expect(eventData[type as EventType].safeParse(data).error).toBeUndefined();
      expect(id).toMatch(/^evt_/);
      expect(new Date(created_at).toISOString()).toBe(created_at);
    }
    const order = { order_id: "ord", platform_order_id: "#ord" };
    expect(Object.fromEntries(events.map(({ type, data }) => [type, data]))).toEqual({
      "upsell.accepted": {
        upsell_id: "ups_a",
        upsell_name: "Offer a",
        ...order,
        customer_id: "cus_1",
        product: { id: "p", title: "Grinder", variant_id: "v", price: 49 },
        discount: { type: "percentage", value: 20, amount: 9.8 },
        final_price: 39.2,
      },
      "upsell.declined": {
        upsell_id: "ups_a",
        upsell_name: "Offer a",
        order_id: "ord",
        product: { id: "p" },
        discount: { type: "percentage", value: 10 },
        placement: "cart",
      },
      "bundle.purchased": {
        bundle_id: "bun_a",
        bundle_name: "Bundle a",
        bundle_type: "fixed",
        order_id: "ord",
        products: [{ id: "p", title: "Product", quantity: 2 }],
        original_price: 30.1,
        bundle_price: 24.2,
        savings: 5.9,
      },
      "order.edited": {
        ...order,
        edit_type: "add_items",
        changes: {
          items_added: [{ product_id: "p", quantity: 1, price: 15 }],
          items_removed: [],
          quantity_changes: [],
        },
        amount_changed: 15,
        new_total: 65,
      },
      "subscription.created": {
        subscription_id: "sub_6",
        upsell_id: "ups_b",
        upsell_name: "Offer b",
        ...order,
        customer_id: "cus_1",
        product: { id: "p" },
        interval: { unit: "month", count: 1 },
        price: 12,
      },
      "order.cancelled": {
        ...order,
        customer_id: "cus_1",
        reason: "Changed my mind",
        total: 65,
        refunded_amount: 4.5,
        service_revenue: 75.4,
      },
    });
    expect(events).toHaveLength(6);
    expect(events.every(({ refs }) => refs.order_id === "ord")).toBe(true);
  });

  test("experiment.concluded is sent once, when the counts decide", async () => {
    const own = await openShop(services);
    const arm = (variant: string, from: number, n: number, conversions: number) =>
      Array.from({ length: n }, (_, at) => [
        make.exposed(`x${variant}${from + at}`, `${variant}${from + at}`, variant),
        ...(at < conversions ? [make.converted(`c${variant}${from + at}`, `${variant}${from + at}`)] : []),
      ]).flat();
    await own.send(arm("control", 0, 300, 45));
    await own.send(arm("b", 0, 300, 120));
    const early = (await own.read("/experiments/exp_1/results")).body;
    expect(early).toMatchObject({ status: "collecting" });
    expect(early.winner).toBeUndefined();
    expect(await sent(own)).toEqual([]);

    await Promise.all([own.send(arm("control", 300, 40, 8)), own.send(arm("b", 300, 40, 15))]);
    const { body } = await own.read("/experiments/exp_1/results");
    expect(body).toEqual({
      experiment_id: "exp_1",
      status: "significant",
      winner: "b",
      variants: [
        { name: "control", visitors: 340, conversions: 53, conversion_rate: 53 / 340 },
        {
          name: "b",
          visitors: 340,
          conversions: 135,
          conversion_rate: 135 / 340,
          lift: expect.closeTo(135 / 53 - 1, 12),
          p_value: expect.any(Number),
        },
      ],
    });
    const { experiment_id, status, winner } = body;
    const events = await sent(own);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      type: "experiment.concluded",
      data: { experiment_id, experiment_name: "Test of a test", status, winner, variants: expect.any(Array) },
    });
    expect(eventData["experiment.concluded"].safeParse(events[0].data).error).toBeUndefined();

    // Events from before the end still count, later ones do not, and the experiment is not concluded again.
    const { body: late } = await own.send([
      make.exposed("late", "late", "b"),
      make.exposed("after", "after", "b", { occurred_at: new Date(Date.now() + 60_000).toISOString() }),
    ]);
    expect(late.data.map(({ status }: Event) => status)).toEqual(["accepted", "rejected"]);
    expect(await sent(own)).toHaveLength(1);
    expect((await own.read("/experiments/exp_1")).body).toMatchObject({ status: "completed", winner: "b" });
  });
});

describe("offers", () => {
  let own: Shop;
  const rows = [
    // Columns: id, status, product, triggers, placement. The newest offer is last.
    ["ups_any", "active", "p_any", [], "cart"],
    ["ups_boots", "active", "p_kit", ["p_boots"], "cart"],
    ["ups_late", "active", "p_late", ["p_boots", "p_hat"], "post_purchase"],
    ["ups_draft", "draft", "p_draft", [], "cart"],
    ["ups_off", "inactive", "p_off", ["p_boots"], "cart"],
  ] as const;
  beforeAll(async () => {
    own = await openShop(services);
    for (const id of ["ups_a", "ups_b", "ups_c"])
      await services.call("DELETE", `/checkout/v1/upsells/${id}`, { key: own.key });
    await services.db.insert(upsell).values(
      rows.map(([id, status, productId, triggers, placement], n) => ({
        tenantId: own.tenantId,
        id,
        name: id,
        status,
        productId,
        triggerProducts: [...triggers],
        discountType: "percentage",
        discountValue: 10,
        placement,
        createdAt: new Date(Date.UTC(2025, 0, 1 + n)),
      })),
    );
  });
  const ask = async (query: string) => (await services.call("GET", `${path}/offers${query}`, { key: own.pub })).body;
  const saveProducts = (products: object[]) =>
    services.call("PUT", "/checkout/v1/products", { key: own.key, body: { products } });

  test.each<[string, string[]]>([
    ["", ["ups_any"]],
    ["?cart=p_boots", ["ups_late", "ups_boots", "ups_any"]],
    ["?cart=p_hat", ["ups_late", "ups_any"]],
    ["?cart=p_other", ["ups_any"]],
    ["?cart=%20p_boots%20,,p_kit", ["ups_late", "ups_any"]],
    ["?cart=p_boots,p_any,p_late,p_kit", []],
    ["?cart=p_boots&placement=cart", ["ups_boots", "ups_any"]],
    ["?cart=p_boots&placement=post_purchase", ["ups_late"]],
    ["?cart=p_boots&placement=thank_you", []],
    ["?cart=%27%7D%22%2C%7B", ["ups_any"]],
  ])("offers for the query %j are those whose trigger and placement fit", async (query, ids) => {
    expect((await ask(query)).offers.map(({ id }: Event) => id)).toEqual(ids);
  });

  test("offers have all that a shop needs to show them but not the team's name, and prices once the product is known", async () => {
    const offer = {
      id: "ups_any",
      product_id: "p_any",
      discount: { type: "percentage", value: 10 },
      placement: "cart",
      trigger_product: null,
      compare_at_price: null,
      quantity: { least: 1, most: 1 },
    };
    expect(await ask("")).toEqual({
      currency: "EUR",
      offers: [{ ...offer, product: null, price: null, final_price: null }],
      experiments: [],
      applied: [],
      cooldown_hours: 24,
    });
    const product = {
      ...{ id: "p_any", title: "Mug", price: 1.15, image_url: "https://shop.test/mug.webp", url: null },
      ...{ compare_at_price: null, tax_included: null },
    };
    expect((await ask("?cart=p_hat,p_boots")).offers.map((one: Event) => one.trigger_product)).toEqual([
      ...["p_hat", "p_boots", null],
    ]);
    await saveProducts([product]);
    expect((await ask("")).offers).toEqual([{ ...offer, product, price: 1.15, final_price: 1.04 }]);
    const { headers } = await services.call("GET", `${path}/offers`, { key: own.pub });
    expect(headers.get("cache-control")).toBe("private, max-age=5");
  });

  test("offers come with the texts for shoppers if a page names its language, and English ones in other languages", async () => {
    const said = async (language: string, what = "offers") => {
      const query = `language=${encodeURIComponent(language)}`;
      const { body } = await services.call("GET", `${path}/${what}?${query}`, { key: own.pub });
      return [body.language, body.words?.accept];
    };
    expect(await said("de-AT")).toEqual(["de-at", "Zur Bestellung hinzufügen"]);
    expect(await said("ja", "bundles")).toEqual(["ja", "注文に追加"]);
    for (const other of ["fr-FR", "denmark", "{}"]) expect(await said(other)).toEqual(["en", "Add to order"]);
    expect(await ask("")).not.toHaveProperty("words");
  });

  test("offers include bundles, with the price of what they contain", async () => {
    const bundle = { type: "fixed", pricing: { type: "percentage_off", value: 10 } };
    const create = (body: object) =>
      services.call("POST", "/checkout/v1/bundles", { key: own.key, body: { ...bundle, ...body } });
    await saveProducts([
      { id: "p_beans", title: "Beans", price: 11.9 },
      { id: "p_filter", title: "Filters", price: 6.9 },
    ]);
    const both = [
      { product_id: "p_beans", quantity: 2 },
      { product_id: "p_filter", quantity: 1 },
    ];
    await create({ name: "Morning set", products: both });
    await create({ name: "Mix", type: "mix_match", products: both });
    await create({ name: "Unknown", products: [...both, { product_id: "p_none", quantity: 1 }] });
    await create({ name: "Archived", status: "archived", products: both });
    const read = async (query: string) =>
      (await services.call("GET", `${path}/bundles${query}`, { key: own.pub })).body.bundles;
    const found = await read("?product=p_filter");
    expect(found.map(({ name, original_price, price }: Event) => [name, original_price, price])).toEqual([
      ["Unknown", null, null],
      ["Mix", null, null],
      ["Morning set", 30.7, 27.63],
    ]);
    expect(found[2].products[0]).toEqual({
      product_id: "p_beans",
      quantity: 2,
      product: {
        ...{ id: "p_beans", title: "Beans", price: 11.9, image_url: null, url: null },
        ...{ compare_at_price: null, tax_included: null },
      },
    });
    expect((await read("?product=p_none")).map(({ name }: Event) => name)).toEqual(["Unknown"]);
    expect(await read("")).toHaveLength(5);
  });

  test("offers are limited to the number in the settings", async () => {
    const body = { upsells: { max_offers_per_checkout: 1 } };
    await services.call("PATCH", "/checkout/v1/settings", { key: own.key, body });
    expect((await ask("?cart=p_boots")).offers.map(({ id }: Event) => id)).toEqual(["ups_late"]);
  });

  test.each(["?cart=%00", `?cart=${"x,".repeat(11_000)}`, `?visitor_id=${"v".repeat(201)}`, "?placement=a%20b"])(
    "offers refuse %.20s",
    async (query) => {
      const { status } = await services.call("GET", `${path}/offers${query}`, { key: own.pub });
      expect(status).toBe(400);
    },
  );

  test("offers come with the visitor's variant of each running experiment, the same at every call", async () => {
    const first = await ask("?visitor_id=v1");
    expect(first.experiments).toEqual([{ experiment_id: "exp_1", variant: expect.stringMatching(/^(control|b)$/) }]);
    expect((await ask("?visitor_id=v1")).experiments).toEqual(first.experiments);
    expect((await ask("")).experiments).toEqual([]);
    await services.call("PATCH", "/checkout/v1/experiments/exp_1", { key: own.key, body: { status: "completed" } });
    expect((await ask("?visitor_id=v1")).experiments).toEqual([]);
  });
});

describe("variants", () => {
  const weights = [
    { name: "control", weight: 5 },
    { name: "a", weight: 3 },
    { name: "b", weight: 2 },
  ];

  test("variants are split by weight, independently in each experiment", () => {
    const n = 40_000;
    const counts: Record<string, number> = {};
    for (let at = 0; at < n; at++) {
      const pair = `${assignVariant("exp_1", `v${at}`, weights)} ${assignVariant("exp_2", `v${at}`, weights)}`;
      counts[pair] = (counts[pair] ?? 0) + 1;
    }
    for (const first of weights) {
      for (const second of weights) {
        const expected = (n * first.weight * second.weight) / 100;
        expect(Math.abs((counts[`${first.name} ${second.name}`] ?? 0) - expected)).toBeLessThan(
          5 * Math.sqrt(expected),
        );
      }
    }
  });

  // The variants must never change: another hash would show visitors of a running experiment another variant.
  test("variants of known visitors stay the same", () => {
    expect(["v1", "v2", "v3", "v4", "v5", "v6"].map((visitor) => assignVariant("exp_1", visitor, weights))).toEqual([
      "a",
      "control",
      "control",
      "a",
      "a",
      "a",
    ]);
  });
});
