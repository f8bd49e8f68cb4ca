import { afterAll, beforeAll, expect, test } from "vitest";
import { checkout } from "../../contract/checkout/index.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { openShop, type Shop } from "../../testing/shop.ts";
import { createPreview } from "./preview.ts";

let services: TestServices;
let shop: Shop;

beforeAll(async () => {
  services = await openTestServices();
  shop = await openShop(services);
});
afterAll(() => services.close());

const draft = checkout.shop.preview.example;
const { name: _, ...shown } = draft;
const make = async () =>
  (await services.call("POST", "/checkout/v1/shop/previews", { key: shop.key, body: draft })).body;
const open = (token: string, { pub } = shop) =>
  services.call("GET", `/checkout/storefront/v1/offers?cart=p&visitor_id=v&preview=${token}`, { key: pub });

test("a preview shows the draft alone, with its price, and does not count as a call of the shop", async () => {
  const body = { products: [{ id: draft.product_id, title: "Kit", price: 20 }] };
  await services.call("PUT", "/checkout/v1/products", { key: shop.key, body });
  const { token, expires_at } = await make();
  expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(14 * 60_000);
  const unknown = { compare_at_price: null, tax_included: null, image_url: null, url: null };
  const product = { id: draft.product_id, title: "Kit", price: 20, ...unknown };
  const terms = { price: 20, compare_at_price: null, final_price: 17, quantity: { least: 1, most: 1 } };
  expect((await open(token)).body).toEqual({
    currency: "EUR",
    offers: [{ ...shown, id: "preview", trigger_product: null, product, ...terms }],
    experiments: [],
    applied: [],
    cooldown_hours: 0,
    preview: true,
  });
  expect((await shop.read("/shop")).body.offers_asked_at).toBeNull();
});

test("a preview of an offer for a draft shows nothing, and says why", async () => {
  const body = { products: [{ id: draft.product_id, title: "Kit", price: 20, status: "draft" }] };
  await services.call("PUT", "/checkout/v1/products", { key: shop.key, body });
  const { token } = await make();
  expect((await open(token)).body).toMatchObject({ offers: [], preview: true, withheld: "draft" });
});

test("a preview that is changed, foreign or expired is refused with the reason", async () => {
  const { token } = await make();
  const [content, signature] = token.split(".");
  const other = await openShop(services);
  const old = createPreview(
    shop.tenantId,
    { productId: "p", discount: draft.discount, placement: "cart" },
    Date.now() - 16 * 60_000,
  );
  for (const [answer, reason] of [
    [await open(`${content}A.${signature}`), /^This preview was not made for this store/],
    [await open("nonsense"), /^This preview was not made for this store/],
    [await open(token, other), /^This preview was not made for this store/],
    [await open(old.token), /^This preview has expired/],
  ] as const) {
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: "invalid_preview", message: expect.stringMatching(reason) });
  }
});
