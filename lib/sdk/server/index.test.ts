import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, afterEach, beforeAll, expect, expectTypeOf, onTestFinished, test, vi } from "vitest";
import type * as z from "zod";
import type { affiliateStorefront, orderReport } from "../../contract/affiliate-storefront.ts";
import { storefrontScope } from "../../contract/scopes.ts";
import type { storefront, storefrontEvent } from "../../contract/storefront.ts";
import { createSigningSecret } from "../../services/delivery/secrets.ts";
import { signatureHeaders } from "../../services/delivery/sign.ts";
import { createStorefrontKey } from "../../services/tenants.ts";
import { allScopes, openTestServices, type TestServices } from "../../testing/services.ts";
import { createShop, type ShopError, verifyWebhook } from "./index.ts";
import type { Bundles, EventOutcome, Offers, OrderOutcome, Report, ShopEvent, ShopOrder } from "./types.ts";

let services: TestServices;
let server: Server;
let url: string;
let key: string;
/** What happens to the next calls on their way; the services get the others. */
let mishaps: ((response: ServerResponse) => void)[] = [];
let sizes: number[] = [];

beforeAll(async () => {
  services = await openTestServices();
  ({ key } = await services.key({ store: "shop", scopes: [...allScopes, storefrontScope] }));
  const reach = getRequestListener(services.app.fetch);
  server = createServer((request, response) => {
    sizes.push(Number(request.headers["content-length"] ?? 0));
    const mishap = mishaps.shift();
    if (mishap) mishap(response);
    else reach(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await services.close();
});
afterEach(() => {
  mishaps = [];
  sizes = [];
});

const answer =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end("{}");
const hangUp = (response: ServerResponse) => response.destroy();
const swallow = () => {};
const failure = (call: Promise<unknown>): Promise<ShopError> =>
  call.then(
    () => Promise.reject(new Error("The call succeeded.")),
    (error) => error,
  );
const visits = (count: number, more = {}): ShopEvent[] =>
  Array.from({ length: count }, () => ({ type: "visit", ...more }));

test("the types of the helper are those of the contract", () => {
  type Complete<T> = T extends unknown ? Omit<T, "id" | "occurred_at"> & { id: string; occurred_at: string } : never;
  type Dated<T> = T extends unknown ? Omit<T, "occurred_at"> & { occurred_at: string } : never;
  expectTypeOf<Complete<ShopEvent>>().toExtend<z.input<typeof storefrontEvent>>();
  expectTypeOf<z.input<typeof storefrontEvent>>().toExtend<ShopEvent>();
  expectTypeOf<Dated<ShopOrder>>().toExtend<z.input<typeof orderReport>>();
  expectTypeOf<z.input<typeof orderReport>>().toExtend<ShopOrder>();
  expectTypeOf<z.output<typeof storefront.offers.list.response>>().toExtend<Offers>();
  expectTypeOf<z.output<typeof storefront.bundles.list.response>>().toExtend<Bundles>();
  expectTypeOf<z.output<typeof storefront.events.ingest.response>>().toExtend<Report<EventOutcome>>();
  expectTypeOf<z.output<typeof affiliateStorefront.orders.report.response>>().toExtend<Report<OrderOutcome>>();
});

test("a shop asks for offers and bundles, and reports what its shoppers did", async () => {
  const shop = createShop({ url: `${url}/`, key });
  const draft = { name: "Kit", product_id: "kit", trigger_products: ["boots"], placement: "cart", status: "active" };
  await services.call("POST", "/checkout/v1/upsells", {
    key,
    body: { ...draft, discount: { type: "percentage", value: 15 } },
  });
  const asked = await shop.offers({ visitor_id: "v1", cart: ["boots", "laces"], placement: "cart" });
  expect(asked).toMatchObject({ currency: "EUR", offers: [{ product_id: "kit", price: null }] });
  expect((await shop.offers({ cart: ["laces"] })).offers).toEqual([]);

  expect(await shop.bundles({ product: "boots" })).toEqual({ currency: "EUR", bundles: [], applied: [] });

  const order = { order_id: "o1", platform_order_id: "1001", total: 40 };
  const placed = { type: "order.placed", id: "placed_1", ...order } as const;
  expect(await shop.report([placed])).toMatchObject({ accepted: 1, data: [{ status: "accepted" }] });
  const sale = { external_id: "1001", currency: "EUR", subtotal: 4000, total: 4000 };
  const attributed = await shop.reportOrders([{ type: "order.placed", ...sale, click_id: "unknown" }]);
  expect(attributed).toMatchObject({ accepted: 1, data: [{ external_id: "1001", status: "accepted" }] });
});

test("a report of which a part is rejected throws, and says which part, why, and what was accepted", async () => {
  const shop = createShop({ url, key });
  const order = { type: "order.placed", order_id: "o2", platform_order_id: "1002", total: 40 } as const;
  const events = [
    { ...order, id: "fine" },
    { ...order, id: "less", total: -1 },
  ];
  expect(await failure(shop.report(events))).toMatchObject({
    status: 200,
    code: "rejected",
    message: "1 of 2 reports was rejected. less: total: Must not be less than 0.",
    details: [{ field: "1.total", message: "Must not be less than 0." }],
    report: { accepted: 1, rejected: 1, data: [{ status: "accepted" }, { status: "rejected" }] },
  });
  const refund = { type: "order.refunded", refund_id: "r1", amount: 1 } as const;
  const refunds = Array.from({ length: 501 }, (_, n) => ({ ...refund, external_id: `none_${n}` }));
  const { message, details } = await failure(shop.reportOrders(refunds));
  expect(message).toBe(
    "501 of 501 reports were rejected. none_0: external_id: There is no such order. Report the order first.",
  );
  expect(details.at(-1)?.field).toBe("500.external_id");
});

test("a report without a response is sent again with the same ids, so that it counts once", async () => {
  const shop = createShop({ url, key, timeoutMs: 500 });
  const reach = getRequestListener(services.app.fetch);
  mishaps = [hangUp, swallow, answer(503)];
  expect(await shop.report(visits(3))).toMatchObject({ accepted: 3, duplicates: 0 });

  // The services take the report, and their response is lost.
  const takes = server.listeners("request")[0] as typeof reach;
  server.removeAllListeners("request").once("request", (request, response) => {
    server.on("request", takes);
    response.end = () => response.destroy();
    reach(request, response);
  });
  expect(await shop.report(visits(2))).toMatchObject({ accepted: 0, duplicates: 2 });
});

test("a call waits as long as Retry-After says, and not at all if that is too long", async () => {
  const shop = createShop({ url, key });
  mishaps = [answer(429, { "retry-after": "1" })];
  const began = performance.now();
  await shop.offers();
  expect(performance.now() - began).toBeGreaterThan(1000);
  mishaps = [answer(429, { "retry-after": "3600" })];
  expect(await failure(shop.offers())).toMatchObject({ name: "ShopError", status: 429 });
});

test("large reports are split, by number and by size", async () => {
  const shop = createShop({ url, key });
  const { accepted, data } = await shop.report(visits(1001));
  expect([accepted, data.length, sizes.length]).toEqual([1001, 1001, 2]);
  sizes = [];
  const line_items = Array.from({ length: 100 }, () => ({
    product_id: "p".repeat(90),
    name: "n".repeat(250),
    quantity: 1,
    unit_price: 0,
  }));
  const orders = Array.from(
    { length: 40 },
    (_, n) =>
      ({
        type: "order.placed",
        external_id: `big_${n}`,
        currency: "EUR",
        subtotal: 0,
        total: 0,
        line_items,
      }) as const,
  );
  expect(await shop.reportOrders(orders)).toMatchObject({ accepted: 40 });
  expect(sizes.length).toBe(2);
  expect(await shop.report([])).toEqual({ data: [], accepted: 0, duplicates: 0, rejected: 0 });
});

test("an error has the status, code, fields and request id of the service", async () => {
  expect(await failure(createShop({ url, key: "live_wrong" }).offers())).toMatchObject({
    status: 401,
    code: "unauthorized",
    requestId: expect.stringMatching(/^req_/),
  });
  expect(sizes.length).toBe(1);
  expect(await failure(createShop({ url, key }).offers({ placement: "no such word" }))).toMatchObject({
    status: 400,
    code: "invalid_request",
    details: [{ field: "placement", message: expect.stringContaining("Must contain only letters") }],
  });
  expect(await failure(createShop({ url: "http://127.0.0.1:1", key }).offers())).toMatchObject({
    status: 0,
    code: "network_error",
    message: "http://127.0.0.1:1 could not be reached for /services/checkout/storefront/v1/offers.",
  });
  expect(() => createShop({ url: "desk.example.com", key })).toThrow("must be Cartwright's address");
  const { key: publishable } = await createStorefrontKey(services.db, { storeId: "shop", mode: "live", name: "Page" });
  const refund = { type: "order.refunded", external_id: "1001", refund_id: "r1", amount: 1 } as const;
  expect(await failure(createShop({ url, key: publishable }).reportOrders([refund]))).toMatchObject({ status: 401 });
});

test("a webhook is accepted only if Cartwright signed these bytes a short time ago", async () => {
  // The clock stands still, however slow the machine is.
  vi.setSystemTime(new Date());
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const [secret, before] = [createSigningSecret(), createSigningSecret()];
  const body = '{"id":"evt_1","type":"upsell.accepted","created_at":"2026-01-15T09:30:00Z","data":{"n":1.0,"a":"Zoë"}}';
  const now = Math.floor(Date.now() / 1000);
  const sign = (timestamp = now, secrets: [string, ...string[]] = [secret]) =>
    signatureHeaders({ eventId: "evt_1", body, timestamp, secrets });
  const headers = sign();
  expect(await verifyWebhook({ body, headers, secret })).toMatchObject({ id: "evt_1", data: { a: "Zoë" } });
  const bytes = new TextEncoder().encode(body);
  await verifyWebhook({ body: bytes, headers: new Headers(headers), secret: [before, secret] });
  await verifyWebhook({ body, headers: sign(now, [secret, before]), secret: before });
  const refusal = async (change: object) => (await failure(verifyWebhook({ body, headers, secret, ...change }))).code;
  expect(await refusal({ body: JSON.stringify(JSON.parse(body)) })).toBe("wrong_signature");
  expect(await refusal({ secret: before })).toBe("wrong_signature");
  expect(await refusal({ headers: { ...headers, "webhook-id": "evt_2" } })).toBe("wrong_signature");
  expect(await refusal({ headers: { ...headers, "webhook-signature": "v1,*" } })).toBe("wrong_signature");
  expect(await refusal({ headers: {} })).toBe("missing_header");
  expect(await refusal({ headers: sign(now - 301) })).toBe("wrong_time");
  expect(await refusal({ headers: sign(now + 301) })).toBe("wrong_time");
  expect(await refusal({ headers: { ...headers, "webhook-timestamp": "soon" } })).toBe("wrong_time");
  await verifyWebhook({ body, headers: sign(now - 301), secret, toleranceSeconds: 400 });
  await expect(verifyWebhook({ body, headers, secret: "no secret" })).rejects.toThrow("begins with whsec_");
});
