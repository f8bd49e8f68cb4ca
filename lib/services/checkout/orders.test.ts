import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tenant, webhookEndpoint } from "../../database/schema/checkout.ts";
import { order } from "../../database/schema/checkout-sales.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { unkeyed } from "../../testing/unkeyed.ts";
import { emit } from "../delivery/emit.ts";

let services: TestServices;
let key: string;

const placedAt = new Date("2026-05-01T10:00:00Z");
const read = (id: string, caller = key) => services.call("GET", `/checkout/v1/orders/${id}`, { key: caller });

beforeAll(async () => {
  services = await openTestServices();
  ({ key } = await services.key({ store: "shop" }));
  const tenants = await services.db.select().from(tenant);
  const common = { upsellsAccepted: ["ups_1"], bundlesPurchased: ["bun_1"], placedAt, day: "2026-05-01" };
  const money = { total: 9000, edited: 500, refunded: 1000, upsellRevenue: 1999, bundleRevenue: 2050 };
  await services.db.insert(order).values(
    tenants
      .filter(({ storeId }) => storeId === "shop")
      .flatMap(({ id: tenantId }) => [
        { ...common, tenantId, id: "ord_1", platformOrderId: "1001", ...money },
        { ...common, tenantId, id: "ord_2", platformOrderId: "ord_1", experimentVariant: "variant_a" },
        { ...common, tenantId, id: "ord_3", cancelled: true, upsellRevenue: 500 },
        { ...common, tenantId, id: "ord_4", placedAt: null, day: null },
      ]),
  );
});
afterAll(() => services.close());

test("an order is found by either id, with amounts in major units", async () => {
  const expected = {
    order_id: "ord_1",
    platform_order_id: "1001",
    customer_id: null,
    visitor_id: null,
    upsell_names: ["ups_1"],
    bundle_names: ["bun_1"],
    service_data: {
      upsells_accepted: ["ups_1"],
      bundles_purchased: ["bun_1"],
      service_revenue: 40.49,
    },
    currency: "EUR",
    placed_at: placedAt.toISOString(),
    total: 95,
    refunded_amount: 10,
    cancelled: false,
    confirmed: true,
    counted: true,
    line_items: [],
  };
  expect((await read("ord_1")).body).toEqual(expected);
  expect((await read("1001")).body).toEqual(expected);
});

test("an order shows its variant if it has one", async () => {
  expect((await read("ord_2")).body.service_data.experiment_variant).toBe("variant_a");
});

test("a cancelled order has no service revenue", async () => {
  expect((await read("ord_3")).body.service_data.service_revenue).toBe(0);
});

test("an order that was never reported as placed is not found, and neither is another store's", async () => {
  expect((await read("ord_4")).status).toBe(404);
  const { key: stranger } = await services.key({ store: "other-shop" });
  expect(unkeyed((await read("ord_1", stranger)).body.error)).toEqual({
    code: "not_found",
    message: "Order ord_1 does not exist.",
  });
});

describe("the list", () => {
  const list = async (query = "", caller = key) =>
    (await services.call("GET", `/checkout/v1/orders?${query}`, { key: caller })).body;

  test("the list has the placed orders, latest first, in pages", async () => {
    const { data, pagination } = await list("per_page=2");
    expect(data.map((one: { order_id: string }) => one.order_id)).toEqual(["ord_3", "ord_2"]);
    expect(pagination).toEqual({ page: 1, per_page: 2, total: 3 });
    expect((await list("per_page=2&page=2")).data).toMatchObject([{ order_id: "ord_1", total: 95 }]);
  });

  test("the list finds an order by either complete id, but not another store's", async () => {
    expect((await list("search=1001")).data).toMatchObject([{ order_id: "ord_1" }]);
    expect((await list("search=ord_3")).data).toMatchObject([{ order_id: "ord_3", cancelled: true }]);
    expect((await list("search=ord_")).pagination.total).toBe(0);
    const { key: stranger } = await services.key({ store: "yet-another-shop" });
    expect((await list("", stranger)).pagination.total).toBe(0);
  });
});

describe("events", () => {
  const events = (id: string) => services.call("GET", `/checkout/v1/orders/${id}/events`, { key });

  test("events of an order are in chronological order, with the deliveries of each", async () => {
    const [{ id: tenantId } = { id: 0 }] = await services.db.select().from(tenant).where(eq(tenant.storeId, "shop"));
    const edited = (total: number) => ({
      order_id: "ord_1",
      platform_order_id: "1001",
      edit_type: "add_items",
      changes: { items_added: [], items_removed: [], quantity_changes: [] },
      amount_changed: 5,
      new_total: total,
    });
    await services.db.insert(webhookEndpoint).values({
      tenantId,
      id: "whk_1",
      url: "https://a.example/hooks",
      events: ["order.edited"],
      state: "enabled",
      secret: Buffer.alloc(0),
    });
    await services.db.transaction(async (tx) => {
      await emit(tx, tenantId, { type: "order.edited", orderId: "ord_1", data: edited(95) });
    });
    await services.db.transaction(async (tx) => {
      await emit(tx, tenantId, { type: "order.edited", orderId: "ord_1", data: edited(100) });
      await emit(tx, tenantId, { type: "order.edited", orderId: "ord_2", data: edited(7) });
    });
    const { data } = (await events("1001")).body;
    expect(data).toMatchObject([
      { type: "order.edited", data: { new_total: 95 }, deliveries: [{ endpoint_id: "whk_1", status: "pending" }] },
      { data: { new_total: 100 } },
    ]);
    expect((await events("ord_3")).body.data).toEqual([]);
    expect((await events("ord_9")).status).toBe(404);
  });
});
