import { createHmac } from "node:crypto";
import type { Platform } from "../contract/checkout/source-words.ts";
import { applyDeliveries } from "../services/connect/apply.ts";
import type { Answer, TestServices } from "./services.ts";
import { openShop } from "./shop.ts";

export type Payload = Record<string, unknown>;
export type Connected = Awaited<ReturnType<typeof openConnected>>;

export const secretOf = { shopify: "shopify-secret", woocommerce: "woo-secret", stripe: "whsec_0123456789" };

const hmac = (secret: string, text: string, as: "base64" | "hex") =>
  createHmac("sha256", secret).update(text).digest(as);

export function signed(
  platform: Platform,
  { body, topic = "", id }: { body: string; topic?: string; id: string },
  secret = secretOf[platform],
): Record<string, string> {
  switch (platform) {
    case "shopify":
      return {
        "x-shopify-topic": topic,
        "x-shopify-webhook-id": id,
        "x-shopify-hmac-sha256": hmac(secret, body, "base64"),
      };
    case "woocommerce":
      return {
        "x-wc-webhook-topic": topic,
        "x-wc-webhook-delivery-id": id,
        "x-wc-webhook-signature": hmac(secret, body, "base64"),
      };
    case "stripe": {
      const t = Math.floor(Date.now() / 1000);
      return { "stripe-signature": `t=${t},v1=${hmac(secret, `${t}.${body}`, "hex")}` };
    }
  }
}

let deliveries = 0;

/** A shop whose three platforms have their secrets. Payloads of Stripe are the object of an event. */
export async function openConnected(services: TestServices, facts: Parameters<typeof openShop>[1] = {}) {
  const shop = await openShop(services, facts);
  const { db, call } = services;
  const api = (method: string, path: string, body?: unknown) =>
    call(method, `/checkout/v1${path}`, { key: shop.key, ...(body !== undefined && { body }) });
  for (const [platform, secret] of Object.entries(secretOf)) await api("PUT", `/shop/sources/${platform}`, { secret });
  const one = async <T>(text: string, id: string) => (await db.$client.query(text, [shop.storeId, id])).rows[0] as T;

  const send = (platform: Platform, topic: string, payload: Payload, id = `d${++deliveries}`): Promise<Answer> => {
    const event = { id, type: topic, created: 1_760_000_000 + deliveries, livemode: true, data: { object: payload } };
    const body = JSON.stringify(platform === "stripe" ? { ...event, ...(payload.event as Payload) } : payload);
    return call("POST", `/connect/${platform}/${shop.storeId}`, {
      body,
      headers: signed(platform, { body, topic, id }),
    });
  };
  return {
    ...shop,
    /** As the shop's own server does. */
    report: shop.send,
    api,
    send,
    apply: () => applyDeliveries(db),
    async deliver(platform: Platform, topic: string, payload: Payload, id?: string) {
      const { status, body } = await send(platform, topic, payload, id);
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
      await applyDeliveries(db);
      return (await api("GET", "/shop/deliveries?per_page=1")).body.data[0];
    },
    /** Minor units, as they are stored. */
    checkoutOrder: (id: string) =>
      one<Payload | undefined>(
        `select (total + edited)::int as total, refunded::int, cancelled, placed_at as at, customer_id as customer,
           platform_order_id as number
         from checkout.order o join checkout.tenant t on t.id = tenant_id and mode = 'live'
         where store_id = $1 and o.id = $2`,
        id,
      ),
    affiliateOrder: (id: string) =>
      one<Payload | undefined>(
        `select subtotal::int, discount::int, tax::int, shipping::int, total::int, refunded_amount::int as refunded,
           o.currency, status, customer_email as email, customer_key as customer, line_items as lines
         from affiliate.order o join affiliate.tenant t on t.id = tenant_id and mode = 'live'
         where store_id = $1 and external_id = $2`,
        id,
      ),
  };
}

const ownTerms = { commission_rate: 10, commission_type: "percentage", coupon_codes: ["MIRA"] };

/** An affiliate with 10 % and a coupon, and a click on the affiliate's link. Own terms win over the program's rules. */
export async function openReferrer({ call, visit, db }: TestServices, { key }: Connected, terms: Payload = ownTerms) {
  const ask = (path: string, body: Payload) => call("POST", `/affiliate/v1${path}`, { key, body });
  const mira = { email: "mira@example.com", first_name: "Mira", last_name: "Lindqvist", status: "active" };
  const { id } = (await ask("/affiliates", { ...mira, ...terms })).body as { id: string };
  const link = { affiliate_id: id, destination_url: "https://shop.test/" };
  const { code } = (await ask("/links", link)).body as { code: string };
  const answer = await visit(`/r/${code}`, { headers: { "user-agent": "Mozilla/5.0 (iPhone) Safari/604.1" } });
  const click = new URL(answer.headers.get("location") ?? "").searchParams.get("cw_click");
  /** What the affiliate earns by each order. */
  const commissions = async (): Promise<{ order: string; amount: number }[]> =>
    (
      await db.$client.query(
        `select o.external_id as order, sum(c.amount)::int as amount from affiliate.commission c
         join affiliate.order o on o.tenant_id = c.tenant_id and o.id = c.order_id
         where c.affiliate_id = $1 group by 1 order by 1`,
        [id],
      )
    ).rows;
  return { id, click, commissions };
}
