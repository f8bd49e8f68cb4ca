import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { order } from "../../database/schema/checkout-sales.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { browser, type Event, make, openShop, type Shop } from "../../testing/shop.ts";
import { forgetCatalogue } from "./catalogue-cache.ts";
import { computeFor, computeRecommendations } from "./compute-recommendations.ts";

let services: TestServices;
let shop: Shop;

beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  shop = await openShop(services);
});

const dayMs = 86_400_000;
type Sold = { products: string[]; ago?: number; quantity?: number; cancelled?: boolean; counted?: boolean };

/** Orders as ingesting them leaves them. */
async function sell(sold: readonly Sold[]): Promise<void> {
  if (sold.length === 0) return;
  await services.db.insert(order).values(
    sold.map(({ products, ago = 1, quantity = 1, ...more }, n) => ({
      ...{ tenantId: shop.tenantId, id: `o${n}`, upsellsAccepted: [], bundlesPurchased: [] },
      ...{ placedAt: new Date(Date.now() - ago * dayMs), products: [...products].sort() },
      lines: products.map((product_id) => ({ product_id, name: null, quantity, price: null })),
      ...more,
    })),
  );
}

const query = async (text: string) => (await services.db.$client.query(text, [shop.tenantId])).rows;
const times = (count: number, one: Sold): Sold[] => Array.from({ length: count }, () => one);

async function call(method: string, path: string, body: object) {
  const answer = await services.call(method, `/checkout/v1${path}`, { key: shop.key, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  forgetCatalogue(services.db, shop.tenantId);
}
const put = (products: object[]) => call("PUT", "/products", { products });
const set = (fields: object, id = "ups_a") => call("PUT", `/upsells/${id}`, fields);
async function compute(): Promise<void> {
  await services.db.transaction((tx) => computeFor(tx, shop.tenantId));
  forgetCatalogue(services.db, shop.tenantId);
}

async function offered(cart: string[], more: Record<string, string> = {}): Promise<Event | undefined> {
  const asked = new URLSearchParams({ cart: cart.join(), ...more });
  const { body } = await services.call("GET", `/checkout/storefront/v1/offers?${asked}`, {
    key: shop.pub,
    headers: { "user-agent": browser },
  });
  return body.offers.find(({ id }: Event) => id === "ups_a");
}
const product = async (cart: string[], more?: Record<string, string>) => (await offered(cart, more))?.product_id;
const accept = (body: object) =>
  services.call("POST", "/checkout/storefront/v1/tickets", {
    key: shop.pub,
    body: { upsell_id: "ups_a", ...body },
    headers: { "user-agent": browser },
  });

/** As the words of the screens say it. */
function naively(all: readonly Sold[]) {
  const valid = all.filter(
    ({ products, cancelled, counted, ago = 1 }) => products.length > 0 && !cancelled && counted && ago < 180,
  );
  const having = (...ids: string[]) => valid.filter(({ products }) => ids.every((id) => products.includes(id)));
  const ids = [...new Set(valid.flatMap(({ products }) => products))].sort();
  const lately = (orders: Sold[]) => orders.filter(({ ago = 1 }) => ago < 30).length;
  const pairs = ids.flatMap((product_id) => {
    const orders = having(product_id);
    const partners = ids.flatMap((partner_id) => {
      const [both, its] = [having(product_id, partner_id), having(partner_id)];
      const lift = (both.length * valid.length) / (orders.length * its.length);
      if (partner_id === product_id || both.length < 5 || !(lift > 1)) return [];
      const facts = { together: both.length, orders: orders.length, lately: lately(orders) - lately(both) };
      return [{ product_id, partner_id, ...facts, lift }];
    });
    return partners.sort((a, b) => b.lift - a.lift || b.together - a.together).slice(0, 10);
  });
  const units = ids.flatMap((product_id) => {
    const sold = having(product_id).filter(({ ago = 1 }) => ago < 90);
    const count = sold.reduce((sum, { quantity = 1 }) => sum + quantity, 0);
    return count === 0 ? [] : categoriesOf(product_id).map((category) => ({ category, product_id, units: count }));
  });
  return { pairs, units };
}

const kinds = ["a", "b", "c", "d", "e", "f"];
const categoriesOf = (id: string): string[] => ({ a: ["Tea"], b: ["Tea", "Gifts"], c: ["Gifts"] })[id] ?? [];

test("what is computed of random stores is what counting by hand finds", async () => {
  const sold = fc.record({
    products: fc.subarray(kinds, { maxLength: 4 }),
    ago: fc.constantFrom(1, 20, 40, 100, 200),
    quantity: fc.integer({ min: 1, max: 3 }),
    cancelled: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    counted: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  });
  await put(kinds.map((id) => ({ id, title: id, categories: categoriesOf(id) })));
  let found = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(sold, { minLength: 30, maxLength: 120 }), async (all) => {
      await query("delete from checkout.order where tenant_id = $1");
      await sell(all);
      await compute();
      const { pairs, units } = naively(all);
      const key = ({ product_id, partner_id }: Event) => `${product_id} ${partner_id}`;
      const inOrder = (rows: Event[]) => rows.sort((a, b) => (key(a) < key(b) ? -1 : 1));
      const columns = "product_id, partner_id, together, orders, lately, lift";
      expect(inOrder(await query(`select ${columns} from checkout.bought_together where tenant_id = $1`))).toEqual(
        inOrder(pairs),
      );
      const sellers = await query(
        "select category, product_id, units from checkout.best_seller where tenant_id = $1 order by product_id, category",
      );
      expect(sellers).toEqual(
        units.sort((a, b) => (`${a.product_id} ${a.category}` < `${b.product_id} ${b.category}` ? -1 : 1)),
      );
      found += pairs.length;
    }),
    { numRuns: 25 },
  );
  expect(found).toBeGreaterThan(25);
}, 120_000);

test("a store of thousands of products that are bought in pairs is computed in seconds, not in hours", async () => {
  // Of orders of up to four products each, a third of those with the one that belongs to it.
  await query(`insert into checkout.order (tenant_id, id, placed_at, upsells_accepted, bundles_purchased, products)
    select $1, 'o' || n, now() - n % 179 * interval '1 day', '{}', '{}', array(
      select distinct 'p' || one from (
        select floor(power(random(), 2) * 5000)::int as base, random() as luck from generate_series(1, 1 + n % 4)) drawn,
      lateral unnest(case when luck < 0.33 then array[base, base + 1] else array[base] end) as one)
    from generate_series(1, 50000) n`);
  await services.db.$client.query("vacuum analyze checkout.order");
  await compute();
  const [{ rows } = { rows: 0 }] = await query(
    "select count(*)::int as rows from checkout.bought_together where tenant_id = $1",
  );
  expect(rows).toBeGreaterThan(2_000);
}, 60_000);

test("every store is computed once, and again when it is due", async () => {
  await sell([...times(6, { products: ["boots", "wax"] }), ...times(6, { products: ["mug"] })]);
  await computeRecommendations(services.db);
  const run = async () =>
    (
      await query(
        "select orders, computed_at, due_at > now() as waits from checkout.recommendation_run where tenant_id = $1",
      )
    )[0];
  const first = await run();
  expect(first).toMatchObject({ orders: 12, waits: true });
  await computeRecommendations(services.db);
  expect(await run()).toEqual(first);
  await query("update checkout.recommendation_run set due_at = now() where tenant_id = $1");
  await computeRecommendations(services.db);
  expect((await run()).computed_at.getTime()).toBeGreaterThan(first.computed_at.getTime());
});

describe("an offer of what is bought together", () => {
  beforeEach(async () => {
    await put([
      { id: "p", title: "Gift card", price: 10 },
      { id: "boots", title: "Boots", price: 80 },
      { id: "wax", title: "Wax", price: 8 },
      { id: "laces", title: "Laces", price: 5 },
      { id: "mug", title: "Mug", price: 12 },
    ]);
    await sell([
      ...times(8, { products: ["boots", "wax"] }),
      ...times(6, { products: ["boots", "laces"] }),
      ...times(4, { products: ["boots", "mug"] }),
      ...times(2, { products: ["boots"] }),
      ...times(4, { products: ["laces"] }),
      ...times(10, { products: ["mug"] }),
    ]);
    await compute();
    await set({ recommendation: { kind: "bought_together" }, discount: { type: "percentage", value: 50 } });
  });

  test("has the product with the highest lift for the cart, at its own price", async () => {
    expect(await offered(["boots"])).toMatchObject({
      product_id: "wax",
      product: { id: "wax", title: "Wax" },
      price: 8,
      final_price: 4,
    });
    expect(await product(["wax"])).toBe("boots");
  });

  test("leaves out what is in the cart, sold out, withheld, without a price, excluded or bought before", async () => {
    expect(await product(["boots", "wax"])).toBe("laces");
    expect(await product(["boots", "wax", "laces"])).toBe("p");
    await put([{ id: "wax", title: "Wax", price: 8, variants: [{ id: "w1", stock: 0 }] }]);
    expect(await product(["boots"])).toBe("laces");
    await put([{ id: "wax", title: "Wax", price: 8, status: "draft" }]);
    expect(await product(["boots"])).toBe("laces");
    await put([{ id: "wax", title: "Wax" }]);
    expect(await product(["boots"])).toBe("laces");
    await put([{ id: "wax", title: "Wax", price: 8 }]);
    await set({ recommendation: { kind: "bought_together", exclude: ["wax"] } });
    expect(await product(["boots"])).toBe("laces");
    await set({ recommendation: { kind: "bought_together" } });
    const lines = { line_items: [{ product_id: "wax", quantity: 1 }] };
    await shop.send([make.placed("e1", "own", 8, { visitor_id: "fan", ...lines })]);
    expect(await product(["boots"], { visitor_id: "fan" })).toBe("laces");
    expect(await product(["boots"], { visitor_id: "fan", order: "own" })).toBe("wax");
    expect(await product(["boots"], { visitor_id: "other" })).toBe("wax");
  });

  test("has a product of which there are as many pieces as it is for, with what that one cost before", async () => {
    await set({ quantity: { least: 2, most: 4 } });
    const wax = { id: "wax", title: "Wax", price: 8, compare_at_price: 10, tax_included: true };
    await put([{ ...wax, variants: [{ id: "w1", stock: 3 }] }]);
    expect(await offered(["boots"])).toMatchObject({
      ...{ product_id: "wax", price: 8, compare_at_price: 10, final_price: 4, quantity: { least: 2, most: 3 } },
      product: { tax_included: true },
    });
    const asked = { cart: ["boots"], product_id: "wax" };
    expect((await accept({ ...asked, quantity: 3 })).body.lines).toEqual([
      { product_id: "wax", variant_id: "w1", quantity: 3, list_price: 24, price: 12 },
    ]);
    const { status, body } = await accept({ ...asked, quantity: 5 });
    expect([status, body.error.details]).toMatchObject([400, [{ field: "quantity" }]]);
    await put([{ ...wax, variants: [{ id: "w1", stock: 1 }] }]);
    expect(await product(["boots"])).toBe("laces");
  });

  test("has its own product where nothing can be recommended, unless the visitor has bought it", async () => {
    expect(await product(["mug"])).toBe("p");
    expect(await product([])).toBe("p");
    expect(await product(["p"])).toBeUndefined();
    const lines = { line_items: [{ product_id: "p", quantity: 1 }] };
    await shop.send([make.placed("e1", "own", 8, { visitor_id: "fan", ...lines })]);
    expect(await product(["mug"], { visitor_id: "fan" })).toBeUndefined();
  });

  test("is sold as the product that was shown, and as no other", async () => {
    const { status, body } = await accept({ cart: ["boots"], product_id: "wax" });
    expect([status, body.lines]).toEqual([201, [{ product_id: "wax", quantity: 1, list_price: 8, price: 4 }]]);
    expect((await accept({ cart: ["boots"] })).body.lines).toMatchObject([{ product_id: "wax" }]);
    // The page showed it before a better one was computed.
    expect((await accept({ cart: ["boots"], product_id: "laces" })).body).toMatchObject({ price: 2.5 });
    expect((await accept({ cart: ["mug"], product_id: "p" })).body.lines).toMatchObject([
      { product_id: "p", price: 5 },
    ]);
    for (const [cart, product_id] of [
      [["boots"], "mug"],
      [["boots", "wax"], "wax"],
      [["mug"], "wax"],
      [[], "boots"],
    ]) {
      const refused = await accept({ cart, product_id });
      expect(refused.status, JSON.stringify([cart, product_id])).toBe(409);
      expect(refused.body.error).toMatchObject({
        code: "not_offered",
        message: `The offer ups_a does not offer the product ${product_id} to this cart.`,
      });
    }
    expect((await accept({ upsell_id: "ups_b", cart: [], product_id: "wax" })).status).toBe(409);
    expect((await accept({ upsell_id: "ups_b", cart: [], product_id: "p" })).status).toBe(201);
  });

  test("is explained by the orders that it rests on", async () => {
    const explain = async (cart: string) => {
      const { body } = await shop.read(`/shop/explanation?upsell_id=ups_a&cart=${cart}`);
      return body.offers.find(({ id }: Event) => id === "ups_a");
    };
    expect(await explain("boots")).toMatchObject({
      stopped_by: null,
      product_id: "wax",
      recommended: { kind: "bought_together", with: "boots", together: 8, orders: 20 },
    });
    expect(await explain("mug")).toMatchObject({ stopped_by: null, product_id: "p", recommended: null });
    expect(await explain("p")).toMatchObject({ stopped_by: "in_cart", product_id: null, recommended: null });
  });

  test("follows a new computation, a product that changes, and an offer that changes", async () => {
    const elsewhere = services.another();
    const there = async () => {
      const { body } = await elsewhere("GET", "/checkout/storefront/v1/offers?cart=boots", { key: shop.pub });
      return body.offers.find(({ id }: Event) => id === "ups_a");
    };
    expect((await there()).product_id).toBe("wax");
    await put([{ id: "wax", title: "Wax", price: 9 }]);
    await expect.poll(async () => (await there()).price, { timeout: 10_000 }).toBe(9);
    await query("delete from checkout.order where tenant_id = $1");
    await sell([...times(5, { products: ["boots", "mug"] }), ...times(5, { products: ["wax"] })]);
    await compute();
    await expect.poll(async () => (await there()).product_id, { timeout: 10_000 }).toBe("mug");
    await set({ recommendation: {} });
    await expect.poll(async () => (await there()).product_id, { timeout: 10_000 }).toBe("p");
  });
});

test("an offer of a category's best seller has the first that the shopper does not have", async () => {
  await put([
    { id: "p", title: "Gift card", price: 10 },
    { id: "green", title: "Green tea", price: 6, categories: ["Tea"] },
    { id: "black", title: "Black tea", price: 5, categories: ["Tea", "Classics"] },
    { id: "mug", title: "Mug", price: 12, categories: ["Kitchen"] },
  ]);
  await sell([
    ...times(3, { products: ["black"], quantity: 2 }),
    ...times(5, { products: ["green"] }),
    ...times(9, { products: ["mug"] }),
    ...times(9, { products: ["green"], ago: 100 }),
  ]);
  await compute();
  await set({ recommendation: { kind: "best_seller", category: "Tea" } });
  expect(await product([])).toBe("black");
  expect(await product(["black"])).toBe("green");
  expect(await product(["black", "green"])).toBe("p");
  const { body } = await shop.read("/shop/explanation?upsell_id=ups_a");
  expect(body.offers[0].recommended).toEqual({ kind: "best_seller", category: "Tea", units: 6 });
  await set({ recommendation: { kind: "best_seller", category: "Coffee" } });
  expect(await product([])).toBe("p");
});

test.each([
  ["recommendation.kind", { kind: "magic" }, "Must be one of bought_together, best_seller."],
  ["recommendation.category", { kind: "best_seller" }, "Enter the category whose best seller is offered."],
  [
    "recommendation.category",
    { kind: "bought_together", category: "Tea" },
    "Only the best seller of a category needs one.",
  ],
  ["recommendation.category", { kind: "best_seller", category: "x".repeat(61) }, "Must be at most 60 characters."],
  ["recommendation.exclude.0", { kind: "bought_together", exclude: [""] }, "Must not be empty."],
  [
    "recommendation.exclude",
    { kind: "bought_together", exclude: Array.from({ length: 101 }, (_, n) => `p${n}`) },
    "Add at most 100 products.",
  ],
  ["recommendation.kind", { exclude: ["p"] }, "This field is required."],
  ["recommendation.lift", { kind: "bought_together", lift: 2 }, "This is not a known field."],
])("%s is refused with a reason", async (field, recommendation, message) => {
  const { status, body } = await services.call("PUT", "/checkout/v1/upsells/ups_a", {
    key: shop.key,
    body: { recommendation },
  });
  expect(status).toBe(400);
  expect(body.error.details).toEqual([expect.objectContaining({ field, message })]);
});
