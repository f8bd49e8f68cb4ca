import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dailyUpsell, order } from "../../database/schema/checkout-sales.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { openShop, type Shop } from "../../testing/shop.ts";
import { computeFor } from "../storefront/compute-recommendations.ts";

let services: TestServices;
let shop: Shop;

beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  shop = await openShop(services);
  const off = { status: "inactive" };
  for (const id of ["ups_a", "ups_b", "ups_c"]) await write("PUT", `/upsells/${id}`, off);
});

async function write(method: string, path: string, body: object): Promise<{ id: string }> {
  const answer = await services.call(method, `/checkout/v1${path}`, { key: shop.key, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}
const read = async () => (await shop.read("/upsell-proposals")).body;
const pairs = async () =>
  (await read()).data.map((one: Record<string, string>) => `${one.trigger_product} → ${one.product_id}`);

async function sell(sold: [count: number, ago: number, ...products: string[]][]): Promise<void> {
  const rows = sold.flatMap(([count, ago, ...products], n) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ tenantId: shop.tenantId, id: `o${n}_${at}`, upsellsAccepted: [], bundlesPurchased: [] },
      ...{ placedAt: new Date(Date.now() - ago * 86_400_000), products: products.sort() },
    })),
  );
  await services.db.insert(order).values(rows);
  await services.db.transaction((tx) => computeFor(tx, shop.tenantId));
}
const shown = (all: [id: string, shown: number, accepted: number][]) =>
  services.db.insert(dailyUpsell).values(
    all.map(([upsellId, count, accepted]) => ({
      ...{ tenantId: shop.tenantId, day: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10), upsellId },
      ...{ shown: count, accepted },
    })),
  );

async function fill(): Promise<void> {
  const products = [
    { id: "boots", title: "Boots", price: 80 },
    { id: "wax", title: "Wax", price: 8 },
    { id: "card", title: "Gift card" },
  ];
  await write("PUT", "/products", { products });
  await sell([
    [6, 1, "boots", "wax"],
    [10, 1, "boots"],
    [4, 60, "boots"],
    [5, 1, "wax", "card"],
    [20, 1, "tea"],
  ]);
}

test("a store without orders has no proposals, and says how many orders were compared", async () => {
  expect(await read()).toEqual({ data: [], orders: 0, computed_at: null, acceptance: null });
  await sell([[4, 1, "boots", "wax"]]);
  expect(await read()).toMatchObject({ data: [], orders: 4, computed_at: expect.any(String) });
});

test("pairs come with what they rest on, and with no revenue while few offers were shown", async () => {
  await fill();
  await shown([["ups_a", 1_000, 100]]);
  const { data, acceptance } = await read();
  expect(acceptance).toBeNull();
  expect(data[0]).toEqual({
    ...{ trigger_product: "wax", product_id: "boots", price: 80 },
    ...{ together: 6, orders: 11, orders_lately: 5, revenue: null },
  });
  expect(data.map(({ product_id }: { product_id: string }) => product_id)).toEqual(["boots", "wax", "wax", "card"]);
});

test("the revenue is a range by what the store's own offers are accepted, and unknown without a price", async () => {
  await fill();
  const own: [string, number, number][] = [0.1, 0.2, 0.3, 0.4, 0.5].map((share, n) => [`ups_${n}`, 200, 200 * share]);
  await shown([...own, ["ups_few", 99, 99]]);
  const { data, acceptance } = await read();
  expect(acceptance).toEqual({ offers: 5, least: 0.2, most: 0.4 });
  const revenueOf = (trigger: string, product: string) =>
    data.find((one: Record<string, string>) => one.trigger_product === trigger && one.product_id === product).revenue;
  // Ten orders of the last days have boots and no wax.
  expect(revenueOf("boots", "wax")).toEqual({ least: 16, most: 32 });
  expect(revenueOf("wax", "boots")).toEqual({ least: 80, most: 160 });
  expect(revenueOf("wax", "card")).toBeNull();
});

test("a pair that an active offer covers is not proposed, nor what is sold out or not for sale", async () => {
  await fill();
  const all = ["wax → boots", "boots → wax", "card → wax", "wax → card"];
  expect(await pairs()).toEqual(all);
  const draft = { name: "N", placement: "cart", discount: { type: "percentage", value: 5 }, product_id: "wax" };
  const { id } = await write("POST", "/upsells", { ...draft, trigger_products: ["boots"], status: "draft" });
  expect(await pairs()).toEqual(all);
  await write("PUT", `/upsells/${id}`, { status: "active" });
  expect(await pairs()).toEqual(["wax → boots", "card → wax", "wax → card"]);
  await write("PUT", `/upsells/${id}`, { trigger_products: [] });
  expect(await pairs()).toEqual(["wax → boots", "wax → card"]);
  await write("PUT", `/upsells/${id}`, { trigger_products: ["wax"], recommendation: { kind: "bought_together" } });
  expect(await pairs()).toEqual(["boots → wax", "card → wax"]);
  await write("PUT", `/upsells/${id}`, { status: "inactive" });
  const variants = [{ id: "v", stock: 0 }];
  await write("PUT", "/products", { products: [{ id: "wax", title: "Wax", price: 8, variants }] });
  expect(await pairs()).toEqual(["wax → boots", "wax → card"]);
  await write("PUT", "/products", { products: [{ id: "boots", title: "Boots", price: 80, status: "archived" }] });
  expect(await pairs()).toEqual(["wax → card"]);
});
