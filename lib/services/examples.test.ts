import { sql } from "drizzle-orm";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkout } from "../contract/checkout/index.ts";
import type { Contract } from "../contract/define.ts";
import { openapi } from "../contract/openapi.ts";
import { storefront } from "../contract/storefront.ts";
import { log } from "../log.ts";
import { type Conformance, openConformance } from "../testing/conformance.ts";
import { type Payload, signed } from "../testing/connect.ts";
import { stripe } from "../testing/connect-payloads.ts";
import { startReceiver, until } from "../testing/delivery/delivery.ts";
import { expectExamples, steady } from "../testing/recorded.ts";
import { type Answer, allScopes } from "../testing/services.ts";
import { make } from "../testing/shop.ts";
import { openShopify } from "../testing/shopify/api.ts";
import { applyDeliveries } from "./connect/apply.ts";
import { startDeliveryWorker } from "./delivery/worker.ts";

// The examples in the OpenAPI documents are responses of the service, recorded by this test. `vitest run -u` on this
// file records them again, and the next run compares the documents with them.

type Api = "checkout" | "storefront";
const apis = {
  checkout: { contract: checkout as Contract, base: "/checkout/v1", file: "./checkout/examples.json" },
  storefront: { contract: storefront as Contract, base: "/checkout/storefront/v1", file: "./storefront/examples.json" },
};

const recorded: Record<Api, Record<string, unknown>> = { checkout: {}, storefront: {} };
const { level } = log;

beforeAll(async () => {
  log.level = "silent";
  const [service, limited, receiver] = await Promise.all([openConformance(), openConformance(null), startReceiver()]);
  const answers: typeof recorded = { checkout: {}, storefront: {} };
  try {
    await recordOperations(service, receiver, answers);
    await recordFailures(service, limited, answers);
    for (const api of ["checkout", "storefront"] as const) recorded[api] = steady(answers[api], receiver.origin);
  } finally {
    await Promise.all([service.close(), limited.close(), receiver.close()]);
  }
});
afterAll(() => {
  log.level = level;
});

/** Each operation once, with the request that the document has as its example, if it has one. */
async function recordOperations(
  service: Conformance,
  receiver: Awaited<ReturnType<typeof startReceiver>>,
  answers: typeof recorded,
): Promise<void> {
  // biome-ignore lint/suspicious/noExplicitAny: answers have any shape
  async function take(api: Api, id: string, params: Record<string, string> = {}, more: object = {}): Promise<any> {
    const [resource = "", name = ""] = id.split("_");
    const operation = apis[api].contract[resource]?.[name];
    if (!operation) throw new Error(`There is no operation ${id}.`);
    const { query = "", ...body } = params;
    const path = operation.path.replace(/:(\w+)/g, (_, param: string) => body[param] ?? "");
    const { key: own, pub, server } = service.shop;
    const key = api === "checkout" ? own : id === "tickets_redeem" ? server : pub;
    const sent = operation.body && { body: { ...operation.example, ...more } };
    const answer = await service.call(operation.method, apis[api].base + path + query, { key, ...sent });
    expect(answer.status, `${id}: ${JSON.stringify(answer.body)}`).toBe(operation.status ?? 200);
    answers[api][id] = answer.body;
    return answer.body;
  }
  const from = (id: string, params?: Record<string, string>, more?: object) => take("checkout", id, params, more);
  const page = { query: "?per_page=2" };
  const range = { query: "?start_date=2025-06-10&end_date=2025-06-11" };

  const upsell = await from("upsells_create");
  await from("upsells_list", page);
  await from("upsells_get", upsell);
  await from("upsells_update", { id: upsell.id });
  await from("products_save");
  await from("products_list", { query: "?ids=prod_care_kit" });
  await from("proposals_list");
  await take("storefront", "offers_list", { query: "?visitor_id=visitor_1&cart=prod_boots" });
  const ticket = await take("storefront", "tickets_create", {}, { upsell_id: upsell.id });
  await take("storefront", "tickets_redeem", { id: ticket.id });
  await from("tickets_list", page);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await from("tickets_summary", { query: `?start_date=${day(-1)}&end_date=${day(1)}` });
  await from("upsells_delete", { id: upsell.id });
  const bundle = await from("bundles_create");
  await take("storefront", "bundles_list", { query: "?product=prod_beans" });
  await from("bundles_list", page);
  await from("bundles_get", { id: bundle.id });
  await from("bundles_update", { id: bundle.id });

  await take("storefront", "events_ingest");
  await service.shop.send([
    make.visit("v1"),
    make.shown("s1"),
    make.shown("s2"),
    make.placed("p1", "ord_1", 120.5, { platform_order_id: "1001", experiment_variant: "b" }),
    make.accepted("a1", "ord_1", 39.2),
    make.bundle("b1", "ord_1", 30, 24),
  ]);
  await from("shop_preview");
  await from("shop_showings", { id: "ups_a" });
  await from("shop_explain", { query: "?placement=cart&country=DE" });
  await service.shop.send([make.shown("s3", { upsell_id: "ups_none" })]);
  // Calls of a shop are recorded beside the merchant's.
  await until(async () => Object.values(await from("shop_contact")).every((at) => at !== null && String(at) !== ""));
  await from("analytics_metrics", { query: `${range.query}&group_by=day` });
  await from("analytics_report", { type: "upsell_performance", ...range });
  await from("analytics_upsell", { id: "ups_a", ...range });
  await from("orders_get", { id: "ord_1" });
  await from("orders_list", page);
  await from("orders_events", { id: "ord_1" });
  await from("orders_offers", { id: "ord_1" });

  const experiment = await from("experiments_create");
  await from("experiments_list", page);
  await from("experiments_get", { id: experiment.id });
  await from("experiments_update", { id: experiment.id });
  await from("experiments_decide", { id: experiment.id });
  const draft = await service.api("POST", "/experiments", checkout.experiments.create.example);
  await from("experiments_delete", { id: draft.body.id });
  await service.shop.send([...arm("control", 340, 53), ...arm("b", 340, 135)]);
  await from("experiments_results", { id: "exp_1" });
  await from("experiments_breakdown", { id: "exp_1", query: "?by=day" });
  await from("experiments_baseline");
  await from("settings_get");
  await from("settings_update");

  const { id } = await from("webhooks_create", {}, { url: `${receiver.origin}/hooks` });
  const tested = await from("webhooks_test", { id });
  await from("webhooks_logs", { id });
  await from("webhooks_delivery", { id, delivery: tested.id });
  await from("webhooks_resend", { id, delivery: tested.id });

  receiver.respond = (_, response) => response.writeHead(500).end();
  await service.shop.send([make.edited("e1", "ord_1", 5)]);
  const worker = startDeliveryWorker(service.url, { delays: [0, 0, 0, 0, 0] });
  const count = async (status: string) =>
    (await service.api("GET", `/webhooks/${id}/logs?status=${status}`)).body.data.length;
  // The test event is sent again once, the other one until it is exhausted as well.
  const isOver = async () => (await count("exhausted")) === 2 && (await count("pending")) === 0;
  await until(isOver).finally(() => worker.stop());
  await from("webhooks_list");
  await from("webhooks_find", { query: `?search=${tested.event_id}` });
  await from("webhooks_get", { id });
  const notices = await from("notices_list");
  await from("notices_dismiss", { id: notices.data[0].id });
  await from("webhooks_failures", { id });
  await from("webhooks_replay", { id });
  await from("webhooks_rotate", { id });
  await from("webhooks_update", { id });
  await service.shop.send([make.edited("e2", "ord_1", 5)]);
  await service.api("PUT", `/webhooks/${id}`, { enabled: true });
  await from("webhooks_release", { id });
  await from("webhooks_delete", { id });

  await from("sources_save", { platform: "stripe" });
  await sendOfStripe(service, checkout.sources.save.example.secret);
  await from("sources_list");
  const { data } = await from("sources_deliveries", page);
  await from("sources_delivery", { id: data[0].id });
  await from("sources_replay", { id: data[0].id });
  await from("sources_delete", { platform: "stripe" });
  await recordShopify(service, take);
}

type Take = (api: Api, id: string, params?: Record<string, string>, more?: object) => Promise<Payload>;

async function recordShopify({ api }: Conformance, take: Take): Promise<void> {
  const shopify = await openShopify();
  try {
    const { clientId: client_id, secret: client_secret } = shopify.app;
    const connected = await take("checkout", "shopify_connect", {}, { shop: shopify.domain, client_id, client_secret });
    const read = await take("checkout", "shopify_get");
    for (const { app } of [connected, read]) (app as Payload).shop = checkout.shopify.connect.example.shop;
    shopify.products.push({ id: 7002, title: "Filters", variants: [{ id: 8002, price: "20.00" }] });
    const products = [{ id: "7002", title: "Filters", price: 20, variants: [{ id: "8002" }] }];
    await api("PUT", "/products", { products });
    const offer = { ...checkout.upsells.create.example, product_id: "7002", trigger_products: [], status: "active" };
    const ticketOf = async () => {
      const { body } = await api("POST", "/upsells", offer);
      return (await take("storefront", "tickets_create", {}, { upsell_id: body.id })).id as string;
    };
    const coded = await take("storefront", "tickets_code", { id: await ticketOf() });
    expect(coded.code).toMatch(/^CW-/);
    coded.code = "CW-7K2M9QX4VB0T";
    const purchase = { input_data: { initialPurchase: { referenceId: "purchase_1" } } };
    const key = Buffer.from(client_secret);
    const token = await new SignJWT(purchase).setProtectedHeader({ alg: "HS256" }).sign(key);
    await take("storefront", "tickets_changeset", { id: await ticketOf() }, { token });
    await take("checkout", "shopify_disconnect");
  } finally {
    await shopify.close();
  }
}

async function sendOfStripe({ shop, call, db }: Conformance, secret: string): Promise<void> {
  const event = { id: "evt_1", type: "checkout.session.completed", created: 1_768_469_400, livemode: true };
  const body = JSON.stringify({ ...event, data: { object: stripe.session() } });
  const headers = signed("stripe", { body, id: event.id }, secret);
  expect((await call("POST", `/connect/stripe/${shop.storeId}`, { body, headers })).status).toBe(200);
  await applyDeliveries(db);
}

const arm = (variant: string, n: number, conversions: number) =>
  Array.from({ length: n }, (_, at) => [
    make.exposed(`x${variant}${at}`, `${variant}${at}`, variant),
    ...(at < conversions ? [make.converted(`c${variant}${at}`, `${variant}${at}`)] : []),
  ]).flat();

async function recordFailures(service: Conformance, limited: Conformance, answers: typeof recorded): Promise<void> {
  const { key, pub } = service.shop;
  const narrow = await service.shopKey(allScopes.filter((scope) => scope !== "write:upsells"));
  const draft = { ...checkout.upsells.create.example, discount: { type: "percentage", value: 150 } };
  const body = "x".repeat(1024 * 1024 + 1);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  await limited.api("GET", "/settings");
  await limited.call("GET", "/checkout/storefront/v1/offers", { key: limited.shop.pub });
  await limited.db.execute(sql`update checkout.rate_budget set minute_used = 15000, minute_start = now()`);
  const merchant = (method: string, path: string, sent: object) => service.call(method, `/checkout/v1${path}`, sent);
  const shop = (method: string, path: string, sent: object) =>
    service.call(method, `/checkout/storefront/v1${path}`, sent);
  const reused = async (key: string) => {
    const visit = (id: string) => ({ key, body: { events: [make.visit(id)] }, headers: { "idempotency-key": "used" } });
    await shop("POST", "/events", visit("first"));
    return shop("POST", "/events", visit("second"));
  };
  const failures: [Api, () => Promise<Answer>][] = [
    ["checkout", () => merchant("POST", "/upsells", { key, body: draft })],
    ["checkout", () => merchant("GET", "/upsells", { key: "live_wrong" })],
    ["checkout", () => merchant("POST", "/upsells", { key: narrow, body: draft })],
    ["checkout", () => merchant("GET", "/upsells/ups_none", { key })],
    ["checkout", () => merchant("PATCH", "/experiments/exp_1", { key, body: { status: "running" } })],
    ["checkout", () => merchant("POST", "/upsells", { key, body })],
    ["checkout", () => merchant("POST", "/upsells", { key, body: "name=Kit", headers })],
    ["checkout", () => limited.api("GET", "/settings")],
    ["storefront", () => shop("POST", "/events", { key: pub, body: { events: [] } })],
    ["storefront", () => shop("GET", "/offers", { key: "pub_live_wrong" })],
    ["storefront", () => shop("GET", "/offers", { key })],
    ["storefront", () => shop("GET", "/nothing", { key: pub })],
    ["storefront", () => reused(pub)],
    ["storefront", () => shop("POST", "/events", { key: pub, body })],
    ["storefront", () => shop("POST", "/events", { key: pub, body: "visit", headers })],
    ["storefront", () => limited.call("GET", "/checkout/storefront/v1/offers", { key: limited.shop.pub })],
  ];
  for (const [api, cause] of failures) {
    const { status, body } = await cause();
    answers[api][status] = body;
  }
  await limited.db.$client.end();
  for (const api of ["checkout", "storefront"] as const) {
    const response = await fetch(`${limited.origin}/services${apis[api].base}/offers`, {
      headers: { "x-api-key": limited.shop.pub },
    });
    answers[api][response.status] = await response.json();
  }
}

describe.each(["checkout", "storefront"] as const)("the examples of the %s document", (api) => {
  test("the examples are the recorded responses of the service", async () => {
    await expect(`${JSON.stringify(recorded[api], null, 2)}\n`).toMatchFileSnapshot(apis[api].file);
  });

  test("exist for every operation and every failure, and fit their schemas", async () => {
    // Read after the recording, which may have written the examples again.
    const { document } = await (api === "checkout"
      ? import("./checkout/index.ts").then((module) => module.checkoutService)
      : import("./storefront/index.ts").then((module) => module.storefrontService));
    const { contract } = apis[api];
    expectExamples(openapi(contract, { ...document(), serverUrl: "/v1" }), contract);
  });
});
