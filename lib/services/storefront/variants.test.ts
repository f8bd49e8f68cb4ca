import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { browser } from "../../testing/shop.ts";
import { openStock, type Stock } from "../../testing/tickets.ts";
import { forgetCatalogue } from "./catalogue-cache.ts";

let services: TestServices;
let shop: Stock;

beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  shop = await openStock(services);
});

type Variant = { id: string; price?: number; stock?: number | null };
async function sell(variants: Variant[], price = 10): Promise<void> {
  await shop.manage("PUT", "/products", { products: [{ id: "p", title: "Shirt", price, variants }] });
  forgetCatalogue(services.db, shop.tenantId);
}

async function offered(query = "") {
  const sent = { key: shop.pub, headers: { "user-agent": browser } };
  const { body } = await services.call("GET", `/checkout/storefront/v1/offers?${query}`, sent);
  return body.offers;
}

test("what is sold out is not offered, and what nobody counts is", async () => {
  await sell([
    { id: "s", price: 10, stock: 0 },
    { id: "m", price: 12, stock: -1 },
  ]);
  expect(await offered()).toEqual([]);
  const refused = await shop.accept({ upsell_id: "ups_a" });
  expect(refused).toMatchObject({ status: 409, body: { error: { code: "sold_out", message: "p is sold out." } } });
  await sell([
    { id: "s", price: 10, stock: 0 },
    { id: "m", price: 12, stock: null },
  ]);
  expect(await offered()).toHaveLength(3);
  await sell([{ id: "s", stock: 1 }]);
  expect(await offered()).toHaveLength(3);
  await sell([]);
  expect(await offered()).toHaveLength(3);
});

test("the first variant in stock is offered at its own price, and others can be chosen", async () => {
  await sell([
    { id: "s", price: 10, stock: 0 },
    { id: "m", price: 12, stock: 2 },
    { id: "l", stock: 2 },
  ]);
  const [offer] = await offered();
  expect(offer).toMatchObject({ price: 12, final_price: 10.8, product: { id: "p", price: 12 } });
  const plain = { title: null, image_url: null, compare_at_price: null, quantity: { least: 1, most: 1 } };
  expect(offer.variants).toEqual([
    { ...plain, id: "m", price: 12, final_price: 10.8 },
    { ...plain, id: "l", price: 10, final_price: 9 },
  ]);
  const lineOf = async (more: object) => (await shop.ticket({ upsell_id: "ups_a", ...more })).lines[0];
  expect(await lineOf({})).toMatchObject({ variant_id: "m", list_price: 12, price: 10.8 });
  expect(await lineOf({ variant_id: "l" })).toMatchObject({ variant_id: "l", price: 9 });
  for (const variant_id of ["s", "none"]) {
    const refused = await shop.accept({ upsell_id: "ups_a", variant_id });
    expect(refused.body.error).toMatchObject({ code: "sold_out", message: `${variant_id} is sold out.` });
  }
});

test("a product without a choice has no variants to choose from", async () => {
  await sell([{ id: "m", price: 12, stock: 2 }], 12);
  expect((await offered())[0]).not.toHaveProperty("variants");
  expect((await shop.ticket({ upsell_id: "ups_a" })).lines[0]).toMatchObject({ variant_id: "m" });
});

test("a bundle with a product that is sold out is not offered", async () => {
  await shop.sellsSet(
    [
      { product_id: "p", quantity: 1 },
      { product_id: "q", quantity: 1 },
    ],
    {
      type: "percentage_off",
      value: 10,
    },
  );
  const sets = async () => {
    forgetCatalogue(services.db, shop.tenantId);
    const sent = { key: shop.pub, headers: { "user-agent": browser } };
    return (await services.call("GET", "/checkout/storefront/v1/bundles?product=q", sent)).body.bundles;
  };
  expect(await sets()).toHaveLength(1);
  await sell([{ id: "s", price: 10, stock: 0 }]);
  expect(await sets()).toHaveLength(0);
});
