import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundle, product, upsell } from "../../database/schema/checkout.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { make, openShop, type Shop } from "../../testing/shop.ts";

let services: TestServices;
let shop: Shop;

/** In Berlin, the last order of June 11 is placed on June 12. */
const placedAt: Record<string, string> = {
  o1: "2025-06-10T10:00:00Z",
  o2: "2025-06-11T10:00:00Z",
  o3: "2025-06-11T22:30:00Z",
  o4: "2025-06-13T10:00:00Z",
  o5: "2025-06-14T10:00:00Z",
};
const placed = (order: string, total: number, more: object = {}) =>
  make.placed(`placed ${order}`, order, total, { occurred_at: placedAt[order], ...more });
const mug = { product_id: "mug", name: "Stoneware mug", quantity: 2, unit_price: 14.9 };

beforeAll(async () => {
  services = await openTestServices();
  shop = await openShop(services);
  const { db } = services;
  const { tenantId } = shop;
  await db.insert(product).values([
    { tenantId, id: "mug", title: "Stoneware mug", source: "api" },
    { tenantId, id: "p", title: "Paper filters, 100", source: "api" },
    { tenantId, id: "jug", title: "Milk jug", source: "api" },
  ]);
  await db
    .update(bundle)
    .set({ products: [{ product_id: "jug", quantity: 1 }] })
    .where(eq(bundle.tenantId, tenantId));
  const { status, body } = await shop.send([
    placed("o1", 80, { customer_id: "cus_1", line_items: [mug] }),
    make.accepted("a1", "o1", 10, { occurred_at: placedAt.o1 }),
    placed("o2", 30, { customer_id: "cus_2", experiment_variant: "variant_b" }),
    make.bundle("b2", "o2", 25, 20),
    placed("o3", 200),
    make.accepted("a3", "o3", 50, { upsell_id: "ups_b", customer_id: "cus_3" }),
    make.cancelled("c3", "o3"),
    placed("o4", 60, { customer_id: "cus_1" }),
    make.refunded("r4", "o4", 5),
    make.edited("e4", "o4", 90),
  ]);
  expect([status, body.rejected]).toEqual([200, 0]);
  expect((await shop.claim([placed("o5", 10)])).body.accepted).toBe(1);
});
afterAll(() => services.close());

const answer = (query: Record<string, string>, one = shop) => one.read(`/orders?${new URLSearchParams(query)}`);
async function found(query: Record<string, string>): Promise<string[]> {
  const { status, body } = await answer(query);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.pagination.total).toBe(body.data.length);
  return body.data.map(({ order_id }: { order_id: string }) => order_id);
}

describe("orders are found by", () => {
  test.each([
    ["their ID", "o2", ["o2"]],
    ["the number of the shop's platform", "#o4", ["o4"]],
    ["the customer's ID", "cus_1", ["o4", "o1"]],
    ["the ID of a product that was bought", "mug", ["o1"]],
    ["a part of the title of a product that was bought", "stoneware", ["o1"]],
    ["the ID of a product that an accepted offer sold", "p", ["o3", "o1"]],
    ["a part of the title of a product that an accepted offer sold", "FILTERS", ["o3", "o1"]],
    ["a part of the title of a product in a bundle", "milk", ["o2"]],
    ["nothing but a complete ID", "cus", []],
    ["no character that stands for others", "%", []],
  ])("%s", async (_, search, expected) => {
    expect(await found({ search })).toEqual(expected);
  });

  test("no ID of another store", async () => {
    const other = await openShop(services);
    for (const search of ["o1", "cus_1", "mug", "stoneware"])
      expect((await answer({ search }, other)).body.pagination.total, search).toBe(0);
  });
});

test.each([
  ["the first day", { start_date: "2025-06-12" }, ["o5", "o4", "o3"]],
  ["the last day, which counts as a whole in the store's time zone", { end_date: "2025-06-11" }, ["o2", "o1"]],
  ["both", { start_date: "2025-06-11", end_date: "2025-06-12" }, ["o3", "o2"]],
  ["an accepted offer", { upsell_id: "ups_a" }, ["o1"]],
  ["a bundle", { bundle_id: "bun_a" }, ["o2"]],
  ["a variant", { variant: "variant_b" }, ["o2"]],
  ["placed, and neither cancelled nor refunded", { status: "placed" }, ["o5", "o2", "o1"]],
  ["refunded", { status: "refunded" }, ["o4"]],
  ["cancelled", { status: "cancelled" }, ["o3"]],
  ["reported by a page only", { confirmed: "false" }, ["o5"]],
  ["confirmed", { confirmed: "true" }, ["o4", "o3", "o2", "o1"]],
  ["several filters and a search", { status: "placed", confirmed: "true", search: "cus_1" }, ["o1"]],
])("orders can be narrowed to those of %s", async (_, query, expected) => {
  expect(await found(query as Record<string, string>)).toEqual(expected);
});

test.each([
  [{ sort: "placed_at" }, ["o5", "o4", "o3", "o2", "o1"]],
  [{ sort: "placed_at", order: "asc" }, ["o1", "o2", "o3", "o4", "o5"]],
  // With edits, and before refunds.
  [{ sort: "total", order: "desc" }, ["o3", "o4", "o1", "o2", "o5"]],
  [{ sort: "total" }, ["o5", "o2", "o1", "o4", "o3"]],
  // A cancelled order has no revenue from offers. Of equal ones, the ID decides.
  [{ sort: "service_revenue", order: "desc" }, ["o2", "o1", "o5", "o4", "o3"]],
])("orders can be sorted: %o", async (query, expected) => {
  expect(await found(query as Record<string, string>)).toEqual(expected);
});

test.each([
  [{ status: "lost" }, "status"],
  [{ sort: "name" }, "sort"],
  [{ start_date: "yesterday" }, "start_date"],
  [{ start_date: "2025-06-12", end_date: "2025-06-11" }, "end_date"],
  [{ confirmed: "perhaps" }, "confirmed"],
  [{ upsell_id: "a/b" }, "upsell_id"],
])("a wrong word is refused and named: %o", async (query, field) => {
  const { status, body } = await answer(query as Record<string, string>);
  expect([status, body.error.details.map((detail: { field: string }) => detail.field)]).toEqual([400, [field]]);
});

test("a list names the customer, the accepted offers and the bundles; one that was deleted is named by its ID", async () => {
  const { data } = (await answer({})).body;
  const of = (id: string) => data.find(({ order_id }: { order_id: string }) => order_id === id);
  expect(of("o1")).toMatchObject({ customer_id: "cus_1", upsell_names: ["Offer a"], bundle_names: [] });
  expect(of("o1")).not.toHaveProperty("line_items");
  expect(of("o2")).toMatchObject({
    bundle_names: ["Bundle a"],
    service_data: { experiment_variant: "variant_b" },
  });
  expect(of("o5")).toMatchObject({ customer_id: null, confirmed: false, counted: false });
  const other = await openShop(services);
  await other.send([make.placed("p", "o", 9), make.accepted("a", "o", 1)]);
  await services.db.delete(upsell).where(eq(upsell.tenantId, other.tenantId));
  expect((await other.read("/orders/o")).body).toMatchObject({
    service_data: { upsells_accepted: ["ups_a"] },
    upsell_names: ["ups_a"],
  });
});

describe("the lines of an order", () => {
  const lines = async (id: string) => (await shop.read(`/orders/${id}`)).body.line_items;
  const later = "2025-06-20T10:00:00Z";

  test("an order has the lines that were reported when it was placed", async () => {
    expect(await lines("o1")).toEqual([mug]);
    expect(await lines("o2")).toEqual([]);
  });

  test("of several lists of lines the latest counts, whenever it arrives, and a price may be unknown", async () => {
    const line = { product_id: "jug", quantity: 1 };
    await shop.send([
      make.edited("e7", "o7", 5, { occurred_at: later, line_items: [line] }),
      placed("o7", 20, { occurred_at: placedAt.o1, line_items: [mug] }),
    ]);
    expect(await lines("o7")).toEqual([{ ...line, name: null, unit_price: null }]);
    expect(await found({ search: "stoneware" })).toEqual(["o1"]);
    expect(await found({ search: "milk" })).toContain("o7");
    await shop.send([make.edited("e8", "o7", 5, { occurred_at: "2025-06-21T10:00:00Z" })]);
    expect(await lines("o7")).toHaveLength(1);
  });

  test("what a page says to be in an order gives way to what the server says", async () => {
    const invented = { product_id: "gold", quantity: 9 };
    await shop.claim([placed("o8", 20, { occurred_at: later, line_items: [invented] })]);
    expect(await lines("o8")).toMatchObject([invented]);
    await shop.send([make.placed("server o8", "o8", 20, { occurred_at: placedAt.o1, line_items: [mug] })]);
    expect(await lines("o8")).toEqual([mug]);
    await shop.claim([make.placed("again", "o8", 20, { occurred_at: later, line_items: [invented] })]);
    expect(await lines("o8")).toEqual([mug]);
  });

  test("a price with more decimals than the currency has is refused", async () => {
    const wrong = [{ ...mug, unit_price: 1.234 }];
    const { body } = await shop.send([make.placed("wrong", "o9", 20, { line_items: wrong })]);
    expect(body.data[0]).toMatchObject({ status: "rejected", errors: [{ field: "line_items.0.unit_price" }] });
  });
});

describe("the offers of an order", () => {
  const offers = async (id: string) => (await shop.read(`/orders/${id}/offers`)).body;
  const minutes = (n: number) => new Date(Date.now() - n * 60_000).toISOString();
  const mira = { visitor_id: "mira" };

  test("an order has the offers that its visitor saw, with what they answered", async () => {
    await shop.send([
      make.shown("s1", { ...mira, occurred_at: minutes(50) }),
      make.shown("s2", { ...mira, upsell_id: "ups_b", occurred_at: minutes(40), placement: "checkout" }),
      make.declined("d2", { ...mira, upsell_id: "ups_b", occurred_at: minutes(39) }),
      make.shown("s3", { ...mira, upsell_id: "ups_c", occurred_at: minutes(30) }),
      make.shown("s4", { ...mira, upsell_id: "ups_c", occurred_at: minutes(20) }),
      make.shown("s5", { visitor_id: "somebody else", upsell_id: "ups_b", occurred_at: minutes(20) }),
      make.shown("s6", { ...mira, upsell_id: "ups_c", occurred_at: minutes(3 * 24 * 60) }),
      make.placed("p10", "o10", 40, { ...mira, occurred_at: minutes(10) }),
      make.accepted("a10", "o10", 12.5, { ...mira, occurred_at: minutes(49) }),
    ]);
    const { data, complete } = await offers("o10");
    expect(complete).toBe(true);
    expect((await shop.read("/orders/o10")).body.visitor_id).toBe("mira");
    expect(data).toMatchObject([
      { upsell_id: "ups_a", name: "Offer a", product_id: "p", answer: "accepted", revenue: 12.5 },
      { upsell_id: "ups_b", name: "Offer b", answer: "declined", placement: "checkout" },
      { upsell_id: "ups_c", name: "Offer c", answer: null },
    ]);
    expect(
      data.map(({ shown_at }: { shown_at: string }) => Math.round((Date.now() - Date.parse(shown_at)) / 60_000)),
    ).toEqual([50, 40, 30]);
    expect(data[1]).not.toHaveProperty("revenue");
  });

  test("without a visitor, only the accepted offers are known, and the answer says so", async () => {
    const { data, complete } = await offers("o1");
    expect(complete).toBe(false);
    expect(data).toMatchObject([{ upsell_id: "ups_a", answer: "accepted", revenue: 10 }]);
    expect(data[0]).not.toHaveProperty("shown_at");
    expect((await shop.read("/orders/none/offers")).status).toBe(404);
  });
});
