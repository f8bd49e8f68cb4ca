import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, dayIn } from "../../days.ts";
import { until } from "../../testing/delivery/delivery.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { openStock, type Stock } from "../../testing/tickets.ts";
import { pruneTickets } from "../storefront/retention.ts";

let services: TestServices;
let shop: Stock;
let ids: Record<"open" | "redeemed" | "dear" | "refused" | "expired" | "set", string>;

const ticket = async (body?: object) => (await shop.ticket(body)).id;
const order = (id: string, more = {}) => ({ order_id: id, platform_order_id: `#${id}`, ...more });
const age = (id: string, by: string) =>
  services.db.execute(sql`update checkout.ticket set issued_at = issued_at - ${by}::interval,
    expires_at = expires_at - ${by}::interval where id = ${id}`);
const list = async (query = "") => {
  const { body } = await shop.read(`/tickets${query}`);
  expect(body.error).toBeUndefined();
  return body;
};
const listed = async (query: string) => (await list(query)).data.map(({ id }: { id: string }) => id);
const dayAfter = addDays(dayIn("Europe/Berlin", new Date()), 1);
const period = `start_date=2026-01-01&end_date=${dayAfter}`;

beforeAll(async () => {
  services = await openTestServices();
  shop = await openStock(services);
  const bundle_id = await shop.sellsSet([{ product_id: "q", quantity: 2 }], { type: "percentage_off", value: 20 });
  ids = {
    expired: await ticket(),
    set: await ticket({ bundle_id }),
    refused: await ticket(),
    dear: await ticket({ upsell_id: "ups_b" }),
    redeemed: await ticket({ upsell_id: "ups_a", visitor_id: "v2", cart: ["x"], placement: "cart" }),
    open: await ticket(),
  };
  await shop.redeem(ids.redeemed, order("o1"));
  await shop.redeem(ids.set, order("o1"));
  await shop.redeem(ids.dear, order("o2", { charged: 20 }));
  await shop.redeem(ids.refused, order("o3"));
  await shop.redeem(ids.refused, order("o2"));
  await age(ids.expired, "31 minutes");
  await until(async () => (await listed("?state=refused")).length === 1);
});
afterAll(() => services.close());

test("tickets are listed, newest first, with all that was sold and what became of it", async () => {
  const { data, pagination } = await list();
  expect(pagination).toEqual({ page: 1, per_page: 20, total: 6 });
  expect(data.map(({ id }: { id: string }) => id).toSorted()).toEqual(Object.values(ids).toSorted());
  expect(data.at(-1).id).toBe(ids.expired);
  expect(data.find(({ id }: { id: string }) => id === ids.redeemed)).toEqual({
    ...{ id: ids.redeemed, upsell_id: "ups_a", name: "Offer a", state: "redeemed", currency: "EUR" },
    ...{ list_price: 19.99, price: 17.99, charged: 17.99, visitor_id: "v2", experiments: [] },
    ...{ discount: { type: "percentage", value: 10 }, placement: "cart", trigger_product: null, for_order: null },
    ...{ order_id: "o1", order_number: "#o1", refusals: 0, refused: null, revision: expect.any(String) },
    ...{ issued_at: expect.any(String), expires_at: expect.any(String), redeemed_at: expect.any(String) },
    lines: [{ product_id: "p", title: "Product", variant_id: null, quantity: 1, list_price: 19.99, price: 17.99 }],
  });
  expect(data.find(({ id }: { id: string }) => id === ids.set)).toMatchObject({ name: "Set", price: 12 });
  expect(data.find(({ id }: { id: string }) => id === ids.refused)).toMatchObject({
    refused: { order_id: "o2", order_number: "#o2" },
  });
});

test("each state, offer and period has its tickets", async () => {
  expect(await listed("?state=open")).toEqual([ids.open]);
  expect(await listed("?state=expired")).toEqual([ids.expired]);
  expect(await listed("?state=other_price")).toEqual([ids.dear]);
  expect(await listed("?state=refused")).toEqual([ids.refused]);
  expect(await listed("?state=redeemed")).toHaveLength(4);
  expect(await listed("?upsell_id=ups_b&state=redeemed")).toEqual([ids.dear]);
  expect(await listed(`?start_date=${dayAfter}&end_date=${dayAfter}`)).toEqual([]);
  expect(await listed(`?end_date=2026-01-01`)).toEqual([]);
  expect((await listed(`?${period}`)).length).toBe(6);
  expect((await shop.read("/tickets?state=lost")).status).toBe(400);
});

test("the tickets of a period are counted, for all offers or one", async () => {
  const of = async (more = "") => (await shop.read(`/tickets/summary?${period}${more}`)).body;
  expect(await of()).toEqual({
    ...{ issued: 6, open: 1, redeemed: 4, expired: 1, other_price: 1, refused: 1 },
    ...{ price: 65.97, charged: 67.98, currency: "EUR", period: { start: "2026-01-01", end: dayAfter } },
  });
  expect(await of("&upsell_id=ups_b")).toMatchObject({ issued: 1, redeemed: 1, other_price: 1, charged: 20 });
  expect(await of("&upsell_id=ups_none")).toMatchObject({ issued: 0, price: 0, charged: 0 });
  const before = await shop.read("/tickets/summary?start_date=2026-01-01&end_date=2026-01-02");
  expect(before.body).toMatchObject({ issued: 0, redeemed: 0, price: 0, charged: 0 });
  expect((await shop.read("/tickets/summary")).status).toBe(400);
});

test("a store sees its own tickets alone, and only with the scope for orders", async () => {
  const other = await openStock(services);
  expect((await other.read("/tickets")).body.data).toEqual([]);
  const { key } = await services.key({ store: shop.storeId, scopes: ["read:upsells"] });
  expect((await services.call("GET", "/checkout/v1/tickets", { key })).status).toBe(403);
});

test("tickets are deleted as late as storefront events", async () => {
  await age(ids.expired, "90 days");
  await age(ids.open, "89 days");
  expect(await pruneTickets(services.db)).toBe(1);
  expect(await listed("?state=expired")).toEqual([ids.open]);
});
