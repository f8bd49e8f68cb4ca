import { createHmac } from "node:crypto";
import { expect } from "vitest";
import { applyDeliveries } from "../../services/connect/apply.ts";
import { tendShopifyApps } from "../../services/connect/shopify-work.ts";
import type { Answer, TestServices } from "../services.ts";
import { browser, openShop } from "../shop.ts";
import type { ShopifyStandIn } from "./api.ts";
import type { Order } from "./records.ts";
import { webhookOf } from "./shop.ts";

export const origin = "https://desk.test";
const storefront = "/checkout/storefront/v1";

/** A store whose shop at Shopify sells a dripper for 30.00 and filters for 19.99, which an offer sells for 10 % less. */
export async function connectShopify(services: TestServices, shopify: ShopifyStandIn, withoutCode = "list_price") {
  const shop = await openShop(services);
  const { call, db } = services;
  const api = (method: string, path: string, body?: unknown): Promise<Answer> =>
    call(method, `/checkout/v1${path}`, { key: shop.key, ...(body !== undefined && { body }) });
  shopify.products.push(
    { id: 7001, title: "Ceramic dripper", variants: [{ id: 8001, price: "30.00" }] },
    { id: 7002, title: "Paper filters", variants: [{ id: 8002, price: "19.99" }] },
  );
  const { clientId: client_id, secret: client_secret } = shopify.app;
  const credentials = { shop: shopify.domain, client_id, client_secret, without_code: withoutCode };
  const page = (method: string, path: string, body?: unknown) =>
    call(method, storefront + path, {
      key: shop.pub,
      headers: { "user-agent": browser },
      ...(body !== undefined && { body }),
    });

  /** Does what the background work does, until nothing is due. */
  async function tend() {
    await tendShopifyApps(db);
    await applyDeliveries(db);
  }

  /** A code that a shopper entered has a `code`, and the discount of what an app adds has a `title`. */
  async function deliver(order: Order, topic = "orders/create", named: "code" | "title" = "code") {
    const body = JSON.stringify(webhookOf(order, named));
    const { uri = "" } = shopify.subscriptions.find((one) => one.topic === "ORDERS_CREATE") ?? {};
    const signature = createHmac("sha256", shopify.app.secret).update(body).digest("base64");
    const headers = {
      "x-shopify-topic": topic,
      "x-shopify-webhook-id": `${order.id} ${topic}`,
      "x-shopify-hmac-sha256": signature,
    };
    const answer = await call("POST", uri.replace(`${origin}/services`, ""), { body, headers });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await applyDeliveries(db);
  }

  return {
    ...shop,
    api,
    page,
    tend,
    deliver,
    credentials,
    connect: (more = {}) => api("PUT", "/shop/shopify", { ...credentials, ...more }),
    state: async () => (await api("GET", "/shop/shopify")).body,
    /** Connects, reads all, and offers the filters. */
    async start() {
      expect((await api("PUT", "/shop/shopify", credentials)).status).toBe(200);
      await tend();
      const offer = {
        ...{ name: "Filters", status: "active", product_id: "7002", placement: "product" },
        discount: { type: "percentage", value: 10 },
      };
      return (await api("POST", "/upsells", offer)).body.id as string;
    },
    async offers() {
      return (await page("GET", "/offers?placement=product")).body.offers;
    },
    async accept(of: object) {
      const { status, body } = await page("POST", "/tickets", of);
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    },
    code: (id: string) => page("POST", `/tickets/${id}/code`),
    ticket: async (id: string) =>
      (await db.$client.query("select * from checkout.ticket where tenant_id = $1 and id = $2", [shop.tenantId, id]))
        .rows[0],
  };
}
