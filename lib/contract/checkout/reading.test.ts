import { describe, expect, test } from "vitest";
import { checkout } from "./index.ts";

describe("upsells", () => {
  const discount = { type: "percentage", value: 15 };

  test.each([
    { id: "1", discount },
    { id: 1, discount: { type: "percentage", value: "15" } },
    { data: { id: "1", discount_type: "percentage", discount_value: 15 } },
    { upsell: { id: "1", discount_type: "percentage", discount_value: "15.0" } },
  ])("nested and flat discounts give the same offer: %j", (body) => {
    expect(checkout.upsells.get.normalize(body)).toEqual({
      id: "1",
      discount,
      discount_type: "percentage",
      discount_value: 15,
    });
  });

  test("fields that an API does not send stay absent", () => {
    expect(checkout.upsells.list.normalize({ upsells: [{ id: "1", status: "weird", extra: 1 }] }).data).toEqual([
      { id: "1", status: "weird", other: { extra: 1 } },
    ]);
  });
});

describe("bundles", () => {
  test.each([
    { id: "1", products: [{ product_id: "p", quantity: 2 }], pricing: { type: "percentage_off", value: 10 } },
    { data: { id: 1, products: [{ id: "p", quantity: "2" }], pricing_type: "percentage_off", pricing_value: "10" } },
  ])("pricing and products are read from %j", (body) => {
    const bundle = checkout.bundles.create.normalize(body);
    expect(bundle).toMatchObject({
      id: "1",
      products: [{ product_id: "p", quantity: 2 }],
      pricing: { type: "percentage_off", value: 10 },
    });
  });

  test("the products of a bundle may be plain ids, and missing products are no empty list", () => {
    const { data } = checkout.bundles.list.normalize([{ id: "1", products: ["p", 2] }, { id: "2" }]);
    expect(data).toEqual([{ id: "1", products: [{ product_id: "p" }, { product_id: "2" }] }, { id: "2" }]);
  });
});

describe("analytics", () => {
  test("metrics may be numeric texts, and an absent metric is not 0", () => {
    expect(checkout.analytics.metrics.normalize({ data: { total_revenue: "1250.50", total_orders: 0, x: 1 } })).toEqual(
      {
        data: { total_revenue: 1250.5, total_orders: 0, x: 1 },
      },
    );
  });
});

describe("experiments", () => {
  test("the results of variants may be an array or an object by name", () => {
    const variants = [
      { name: "control", visitors: 10, conversions: 1 },
      { name: "variant_a", visitors: 12, conversions: 3, lift: 0.4, p_value: 0.04 },
    ];
    const byName = { control: { visitors: "10", conversions: 1 }, variant_a: { ...variants[1], p_value: "0.04" } };
    for (const body of [
      { experiment_id: "e", status: "significant", winner: "variant_a", variants },
      { data: { experiment_id: "e", status: "significant", winner: { name: "variant_a" }, variants: byName } },
    ]) {
      expect(checkout.experiments.results.normalize(body)).toEqual({
        experiment_id: "e",
        status: "significant",
        winner: "variant_a",
        variants,
      });
    }
  });

  test("results without a winner have no `winner`, and their id may be `id` or `experiment_id`", () => {
    expect(checkout.experiments.results.normalize({ id: 4, winner: null })).toMatchObject({
      experiment_id: "4",
      variants: [],
    });
    expect(checkout.experiments.results.normalize({ id: 4, winner: null })).not.toHaveProperty("winner");
    expect(checkout.experiments.list.normalize({ experiments: [{ experiment_id: 3 }] }).data[0]?.id).toBe("3");
  });
});

describe("orders", () => {
  const service_data = { upsells_accepted: ["u"], service_revenue: 12.5 };

  test.each([
    { order_id: "o", platform_order_id: "7", service_data },
    { data: { id: "o", platform_order_id: 7, service_data: { ...service_data, service_revenue: "12.50" } } },
    { order: { order_id: "o", platform_order_id: "7", upsells_accepted: [{ id: "u" }], service_revenue: "12.5" } },
  ])("service data is read from %j", (body) => {
    expect(checkout.orders.get.normalize(body)).toMatchObject({ order_id: "o", platform_order_id: "7", service_data });
  });

  test("an order that comes without service data has none", () => {
    expect(checkout.orders.get.normalize({ order_id: "o" })).toEqual({ order_id: "o" });
  });
});

test("settings keep every unknown leaf", () => {
  for (const wrap of [(x: unknown) => x, (x: unknown) => ({ data: x }), (x: unknown) => ({ settings: x })]) {
    expect(
      checkout.settings.get.normalize(
        wrap({ upsells: { max_offers_per_checkout: "3", x: [1] }, theme: { color: "red" } }),
      ),
    ).toEqual({ upsells: { max_offers_per_checkout: 3, x: [1] }, theme: { color: "red" } });
  }
});

describe("webhooks", () => {
  test("a webhook endpoint may be bare or wrapped", () => {
    const endpoint = { id: "w", url: "https://a.test", events: ["order.edited"], signing_secret: "s", enabled: true };
    for (const body of [endpoint, { data: endpoint }, { webhook: { ...endpoint, enabled: "true" } }]) {
      expect(checkout.webhooks.create.normalize(body)).toEqual(endpoint);
    }
    expect(checkout.webhooks.create.secrets).toEqual(["signing_secret"]);
  });

  test("the log entry of a delivery without a response has no response code", () => {
    const { data } = checkout.webhooks.logs.normalize({ logs: [{ id: 1, response_code: null, duration_ms: "31" }] });
    expect(data).toEqual([{ id: "1", duration_ms: 31 }]);
    expect(checkout.webhooks.test.normalize(null)).toEqual({ id: "" });
  });
});

test("what no field is declared for is gathered, so that a screen can list it", () => {
  expect(checkout.upsells.get.normalize({ id: "1", priority: 3, badge: "new" })).toEqual({
    id: "1",
    priority: 3,
    other: { badge: "new" },
  });
});
