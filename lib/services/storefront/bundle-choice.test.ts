import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inGerman } from "../../testing/in-german.ts";
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

const coffee = [
  { id: "house", title: "House blend", price: 11.9 },
  { id: "espresso", title: "Espresso", price: 13.35 },
  { id: "decaf", title: "Decaf", price: 12.5 },
];
const percent = { type: "percentage_off", value: 12.5 };

beforeEach(async () => {
  shop = await openStock(services);
  await shop.manage("PUT", "/products", { products: coffee });
});

async function sells(type: string, quantities: Record<string, number>, pricing: object = percent): Promise<string> {
  const products = Object.entries(quantities).map(([product_id, quantity]) => ({ product_id, quantity }));
  const { id } = await shop.manage("POST", "/bundles", { name: "Set", type, status: "active", products, pricing });
  forgetCatalogue(services.db, shop.tenantId);
  return id;
}
const chosen = (quantities: Record<string, number>) =>
  Object.entries(quantities).map(([product_id, quantity]) => ({ product_id, quantity }));
async function shown(id: string) {
  const sent = { key: shop.pub, headers: { "user-agent": browser } };
  const { body } = await services.call("GET", "/checkout/storefront/v1/bundles", sent);
  return body.bundles.find((bundle: Event) => bundle.id === id);
}
async function refused(bundle_id: string, products?: unknown) {
  const { status, body } = await shop.accept({ bundle_id, products });
  const [{ field, message, ...said }] = body.error.details.length > 0 ? body.error.details : [{}];
  return [status, field, message ?? body.error.message, field && inGerman({ message, ...said })];
}

test("a shop learns what can be chosen: of a mix as many as its quantities, of a box up to the quantity of each", async () => {
  const mix = await shown(await sells("mix_match", { house: 2, espresso: 1 }));
  expect(mix).toMatchObject({ choice: { least: 3, most: 3 }, price: null, original_price: null });
  expect(mix.products.map(({ product_id, most }: Event) => [product_id, most])).toEqual([
    ["house", 3],
    ["espresso", 3],
  ]);
  const box = await shown(await sells("build_a_box", { house: 2, espresso: 1 }));
  expect(box.choice).toEqual({ least: 1, most: 3 });
  expect(box.products.map(({ product_id, most }: Event) => [product_id, most])).toEqual([
    ["house", 2],
    ["espresso", 1],
  ]);
  expect(await shown(await sells("fixed", { house: 2 }))).not.toHaveProperty("choice");
});

test("what can be chosen says what it cost before, and whether its price contains tax", async () => {
  const house = { id: "house", title: "House blend", price: 11.9, compare_at_price: 13.9, tax_included: true };
  await shop.manage("PUT", "/products", { products: [house] });
  const { products } = await shown(await sells("build_a_box", { house: 2, espresso: 1 }));
  expect(products.map(({ product }: Event) => product)).toMatchObject([
    { price: 11.9, compare_at_price: 13.9, tax_included: true },
    { price: 13.35, compare_at_price: null, tax_included: null },
  ]);
});

test("a ticket has what was chosen, at the price of the catalogue, and its sale counts", async () => {
  const id = await sells("mix_match", { house: 1, espresso: 1, decaf: 1 });
  const made = await shop.ticket({ bundle_id: id, products: chosen({ house: 2, decaf: 1 }), visitor_id: "v1" });
  // 36.30 less 12.5 % is 31.7625.
  expect(made).toMatchObject({ bundle_id: id, list_price: 36.3, price: 31.76 });
  expect(made.lines).toEqual([
    { product_id: "house", quantity: 2, list_price: 23.8, price: 20.82 },
    { product_id: "decaf", quantity: 1, list_price: 12.5, price: 10.94 },
  ]);
  const at = { id: "placed_1", type: "order.placed", occurred_at: new Date().toISOString() };
  const placed = { ...at, order_id: "o1", platform_order_id: "1", total: 40, tickets: [{ id: made.id }] };
  expect((await shop.send([placed])).body.data).toMatchObject([
    { status: "accepted", tickets: [{ status: "redeemed" }] },
  ]);
  const order = (await shop.read("/orders/o1")).body;
  expect(order.service_data).toMatchObject({ service_revenue: 31.76 });
  expect(JSON.stringify(order.service_data.bundles_purchased)).toContain(id);
  const { rows } = await services.db.$client.query(
    "select data from checkout.storefront_event where tenant_id = $1 and type = 'bundle.purchased'",
    [shop.tenantId],
  );
  expect(rows[0].data).toMatchObject({
    bundle_id: id,
    bundle_price: 31.76,
    products: [
      { id: "house", title: "House blend", quantity: 2 },
      { id: "decaf", title: "Decaf", quantity: 1 },
    ],
  });
});

test("a choice that breaks the rule is refused with the reason, in the reader's language", async () => {
  const mix = await sells("mix_match", { house: 2, espresso: 1 });
  const three = "Choose exactly 3 items.";
  const dreiStück = "Wählen Sie genau 3 Artikel aus.";
  expect(await refused(mix)).toEqual([
    ...[400, "products", "Choose what the bundle contains.", "Wählen Sie aus, was das Bundle enthält."],
  ]);
  expect(await refused(mix, chosen({ house: 2 }))).toEqual([400, "products", three, dreiStück]);
  expect(await refused(mix, chosen({ house: 3, espresso: 1 }))).toEqual([400, "products", three, dreiStück]);
  expect((await refused(mix, chosen({ house: 4 }))).slice(0, 3)).toEqual([
    ...[400, "products.0.quantity", "Must be at most 3."],
  ]);
  expect((await refused(mix, chosen({ house: 2, decaf: 1 }))).slice(0, 3)).toEqual([
    ...[400, "products.1.product_id", "The bundle does not offer the product decaf."],
  ]);
  expect((await refused(mix, [...chosen({ house: 1 }), ...chosen({ house: 2 })])).slice(0, 3)).toEqual([
    ...[400, "products.1.product_id", "Enter each product only once."],
  ]);
  expect((await refused(mix, [])).slice(0, 2)).toEqual([400, "products"]);
  expect((await refused(mix, [{ product_id: "house", quantity: 3, price: 0.01 }])).slice(0, 2)).toEqual([
    ...[400, "products.0.price"],
  ]);
  const box = await sells("build_a_box", { house: 2, espresso: 1 });
  expect((await refused(box, chosen({ espresso: 2 }))).slice(0, 3)).toEqual([
    ...[400, "products.0.quantity", "Must be at most 1."],
  ]);
  const fixed = await sells("fixed", { house: 1 });
  expect((await refused(fixed, chosen({ house: 1 }))).slice(0, 3)).toEqual([
    ...[400, "products", "This bundle leaves nothing to choose."],
  ]);
  const offer = await shop.accept({ upsell_id: "ups_a", products: chosen({ house: 1 }) });
  expect([offer.status, offer.body.error.details[0].field]).toEqual([400, "products"]);
});

test("what is sold out or withheld cannot be chosen, and the rest can", async () => {
  const box = await sells("build_a_box", { house: 2, espresso: 1, decaf: 1 });
  const mix = await sells("mix_match", { house: 1, espresso: 1, decaf: 1 });
  const variants = [{ id: "250", price: 11.9, stock: 0 }];
  await shop.manage("PUT", "/products", {
    products: [
      { id: "house", title: "House blend", price: 11.9, variants },
      { id: "decaf", title: "Decaf", price: 12.5, status: "archived" },
    ],
  });
  forgetCatalogue(services.db, shop.tenantId);
  const left = async (id: string) => (await shown(id)).products.map(({ product_id }: Event) => product_id);
  expect([await left(box), await left(mix)]).toEqual([["espresso"], ["espresso"]]);
  const soldOut = await shop.accept({ bundle_id: box, products: chosen({ house: 1 }) });
  expect([soldOut.status, soldOut.body.error.code]).toEqual([409, "sold_out"]);
  const withheld = await shop.accept({ bundle_id: box, products: chosen({ decaf: 1 }) });
  expect([withheld.status, withheld.body.error.code]).toEqual([409, "product_withheld"]);
  expect((await shop.ticket({ bundle_id: mix, products: chosen({ espresso: 3 }) })).list_price).toBe(40.05);
});

test("what a page reports of a mix counts at most as what it names costs, and as nothing if nobody can choose it", async () => {
  const id = await sells("mix_match", { house: 1, espresso: 1 });
  const report = (order_id: string, products: object[]) =>
    shop.claim([
      {
        ...{ id: `b_${order_id}`, type: "bundle.purchased", occurred_at: new Date().toISOString(), bundle_id: id },
        ...{ order_id, platform_order_id: order_id, products, original_price: 500, bundle_price: 500 },
      },
    ]);
  const house = { id: "house", title: "House blend" };
  expect((await report("o1", [{ ...house, quantity: 2 }])).body.data[0].status).toBe("accepted");
  expect((await report("o2", [{ ...house, quantity: 3 }])).body.data[0].status).toBe("accepted");
  const { rows } = await services.db.$client.query(
    "select data from checkout.storefront_event where tenant_id = $1 and type = 'bundle.purchased' order by data ->> 'order_id'",
    [shop.tenantId],
  );
  expect(rows.map(({ data }) => data.bundle_price)).toEqual([20.83, 0]);
});

test("whatever is chosen, the lines of a ticket add up to its price, and it is never below zero", async () => {
  const pricings = [percent, { type: "amount_off", value: 30 }, { type: "fixed_price", value: 20.01 }];
  const boxes = await Promise.all(
    pricings.map((pricing) => sells("build_a_box", { house: 4, espresso: 3, decaf: 5 }, pricing)),
  );
  const quantity = fc.nat({ max: 3 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...boxes), quantity, quantity, quantity, async (bundle_id, ...counts) => {
      fc.pre(counts.some((count) => count > 0));
      const products = coffee.flatMap(({ id }, at) =>
        counts[at] ? [{ product_id: id, quantity: counts[at] as number }] : [],
      );
      const { price, list_price, lines } = await shop.ticket({ bundle_id, products });
      const sum = (of: string) => lines.reduce((all: number, line: Record<string, number>) => all + (line[of] ?? 0), 0);
      expect(sum("price")).toBeCloseTo(price, 6);
      expect(sum("list_price")).toBeCloseTo(list_price, 6);
      expect(price).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 40 },
  );
});
