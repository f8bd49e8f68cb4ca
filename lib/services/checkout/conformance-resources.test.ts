import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Conformance, expectFields, openConformance } from "../../testing/conformance.ts";
import { type Receiver, startReceiver } from "../../testing/delivery/delivery.ts";
import { make } from "../../testing/shop.ts";
import { unkeyed } from "../../testing/unkeyed.ts";

// Sections 1 to 3 of the specification: the fields of each resource.

let service: Conformance;
let receiver: Receiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([openConformance(), startReceiver()]);
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const draft = {
  name: "Care kit",
  product_id: "prod_kit",
  trigger_products: ["prod_boots", "prod_shoes"],
  discount: { type: "percentage", value: 15 },
  placement: "post_purchase",
  status: "active",
};
const day = { occurred_at: "2025-06-10T10:00:00Z" };
const range = "start_date=2025-06-10&end_date=2025-06-12";

describe("2 Upsell", () => {
  const common = {
    id: "string",
    name: "string",
    status: ["active", "inactive", "draft"],
    product_id: "string",
    placement: "string",
    created_at: "timestamp",
  } as const;

  test("an upsell has its fields with the values that were sent on create", async () => {
    const { body: created } = await service.api("POST", "/upsells", draft);
    const { body: read } = await service.api("GET", `/upsells/${created.id}`);
    for (const upsell of [created, read]) {
      expectFields(upsell, { ...common, trigger_products: "strings", discount: { type: "string", value: "number" } });
      expect(upsell).toMatchObject(draft);
    }
  });

  test("an upsell has the flat discount in list results", async () => {
    const { body: created } = await service.api("POST", "/upsells", draft);
    const { body } = await service.api("GET", "/upsells?per_page=100");
    for (const item of body.data) expectFields(item, { ...common, discount_type: "string", discount_value: "number" });
    expect(body.data.find(({ id }: { id: string }) => id === created.id)).toMatchObject({
      discount_type: "percentage",
      discount_value: 15,
    });
  });

  test.each([0, 0.5, 101])("discount.value %d must be between 1 and 100", async (value) => {
    const { status, body } = await service.api("POST", "/upsells", {
      ...draft,
      discount: { type: "percentage", value },
    });
    expect(status).toBe(400);
    expect(unkeyed(body.error.details)).toEqual([
      { field: "discount.value", message: expect.stringMatching(/must be between 1 and 100/i) },
    ]);
  });
});

describe("2 Bundle", () => {
  const products = [
    { product_id: "prod_beans", quantity: 2 },
    { product_id: "prod_filter", quantity: 1 },
  ];
  test.each(["fixed", "mix_match", "build_a_box"])("of type %s", async (type) => {
    const sent = { name: "Morning set", type, products, pricing: { type: "percentage_off", value: 12.5 } };
    const { body } = await service.api("POST", "/bundles", sent);
    expectFields(body, {
      name: "string",
      type: ["fixed", "mix_match", "build_a_box"],
      status: ["active", "draft", "archived"],
      products: [{ product_id: "string", quantity: "integer" }],
      pricing: { type: "string", value: "number" },
    });
    expect(body).toMatchObject(sent);
  });

  test.each(["another", "", 1, undefined])("has no type %j", async (type) => {
    const { status, body } = await service.api("POST", "/bundles", {
      name: "Set",
      type,
      products,
      pricing: { type: "percentage_off", value: 10 },
    });
    expect([status, body.error.details[0].field]).toEqual([400, "type"]);
  });
});

describe("2 Metrics", () => {
  test("carry every figure and their period", async () => {
    await service.shop.send([
      make.shown("s1", day),
      make.shown("s2", day),
      make.placed("p1", "ord_1", 120.5, { ...day, experiment_variant: "b" }),
      make.accepted("a1", "ord_1", 39.2, day),
      make.bundle("b1", "ord_1", 30, 24, day),
    ]);
    const { body } = await service.api("GET", `/analytics/metrics?${range}`);
    expectFields(body, {
      data: {
        total_revenue: "number",
        service_revenue: "number",
        average_order_value: "number",
        upsell_acceptance_rate: "ratio",
        orders_with_upsells: "integer",
        total_orders: "integer",
      },
      period: { start: "date", end: "date" },
    });
    expect(body.data).toMatchObject({ total_revenue: 120.5, service_revenue: 63.2, upsell_acceptance_rate: 0.5 });
    expect(body.period).toEqual({ start: "2025-06-10", end: "2025-06-12" });
  });

  test.each(["upsell_performance", "bundle_performance", "revenue_attribution", "conversion_funnel"])(
    "have a report %s",
    async (type) => {
      const { status, body } = await service.api("GET", `/analytics/reports/${type}?${range}`);
      expect([status, body.type]).toEqual([200, type]);
    },
  );
});

test("2 Order (service view)", async () => {
  const { body } = await service.api("GET", "/orders/ord_1");
  expectFields(body, {
    order_id: "string",
    platform_order_id: "string",
    service_data: {
      upsells_accepted: "strings",
      bundles_purchased: "array",
      service_revenue: "number",
      experiment_variant: "string",
    },
  });
  expect(body.service_data).toEqual({
    upsells_accepted: ["ups_a"],
    bundles_purchased: ["bun_a"],
    service_revenue: 63.2,
    experiment_variant: "b",
  });
});

test("2 Settings", async () => {
  const upsells = { default_placement: "string", max_offers_per_checkout: "integer" } as const;
  expectFields((await service.api("GET", "/settings")).body, { upsells });
});

describe("2 Experiment results", () => {
  const arm = (variant: string, n: number, conversions: number) =>
    Array.from({ length: n }, (_, at) => [
      make.exposed(`x${variant}${at}`, `${variant}${at}`, variant),
      ...(at < conversions ? [make.converted(`c${variant}${at}`, `${variant}${at}`)] : []),
    ]).flat();
  const results = { experiment_id: "string", status: ["collecting", "significant", "not_significant"] } as const;
  const variant = { name: "string", visitors: "integer", conversions: "integer", conversion_rate: "ratio" } as const;

  test("the results have every field once there is a winner; lift and p_value on all but the control", async () => {
    await service.shop.send([...arm("control", 340, 53), ...arm("b", 340, 135)]);
    const { body } = await service.api("GET", "/experiments/exp_1/results");
    expectFields(body, { ...results, winner: ["b"], variants: [variant] });
    expect(body).toMatchObject({ experiment_id: "exp_1", status: "significant" });
    const [control, other] = body.variants;
    expect(Object.keys(control)).toEqual(["name", "visitors", "conversions", "conversion_rate"]);
    expectFields(other, { ...variant, lift: "number", p_value: "ratio" });
  });
});

describe("2 Webhook endpoint", () => {
  test("an endpoint has its fields on creation", async () => {
    const sent = { url: `${receiver.origin}/hooks`, events: ["order.edited"], enabled: false };
    const { body } = await service.api("POST", "/webhooks", sent);
    expectFields(body, {
      id: "string",
      url: "string",
      events: "strings",
      signing_secret: "string",
      enabled: "boolean",
    });
    expect(body).toMatchObject(sent);
  });

  test("an endpoint has an HTTPS URL", async () => {
    const { status, body } = await service.api("POST", "/webhooks", {
      url: "http://93.184.216.34/hooks",
      events: ["order.edited"],
    });
    expect(unkeyed([status, body.error.details])).toEqual([
      400,
      [{ field: "url", message: "Must begin with https://." }],
    ]);
  });
});

test("2 Webhook log entry", async () => {
  const { body: endpoint } = await service.api("POST", "/webhooks", {
    url: `${receiver.origin}/hooks`,
    events: ["order.edited"],
  });
  await service.api("POST", `/webhooks/${endpoint.id}/test`, { event_type: "order.edited" });
  const { body } = await service.api("GET", `/webhooks/${endpoint.id}/logs`);
  expectFields(body, {
    data: [
      {
        id: "string",
        event_id: "string",
        event_type: ["order.edited"],
        status: ["delivered"],
        response_code: "integer",
        duration_ms: "integer",
        created_at: "timestamp",
      },
    ],
  });
});

test.each(["/upsells", "/bundles", "/experiments"])("2 Pagination object of %s", async (path) => {
  const { body } = await service.api("GET", `${path}?page=1&per_page=1`);
  expectFields(body, {
    data: [{ id: "string" }],
    pagination: { page: "integer", per_page: "integer", total: "integer" },
  });
  expect(body.pagination).toMatchObject({ page: 1, per_page: 1 });
  const { body: usual } = await service.api("GET", path);
  expect(usual.pagination).toEqual({ page: 1, per_page: 20, total: usual.data.length });
});

describe("3 States", () => {
  test.each<[string, string, string[]]>([
    ["/upsells", "Upsell", ["active"]],
    ["/bundles", "Bundle", ["active", "draft", "archived"]],
  ])("%s: %s status", async (path, _, states) => {
    for (const status of states) {
      const body =
        path === "/upsells"
          ? { ...draft, status }
          : {
              name: "Set",
              type: "fixed",
              products: [{ product_id: "p", quantity: 1 }],
              pricing: { type: "percentage_off", value: 10 },
              status,
            };
      expect((await service.api("POST", path, body)).body.status).toBe(status);
    }
  });

  test("/experiments: Experiment status", async () => {
    const variants = [{ name: "control" }, { name: "variant_a" }];
    const { body } = await service.api("POST", "/experiments", { name: "States", variants });
    const seen = [body.status];
    for (const status of ["running", "completed"]) {
      seen.push((await service.api("PATCH", `/experiments/${body.id}`, { status })).body.status);
    }
    expect(seen).toEqual(["draft", "running", "completed"]);
  });
});
