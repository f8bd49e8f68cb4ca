import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "../../database/schema/checkout.ts";
import { order } from "../../database/schema/checkout-sales.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";

let services: TestServices;
let key: string;

const read = (id: string, caller = key) => services.call("GET", `/checkout/v1/orders/${id}`, { key: caller });

beforeAll(async () => {
  services = await openTestServices();
  ({ key } = await services.key({ store: "shop" }));
  const tenants = await services.db.select().from(tenant);
  const common = { upsellsAccepted: ["ups_1"], bundlesPurchased: ["bun_1"], placedAt: new Date(), day: "2026-05-01" };
  await services.db.insert(order).values(
    tenants
      .filter(({ storeId }) => storeId === "shop")
      .flatMap(({ id: tenantId }) => [
        { ...common, tenantId, id: "ord_1", platformOrderId: "1001", upsellRevenue: 1999, bundleRevenue: 2050 },
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
    service_data: { upsells_accepted: ["ups_1"], bundles_purchased: ["bun_1"], service_revenue: 40.49 },
    currency: "EUR",
  };
  expect((await read("ord_1")).body).toEqual(expected);
  expect((await read("1001")).body).toEqual(expected);
});

test("the variant is there where there was one", async () => {
  expect((await read("ord_2")).body.service_data.experiment_variant).toBe("variant_a");
});

test("a cancelled order brought the service nothing", async () => {
  expect((await read("ord_3")).body.service_data.service_revenue).toBe(0);
});

test("an order that only an edit told of does not exist yet, nor does another store's", async () => {
  expect((await read("ord_4")).status).toBe(404);
  const { key: stranger } = await services.key({ store: "other-shop" });
  expect((await read("ord_1", stranger)).body.error).toEqual({
    code: "not_found",
    message: "Order ord_1 does not exist.",
  });
});
