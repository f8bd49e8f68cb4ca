import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkout } from "../../contract/checkout/index.ts";
import { operationsOf } from "../../contract/define.ts";
import { type Conformance, openConformance } from "../../testing/conformance.ts";
import { type Receiver, startReceiver } from "../../testing/delivery/delivery.ts";
import { make } from "../../testing/shop.ts";

// Section 4 of the specification: every endpoint, its request and its filters.

let service: Conformance;
let receiver: Receiver;
const made = {} as Record<"upsells" | "webhooks" | "orders" | "experiments", string>;

const upsell = {
  name: "Care kit",
  product_id: "prod_kit",
  trigger_products: ["prod_boots"],
  discount: { type: "percentage", value: 15 },
  placement: "post_purchase",
  status: "active",
};
const bundle = {
  name: "Morning set",
  type: "mix_match",
  products: [{ product_id: "prod_beans", quantity: 2 }],
  pricing: { type: "percentage_off", value: 10 },
};
const range = "start_date=2025-06-10&end_date=2025-06-12";

beforeAll(async () => {
  [service, receiver] = await Promise.all([openConformance(), startReceiver()]);
  await service.shop.send([make.placed("p1", "ord_1", 120.5)]);
  made.orders = "ord_1";
  made.experiments = "exp_1";
  made.upsells = (await service.api("POST", "/upsells", upsell)).body.id;
  made.webhooks = (await service.api("POST", "/webhooks", webhook())).body.id;
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const webhook = () => ({ url: `${receiver.origin}/hooks`, events: ["order.edited"], enabled: true });
const fill = (path: string) => path.replace(":id", made[path.split("/")[1] as keyof typeof made]);

// Method, path, request and the success status, which the specification leaves open.
const rows: [method: string, path: string, body: object | (() => object) | undefined, status: number][] = [
  ["GET", "/upsells", undefined, 200],
  ["POST", "/upsells", upsell, 201],
  ["GET", "/upsells/:id", undefined, 200],
  ["PUT", "/upsells/:id", { discount: { type: "percentage", value: 20 } }, 200],
  ["DELETE", "/upsells/:id", undefined, 200],
  ["GET", "/bundles", undefined, 200],
  ["POST", "/bundles", bundle, 201],
  ["GET", `/analytics/metrics?${range}`, undefined, 200],
  ["GET", `/analytics/reports/conversion_funnel?${range}`, undefined, 200],
  ["GET", "/experiments", undefined, 200],
  ["GET", "/experiments/:id/results", undefined, 200],
  ["GET", "/orders/:id", undefined, 200],
  ["GET", "/settings", undefined, 200],
  ["PATCH", "/settings", { upsells: { max_offers_per_checkout: 2 } }, 200],
  ["POST", "/webhooks", webhook, 201],
  ["POST", "/webhooks/:id/test", { event_type: "upsell.accepted" }, 200],
  ["GET", "/webhooks/:id/logs", undefined, 200],
];

test("4 has seventeen endpoints, and the document marks every other one as an extension", () => {
  const specified = Object.entries(service.document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation["x-extension"] !== true)
      .map(([method]) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`),
  );
  const table = rows.map(
    ([method, path]) => `${method} ${path.replace(/\?.*/, "").replace("conversion_funnel", ":type")}`,
  );
  expect(specified.toSorted()).toEqual(table.toSorted());
});

test.each(rows)("4 %s %s", async (method, path, body, status) => {
  const answer = await service.api(method, fill(path), typeof body === "function" ? body() : body);
  expect(answer.status).toBe(status);
});

test.each(
  operationsOf(checkout).map(({ operation }) => [operation.method, operation.path, operation.example] as const),
)("4 %s %s exists: its status is not 501 or any other 5xx", async (method, path, body) => {
  const address = path.replace(/:\w+/g, "none");
  const { status } = await service.api(
    method,
    `${address}${address.startsWith("/analytics") ? `?${range}` : ""}`,
    body,
  );
  expect(status).toBeLessThan(500);
});

test.each(rows.filter(([, , body]) => body))(
  "1 %s %s takes its body as application/json",
  async (method, path, body) => {
    const sent = JSON.stringify(typeof body === "function" ? body() : body);
    const headers = { "content-type": "text/plain" };
    const { status } = await service.call(method, `/checkout/v1${fill(path)}`, {
      key: service.shop.key,
      body: sent,
      headers,
    });
    expect(status).toBe(415);
  },
);

describe("4 Upsells", () => {
  test("PUT with only discount changes only that", async () => {
    const { body: before } = await service.api("POST", "/upsells", upsell);
    const discount = { type: "percentage", value: 20 };
    const { body: after } = await service.api("PUT", `/upsells/${before.id}`, { discount });
    expect(after).toEqual({ ...before, discount, updated_at: expect.any(String) });
  });

  test("DELETE leaves nothing to read", async () => {
    const { body } = await service.api("POST", "/upsells", upsell);
    await service.api("DELETE", `/upsells/${body.id}`);
    expect((await service.api("GET", `/upsells/${body.id}`)).status).toBe(404);
  });
});

describe.each<[path: string, filter: string, values: string[]]>([
  ["/bundles", "type", ["fixed", "mix_match", "build_a_box"]],
  ["/bundles", "status", ["active", "draft", "archived"]],
  ["/experiments", "status", ["running", "completed", "draft"]],
])("4 GET %s ?%s=", (path, filter, values) => {
  beforeAll(async () => {
    for (const value of values) {
      if (path === "/bundles") await service.api("POST", path, { ...bundle, [filter]: value });
    }
    const { body } = await service.api("POST", "/experiments", {
      name: "Filters",
      variants: [{ name: "control" }, { name: "variant_a" }],
    });
    await service.api("PATCH", `/experiments/${body.id}`, { status: "running" });
    await service.api("PATCH", `/experiments/${body.id}`, { status: "completed" });
    await service.api("POST", "/experiments", checkout.experiments.create.example);
  });

  test.each(values)("%s", async (value) => {
    const all = (await service.api("GET", `${path}?per_page=100`)).body.data as Record<string, string>[];
    const { body } = await service.api("GET", `${path}?${filter}=${value}&per_page=100`);
    const expected = all.filter((one) => one[filter] === value);
    expect(expected.length).toBeGreaterThan(0);
    expect(body.data).toEqual(expected);
    expect(body.pagination.total).toBe(expected.length);
  });

  test("a filter applies to each page", async () => {
    const { body: whole } = await service.api("GET", `${path}?${filter}=${values[0]}&per_page=100`);
    for (const page of [1, 2]) {
      const { body } = await service.api("GET", `${path}?${filter}=${values[0]}&page=${page}&per_page=1`);
      expect(body.data).toEqual(whole.data.slice(page - 1, page));
      expect(body.pagination).toEqual({ page, per_page: 1, total: whole.pagination.total });
    }
  });

  test("a filter refuses other values", async () => {
    const { status, body } = await service.api("GET", `${path}?${filter}=another`);
    expect([status, body.error.details[0].field]).toEqual([400, filter]);
  });
});

describe("4 Analytics", () => {
  test.each(["/analytics/metrics", "/analytics/reports/upsell_performance"])(
    "%s takes start_date and end_date",
    async (path) => {
      const { body } = await service.api("GET", `${path}?${range}`);
      expect(body.period).toEqual({ start: "2025-06-10", end: "2025-06-12" });
      for (const wrong of ["start_date=10.06.2025&end_date=2025-06-12", "start_date=2025-06-10&end_date=tomorrow"]) {
        expect((await service.api("GET", `${path}?${wrong}`)).status).toBe(400);
      }
    },
  );

  test("a report of another type is not found", async () => {
    expect((await service.api("GET", `/analytics/reports/another?${range}`)).status).toBe(400);
  });
});

test("4 PATCH /settings accepts nested partial settings", async () => {
  await service.api("PATCH", "/settings", { upsells: { default_placement: "cart" } });
  const { body } = await service.api("PATCH", "/settings", { upsells: { max_offers_per_checkout: 5 } });
  expect(body.upsells).toEqual({ default_placement: "cart", max_offers_per_checkout: 5 });
  expect((await service.api("GET", "/settings")).body).toEqual(body);
});

describe("4 Webhooks", () => {
  test.each([true, false])("POST /webhooks with enabled %s", async (enabled) => {
    const { body } = await service.api("POST", "/webhooks", { ...webhook(), enabled });
    expect(body.enabled).toBe(enabled);
    const again = await service.api("POST", "/webhooks", webhook());
    expect(again.body.signing_secret).not.toBe(body.signing_secret);
  });

  test("POST /webhooks accepts only an array of event names", async () => {
    for (const events of ["order.edited", [], ["order.eaten"], undefined]) {
      const { status, body } = await service.api("POST", "/webhooks", { ...webhook(), events });
      expect([status, body.error.details[0].field.split(".")[0]]).toEqual([400, "events"]);
    }
  });
});
