import { afterAll, beforeAll, expect, test } from "vitest";
import type { Platform } from "../../contract/checkout/source-words.ts";
import { type Connected, openConnected, type Payload } from "../../testing/connect.ts";
import { shopify, stripe, woocommerce } from "../../testing/connect-payloads.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";

// An order of 46.27: a mug, and another one for 20.00 less 5.00 that was accepted as the offer ups_a.

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

const ids = { shopify: "6200407294252", woocommerce: "727", stripe: "in_1" };
const minute = (n: number) => new Date(Date.parse("2025-10-10T08:00:00Z") + n * 60_000).toJSON();

type Marked = { name?: string; value?: unknown; pieces?: number; at?: number; more?: Payload };

function shopifyOrder({ name = "_cw_upsell", value = "ups_a", pieces = 1, at = 1, more = {} }: Marked = {}) {
  const marked = {
    id: 2,
    product_id: 7001,
    variant_id: 501,
    title: "Mug",
    price: "20.00",
    quantity: 1,
    current_quantity: pieces,
    properties: [{ name, value }],
    discount_allocations: [{ amount: "5.00" }],
  };
  const plain = { id: 1, product_id: 7001, title: "Mug", price: "20.00", quantity: 1, current_quantity: 1 };
  return shopify.order({ updated_at: minute(at), line_items: [plain, marked], ...more });
}

function wooOrder({ name = "_cw_upsell", value = "ups_a", at = 1, more = {} }: Marked = {}) {
  const line = { product_id: 93, variation_id: 0, quantity: 1, subtotal: "20.00", name: "Mug" };
  const marked = { ...line, id: 316, total: "15.00", total_tax: "2.85", meta_data: [{ id: 1, key: name, value }] };
  const line_items = [{ ...line, id: 315, total: "20.00", meta_data: [] }, marked];
  return woocommerce.order({ date_modified_gmt: minute(at).slice(0, 19), line_items, ...more });
}

function stripeInvoice({ name = "cw_upsell", value = "ups_a", more = {} }: Marked = {}) {
  const line = { amount: 2000, quantity: 1, description: "Tea", pricing: { price_details: { product: "prod_tea" } } };
  const marked = { ...line, metadata: { [name]: value }, discount_amounts: [{ amount: 500, discount: "di_1" }] };
  return stripe.invoice({
    total: 4627,
    amount_due: 4627,
    amount_shipping: 490,
    metadata: { cw_coupon: "MIRA10" },
    parent: null,
    lines: { has_more: false, data: [line, marked] },
    ...more,
  });
}

const orders: Record<Platform, [topic: string, order: (marked?: Marked) => Payload]> = {
  shopify: ["orders/updated", shopifyOrder],
  woocommerce: ["order.updated", wooOrder],
  stripe: ["invoice.paid", stripeInvoice],
};
const platforms = Object.keys(orders) as Platform[];

async function serviceRevenue(shop: Connected, path = "?start_date=2025-10-01&end_date=2025-10-31") {
  const { body } = await shop.read(`/analytics/metrics${path}`);
  return body.data.service_revenue;
}
const deliver = (shop: Connected, platform: Platform, marked: Marked = {}) => {
  const [topic, order] = orders[platform];
  return shop.deliver(platform, topic, order(marked));
};

test.each(platforms)(
  "%s: a line that is marked as an offer is revenue from it, at the price charged, once",
  async (platform) => {
    const shop = await openConnected(services);
    await deliver(shop, platform);
    await deliver(shop, platform);
    await deliver(shop, platform, { at: 2 });
    expect(await serviceRevenue(shop)).toBe(15);
    const order = await shop.read(`/orders/${ids[platform]}`);
    expect([order.status, order.body.service_data.service_revenue]).toEqual([200, 15]);
  },
);

test.each(platforms)("%s: a line that is marked as a bundle is a purchase of it", async (platform) => {
  const shop = await openConnected(services);
  await deliver(shop, platform, { name: platform === "stripe" ? "cw_bundle" : "_cw_bundle", value: "bun_a" });
  expect(await serviceRevenue(shop)).toBe(15);
});

test.each(platforms)(
  "%s: an offer that does not exist is ignored, the order counts, and the shop's page says why",
  async (platform) => {
    const shop = await openConnected(services);
    expect(await deliver(shop, platform, { value: "ups_none" })).toMatchObject({ status: "applied" });
    expect(await deliver(shop, platform, { value: "not an id", at: 2 })).toMatchObject({ outcome: {} });
    expect(await serviceRevenue(shop)).toBe(0);
    expect(await shop.checkoutOrder(ids[platform])).toMatchObject({ total: 4627 });
    const refused = async () => (await shop.read("/shop")).body.refused;
    await expect
      .poll(refused)
      .toContainEqual(
        expect.objectContaining({ type: "offer.accepted", field: "upsell_id", message: "There is no such offer." }),
      );
  },
);

test.each(["page first", "platform first"])(
  "a page's claim of the same order and offer counts once: %s",
  async (sequence) => {
    const shop = await openConnected(services);
    const claim = () =>
      shop.claim([
        {
          id: "c1",
          type: "offer.accepted",
          occurred_at: minute(0),
          upsell_id: "ups_a",
          customer_id: "guest:1",
          order_id: ids.shopify,
          platform_order_id: "#1001",
          final_price: 18,
          product: { id: "7001", title: "Mug", variant_id: "501", price: 20 },
          discount: { type: "percentage", value: 10, amount: 2 },
        },
      ]);
    await shop.api("PATCH", "/settings", { orders: { count_unconfirmed: true } });
    if (sequence === "page first") await claim();
    await deliver(shop, "shopify");
    if (sequence === "platform first") await claim();
    expect(await serviceRevenue(shop)).toBe(15);
    const { rows } = await services.db.$client.query(
      "select sum(accepted)::int as accepted from checkout.daily_upsell where tenant_id = $1",
      [shop.tenantId],
    );
    expect(rows).toEqual([{ accepted: 1 }]);
  },
);

test.each(["server first", "platform first"])(
  "what the shop's server reports of the same order and offer counts alone: %s",
  async (sequence) => {
    const shop = await openConnected(services);
    const sale = {
      id: "s1",
      type: "offer.accepted",
      occurred_at: minute(0),
      upsell_id: "ups_a",
      customer_id: "guest:1",
      order_id: ids.shopify,
      platform_order_id: "#1001",
      final_price: 14,
      product: { id: "7001", title: "Mug", variant_id: "501", price: 20 },
      discount: { type: "fixed_amount", value: 6, amount: 6 },
    };
    const report = async () => {
      const { body } = await shop.report([sale]);
      expect(body).toMatchObject({ accepted: 1 });
    };
    if (sequence === "server first") await report();
    await deliver(shop, "shopify");
    if (sequence === "platform first") await report();
    await deliver(shop, "shopify", { at: 2, more: { current_total_price: "50.00" } });
    expect(await serviceRevenue(shop)).toBe(14);
  },
);

test("an edit, a refund of the line and a cancellation change the revenue from the offer, whatever arrives first", async () => {
  const shop = await openConnected(services);
  const gone = { pieces: 0, at: 3, more: { current_total_price: "31.27" } };
  await deliver(shop, "shopify", gone);
  await deliver(shop, "shopify", { at: 2 });
  expect(await serviceRevenue(shop)).toBe(0);
  await deliver(shop, "shopify", { at: 4 });
  expect(await serviceRevenue(shop)).toBe(15);
  await deliver(shop, "shopify", { at: 5, more: { cancelled_at: minute(5) } });
  expect(await serviceRevenue(shop)).toBe(0);
});

test.each(platforms)("%s: an order that was paid back has no revenue from offers", async (platform) => {
  const shop = await openConnected(services);
  await deliver(shop, platform);
  const back: Record<Platform, [string, Payload]> = {
    shopify: ["refunds/create", shopify.refund(9, "46.27")],
    woocommerce: ["order.updated", wooOrder({ at: 2, more: { refunds: [{ id: 8, total: "-46.27" }] } })],
    stripe: ["charge.refunded", stripe.charge(4627, { invoice: "in_1" })],
  };
  await shop.deliver(platform, ...back[platform]);
  expect(await shop.checkoutOrder(ids[platform])).toMatchObject({ refunded: 4627 });
  expect(await serviceRevenue(shop)).toBe(0);
});

test("a line of an order that is paid back, not, and paid back again follows each time", async () => {
  const shop = await openConnected(services);
  await deliver(shop, "stripe");
  const at = (n: number) => ({ event: { created: 1_760_100_000 + n } });
  const charge = (n: number) => stripe.charge(4627, { invoice: "in_1", ...at(n) });
  const steps: [string, Payload, number][] = [
    ["charge.refunded", charge(0), 0],
    ["refund.failed", stripe.refund(4627, at(1)), 15],
    ["charge.refunded", charge(2), 0],
    ["refund.failed", stripe.refund(4627, { id: "re_2", ...at(3) }), 15],
    ["charge.refunded", charge(4), 0],
  ];
  for (const [topic, payload, left] of steps) {
    await shop.deliver("stripe", topic, payload);
    expect(await serviceRevenue(shop), JSON.stringify(payload)).toBe(left);
  }
});

test("a shop whose prices contain the tax counts what the shopper paid", async () => {
  const shop = await openConnected(services);
  await deliver(shop, "woocommerce", { more: { prices_include_tax: true } });
  expect(await serviceRevenue(shop)).toBe(17.85);
});

test("an endpoint of a webhook receives an accepted offer once, with the product, the variant and the price", async () => {
  const shop = await openConnected(services);
  await deliver(shop, "shopify");
  await deliver(shop, "shopify", { pieces: 0, at: 3, more: { current_total_price: "31.27" } });
  const { rows } = await services.db.$client.query(
    "select body from checkout.event where tenant_id = $1 and type = 'upsell.accepted'",
    [shop.tenantId],
  );
  expect(rows.map(({ body }) => JSON.parse(body).data)).toMatchObject([
    {
      upsell_id: "ups_a",
      order_id: ids.shopify,
      customer_id: "7207119551",
      final_price: 15,
      product: { id: "7001", title: "Mug", variant_id: "501", price: 20 },
      discount: { type: "fixed_amount", value: 5, amount: 5 },
    },
  ]);
});
