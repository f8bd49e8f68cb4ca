import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { until } from "../../testing/delivery/delivery.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { openShop, type Shop } from "../../testing/shop.ts";

let services: TestServices;
let shop: Shop;

beforeAll(async () => {
  services = await openTestServices();
  shop = await openShop(services);
});
afterAll(() => services.close());

const ask = async (call = services.call) =>
  (await call("GET", "/checkout/storefront/v1/offers", { key: shop.pub })).body.offers;
const discount = (value: number, call = services.call) =>
  call("PUT", "/checkout/v1/upsells/ups_a", { key: shop.key, body: { discount: { type: "percentage", value } } });
const discountOf = async (call = services.call) => (await ask(call))[0].discount.value;

test("offers that were created at the same moment have a fixed order", async () => {
  expect((await ask()).map(({ id }: { id: string }) => id)).toEqual(["ups_a", "ups_b", "ups_c"]);
});

test("a change is shown at once by the process that made it, and soon by every other", async () => {
  const elsewhere = services.another();
  await discount(20);
  expect(await discountOf(elsewhere)).toBe(20);
  await discount(30);
  expect(await discountOf()).toBe(30);
  await until(async () => (await discountOf(elsewhere)) === 30);
  await services.call("DELETE", "/checkout/v1/upsells/ups_c", { key: shop.key });
  await until(async () => (await ask(elsewhere)).length === 2);
});

test("another process sees each kind of change in a catalogue that it knows", { tags: "long" }, async () => {
  const elsewhere = services.another();
  const own = await openShop(services);
  const query = { key: own.pub };
  const shown = async () => (await elsewhere("GET", "/checkout/storefront/v1/offers", query)).body.offers;
  const calls = async (method: string, to: string, body: object) => {
    const { status } = await services.call(method, `/checkout/v1${to}`, { key: own.key, body });
    expect(status).toBeLessThan(300);
  };
  const sees = (ids: string[]) =>
    until(async () => `${(await shown()).map(({ id }: { id: string }) => id)}` === `${ids}`);
  await sees(["ups_a", "ups_b", "ups_c"]);
  await calls("PUT", "/upsells/ups_a", { status: "inactive" });
  await sees(["ups_b", "ups_c"]);
  const [{ product_id: id }] = await shown();
  await calls("PUT", "/products", { products: [{ id, title: "Kit", price: 12 }] });
  await until(async () => (await shown())[0].price === 12);
  await calls("PUT", "/upsells/ups_a", { status: "active" });
  await calls("DELETE", "/upsells/ups_b", {});
  await sees(["ups_a", "ups_c"]);
  const added = { name: "New", product_id: "p", trigger_products: [], placement: "cart", status: "active" };
  const made = { ...added, discount: { type: "percentage", value: 5 } };
  const { body } = await services.call("POST", "/checkout/v1/upsells", { key: own.key, body: made });
  await sees([body.id, "ups_a", "ups_c"]);
  await calls("PATCH", "/settings", { upsells: { max_offers_per_checkout: 1 } });
  await sees([body.id]);
});

test("another process sees a bundle that changes and one that is archived", { tags: "long" }, async () => {
  const elsewhere = services.another();
  const own = await openShop(services);
  const path = "/checkout/storefront/v1/bundles";
  const shown = async () =>
    (await elsewhere("GET", path, { key: own.pub })).body.bundles.map(({ name }: { name: string }) => name);
  expect(await shown()).toEqual(["Bundle a", "Bundle b"]);
  await services.call("PUT", "/checkout/v1/bundles/bun_a", { key: own.key, body: { name: "Box" } });
  await until(async () => `${await shown()}` === "Box,Bundle b");
  await services.call("PUT", "/checkout/v1/bundles/bun_b", { key: own.key, body: { status: "archived" } });
  await until(async () => `${await shown()}` === "Box");
});

test("a request for offers takes one statement, that of its key", async () => {
  await ask();
  const query = vi.spyOn(services.db.$client, "query");
  try {
    for (let n = 0; n < 3; n++) await ask();
    const texts = query.mock.calls.map(([sent]) => (sent as unknown as { text: string }).text);
    expect(texts.filter((text) => !/key_use|set last_used_at|shop_contact/.test(text))).toHaveLength(3);
  } finally {
    query.mockRestore();
  }
});
