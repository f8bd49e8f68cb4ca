import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { browser, type Event } from "../../testing/shop.ts";
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
async function offer(quantity: object, variants: Variant[] = [], more: object = {}): Promise<void> {
  await shop.manage("PUT", "/products", { products: [{ id: "p", title: "Cup", price: 3.35, variants, ...more }] });
  await shop.manage("PUT", "/upsells/ups_a", { quantity });
  forgetCatalogue(services.db, shop.tenantId);
}

async function offered(query = "placement=cart") {
  const sent = { key: shop.pub, headers: { "user-agent": browser } };
  const { body } = await services.call("GET", `/checkout/storefront/v1/offers?${query}`, sent);
  return body.offers.find(({ id }: Event) => id === "ups_a");
}
const accept = async (more: object = {}) => {
  const { status, body } = await shop.accept({ upsell_id: "ups_a", ...more });
  return status === 201 ? body : body.error;
};

test("an offer is for one piece unless it says otherwise", async () => {
  await offer({});
  expect(await offered()).toMatchObject({ quantity: { least: 1, most: 1 } });
  expect(await accept({ quantity: 2 })).toMatchObject({
    code: "invalid_request",
    details: [{ field: "quantity", message: "Must be 1, the quantity of the offer." }],
  });
});

test("a fixed number of pieces is charged at as many times the price of one, which is rounded first", async () => {
  await offer({ least: 3 });
  // 3.35 less 10 % are 3.015.
  expect(await offered()).toMatchObject({ price: 3.35, final_price: 3.02, quantity: { least: 3, most: 3 } });
  const ticket = await accept();
  expect(ticket).toMatchObject({ list_price: 10.05, price: 9.06 });
  expect(ticket.lines).toEqual([{ product_id: "p", quantity: 3, list_price: 10.05, price: 9.06 }]);
  expect(await accept({ quantity: 2 })).toMatchObject({
    details: [{ field: "quantity", message: "Must be 3, the quantity of the offer." }],
  });
  await shop.redeem(ticket.id, { order_id: "o1", platform_order_id: "1" });
  const event = { type: "order.placed", occurred_at: new Date().toISOString(), id: "e1", total: 30 };
  const events = [{ ...event, order_id: "o1", platform_order_id: "1" }];
  await services.call("POST", "/checkout/storefront/v1/events", { key: shop.server, body: { events } });
  expect((await shop.read("/orders/o1")).body.service_data).toMatchObject({ service_revenue: 9.06 });
});

test("a fixed amount is taken off each piece", async () => {
  await shop.manage("PUT", "/upsells/ups_a", { discount: { type: "fixed_amount", value: 1 } });
  await offer({ least: 2 });
  expect(await accept()).toMatchObject({ list_price: 6.7, price: 4.7 });
});

test("a shopper takes as many pieces as the offer allows, and the ticket is for those", async () => {
  await offer({ least: 2, most: 4 });
  expect(await offered()).toMatchObject({ quantity: { least: 2, most: 4 } });
  expect((await accept()).lines).toMatchObject([{ quantity: 2 }]);
  expect(await accept({ quantity: 4 })).toMatchObject({ price: 12.08, lines: [{ quantity: 4, price: 12.08 }] });
  for (const quantity of [1, 5]) {
    expect(await accept({ quantity })).toMatchObject({
      code: "invalid_request",
      details: [{ field: "quantity", message: "The offer is for 2 to 4 pieces." }],
    });
  }
  for (const quantity of [0, 1.5, "2"])
    expect((await accept({ quantity })).details).toMatchObject([{ field: "quantity" }]);
});

test("nobody takes more pieces than are in stock, and an offer of more is not shown", async () => {
  const variants = [
    { id: "s", price: 3, stock: 1 },
    { id: "m", price: 4, stock: 3 },
    { id: "l", price: 5, stock: null },
  ];
  await offer({ least: 2, most: 5 }, variants);
  const shown = await offered();
  expect(shown).toMatchObject({ price: 4, quantity: { least: 2, most: 3 }, product: { price: 4 } });
  expect(shown.variants).toMatchObject([
    { id: "m", quantity: { least: 2, most: 3 } },
    { id: "l", quantity: { least: 2, most: 5 } },
  ]);
  expect(await accept({ variant_id: "m", quantity: 4 })).toMatchObject({
    code: "stock_too_low",
    message: "The stock of m is only 3.",
  });
  expect(await accept({ variant_id: "s" })).toMatchObject({ code: "stock_too_low" });
  // Without a variant, the first of which there are enough.
  expect((await accept({ quantity: 4 })).lines).toMatchObject([{ variant_id: "l", list_price: 20 }]);
  await offer({ least: 2 }, [{ id: "s", stock: 1 }]);
  expect(await offered()).toBeUndefined();
  expect(await accept()).toMatchObject({ code: "stock_too_low", message: "The stock of p is only 1." });
  await offer({ least: 2 }, [{ id: "s", stock: 0 }]);
  expect(await accept()).toMatchObject({ code: "sold_out" });
});

test("a variant of an experiment that shows another product shows it if there are enough pieces of it", async () => {
  await offer({ least: 2 });
  const changes = { offers: [{ upsell_id: "ups_a", product_id: "q" }] };
  const variants = [{ name: "control" }, { name: "b", weight: 10_000, changes }];
  const { id } = await shop.manage("POST", "/experiments", { name: "Other", variants, plan: {} });
  await shop.manage("PATCH", `/experiments/${id}`, { status: "running" });
  const sell = async (stock: number) => {
    const product = { id: "q", title: "Other", price: 7.5, variants: [{ id: "q1", stock }] };
    await shop.manage("PUT", "/products", { products: [product] });
    forgetCatalogue(services.db, shop.tenantId);
  };
  await sell(2);
  expect(await offered("visitor_id=v1")).toMatchObject({ product_id: "q", quantity: { least: 2, most: 2 } });
  await sell(1);
  expect(await offered("visitor_id=v1")).toBeUndefined();
});

test("a preview shows the quantity of the draft", async () => {
  const draft = { name: "X", product_id: "p", discount: { type: "percentage", value: 10 }, placement: "cart" };
  const { token } = await shop.manage("POST", "/shop/previews", { ...draft, quantity: { least: 2, most: 3 } });
  const sent = { key: shop.pub, headers: { "user-agent": browser } };
  const { body } = await services.call("GET", `/checkout/storefront/v1/offers?preview=${token}`, sent);
  expect(body.offers).toMatchObject([{ quantity: { least: 2, most: 3 } }]);
});

test("what a page claims counts for as many pieces as the offer allows at most", async () => {
  await offer({ most: 2 });
  await shop.manage("PATCH", "/settings", { orders: { count_unconfirmed: false } });
  const sale = {
    ...{ id: "e1", type: "offer.accepted", occurred_at: new Date().toISOString(), upsell_id: "ups_a" },
    ...{ order_id: "o1", platform_order_id: "1", customer_id: "c1", final_price: 500 },
    product: { id: "p", title: "Cup", variant_id: "p", price: 500 },
    discount: { type: "percentage", value: 10, amount: 500 },
  };
  const sent = { key: shop.pub, body: { events: [sale] }, headers: { "user-agent": browser } };
  await services.call("POST", "/checkout/storefront/v1/events", sent);
  const { rows } = await services.db.$client.query(
    "select data ->> 'final_price' as price from checkout.storefront_event where tenant_id = $1",
    [shop.tenantId],
  );
  expect(rows).toEqual([{ price: "6.04" }]);
});

test("a bundle has no quantity of its own", async () => {
  const bundle_id = await shop.sellsSet([{ product_id: "q", quantity: 2 }], { type: "percentage_off", value: 20 });
  const { status, body } = await shop.accept({ bundle_id, quantity: 2 });
  expect([status, body.error.details]).toMatchObject([
    400,
    [{ field: "quantity", message: "Only an offer has a quantity." }],
  ]);
});

test("shoppers are told what a product cost before, and whether its price contains tax", async () => {
  const variants = [
    { id: "s", price: 3, stock: 0, compare_at_price: 9 },
    { id: "m", price: 4, compare_at_price: 5 },
    { id: "l" },
    { id: "xl", price: 6 },
  ];
  await offer({}, variants, { compare_at_price: 3.5, tax_included: true });
  const shown = await offered();
  // The discount counts from 4, not from 5.
  expect(shown).toMatchObject({ price: 4, compare_at_price: 5, final_price: 3.6 });
  expect(shown.product).toMatchObject({ compare_at_price: 5, tax_included: true });
  expect(shown.variants).toMatchObject([
    { id: "m", compare_at_price: 5 },
    { id: "l", price: 3.35, compare_at_price: 3.5 },
    { id: "xl", compare_at_price: null },
  ]);
  await offer({}, [], { tax_included: false });
  expect(await offered()).toMatchObject({ compare_at_price: null, product: { tax_included: false } });
  await offer({});
  expect((await offered()).product).toMatchObject({ compare_at_price: null, tax_included: null });
});
