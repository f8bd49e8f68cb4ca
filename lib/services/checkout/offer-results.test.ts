import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { experiment, upsell } from "../../database/schema/checkout.ts";
import { dailyUpsell } from "../../database/schema/checkout-sales.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { make, openShop, type Shop } from "../../testing/shop.ts";

let services: TestServices;
let shop: Shop;

beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  shop = await openShop(services);
  const own = and(eq(upsell.tenantId, shop.tenantId), eq(upsell.id, "ups_a"));
  await services.db
    .update(upsell)
    .set({ triggerProducts: ["boots"] })
    .where(own);
});

const at = "2025-06-10T10:00:00Z";
const visitor = (minutesAgo: number, n = 1) => `cw${(Date.parse(at) - minutesAgo * 60_000).toString(36)}-${n}`;
const cart = { placement: "cart", trigger_product: "boots" };
const results = async (id = "ups_a", range = "start_date=2025-06-01&end_date=2025-06-30", one = shop) =>
  (await one.read(`/analytics/upsells/${id}?${range}`)).body;
const by = (body: { segments: { by: string; value: string }[] }) =>
  Object.fromEntries(body.segments.map(({ by, value, ...sums }) => [`${by}:${value}`, sums]));
const price = (amount: number) =>
  services.call("PUT", "/checkout/v1/products", {
    key: shop.key,
    body: { products: [{ id: "p", title: "Product", price: amount }] },
  });

test("the results tell apart what a page said of the showings and answers of an offer", async () => {
  await shop.claim([
    make.shown("s1", { ...cart, visitor_id: visitor(0) }),
    make.shown("s2", { placement: "checkout", trigger_product: null, visitor_id: visitor(60) }),
    make.declined("d2", { placement: "checkout", trigger_product: null, visitor_id: visitor(60) }),
    make.shown("s3", { visitor_id: "of-the-shop" }),
    make.shown("other", { ...cart, upsell_id: "ups_b" }),
  ]);
  const body = await results();
  expect(body).toMatchObject({
    upsell_id: "ups_a",
    data: { shown: 3, accepted: 0, declined: 1, acceptance_rate: 0, revenue: 0 },
    recorded: { since: "2025-06-10", shown: 3, declined: 1 },
    period: { start: "2025-06-01", end: "2025-06-30" },
    currency: "EUR",
  });
  expect(by(body)).toMatchObject({
    "placement:cart": { shown: 1, declined: 0 },
    "placement:checkout": { shown: 1, declined: 1, acceptance_rate: 0 },
    "device:desktop": { shown: 3, declined: 1 },
    "visitors:new": { shown: 1 },
    "visitors:returning": { shown: 1, declined: 1 },
    "trigger_product:boots": { shown: 1 },
    "trigger_product:": { shown: 1, declined: 1 },
  });
  expect(body.daily).toHaveLength(30);
  expect(body.daily[9]).toEqual({
    date: "2025-06-10",
    shown: 3,
    accepted: 0,
    declined: 1,
    acceptance_rate: 0,
    revenue: 0,
  });
});

test("an acceptance keeps what the page said of it, whether the shop's server reports it later or has done so", async () => {
  await price(10);
  const discount = { type: "percentage", value: 10, amount: 1 };
  const seen = { ...cart, visitor_id: visitor(0), discount };
  await shop.send([make.placed("p1", "o1", 29), make.placed("p2", "o2", 29)]);
  await shop.claim([make.accepted("a1", "o1", 9, seen)]);
  await shop.send([make.accepted("b1", "o1", 9, { discount }), make.accepted("b2", "o2", 9, { discount })]);
  await shop.claim([make.accepted("a2", "o2", 9, { ...seen, visitor_id: visitor(0, 2) })]);
  const body = await results();
  expect(body.data).toMatchObject({ accepted: 2, revenue: 18 });
  const both = { accepted: 2, orders: 2, revenue: 18, discount: 2 };
  expect(body.recorded).toMatchObject(both);
  expect(by(body)).toMatchObject({
    "placement:cart": both,
    "device:desktop": both,
    "visitors:new": both,
    "trigger_product:boots": both,
  });
});

test("what only a server reports counts without a device, and a cancelled order earns nothing but was accepted", async () => {
  const discount = { type: "percentage", value: 10, amount: 1.5 };
  await shop.send([make.accepted("a", "o", 13.5, { discount }), make.placed("p", "o", 50)]);
  expect(await results()).toMatchObject({
    recorded: { accepted: 1, orders: 1, revenue: 13.5, discount: 1.5 },
    segments: [],
  });
  await shop.send([make.cancelled("c", "o")]);
  expect((await results()).recorded).toMatchObject({ accepted: 1, orders: 0, revenue: 0, discount: 0 });
});

test("a place or a trigger product that the offer cannot have is not kept", async () => {
  await shop.claim([make.shown("s", { placement: "invented", trigger_product: "invented" })]);
  expect(Object.keys(by(await results()))).toEqual(["device:desktop"]);
});

test("a page's discount counts at most as the service knows it", async () => {
  await price(10);
  await shop.send([make.placed("p", "o", 20)]);
  const discount = { type: "percentage", value: 10, amount: 500 };
  await shop.claim([make.accepted("a", "o", 9, { discount })]);
  expect((await results()).recorded).toMatchObject({ revenue: 9, discount: 1 });
});

test("sums from before all this was recorded count, and nothing is made up of who saw the offer", async () => {
  const sums = { shown: 40, accepted: 4, declined: 10, revenue: 36_00 };
  await services.db
    .insert(dailyUpsell)
    .values({ tenantId: shop.tenantId, day: "2025-06-02", upsellId: "ups_a", ...sums });
  const body = await results();
  expect(body.data).toEqual({ shown: 40, accepted: 4, declined: 10, acceptance_rate: 0.1, revenue: 36 });
  expect(body.recorded).toMatchObject({ since: null, shown: 0, revenue: 0, discount: 0 });
  expect(body.segments).toEqual([]);
});

test("the others are all offers that were shown, with those that brought in more", async () => {
  const { tenantId } = shop;
  const day = (upsellId: string, shown: number, accepted: number, revenue: number, day = "2025-06-02") => ({
    ...{ tenantId, upsellId, day, shown, accepted, revenue },
  });
  await services.db
    .insert(dailyUpsell)
    .values([
      day("ups_a", 10, 1, 500),
      day("ups_b", 30, 6, 900),
      day("ups_c", 10, 2, 100),
      day("ups_b", 5, 5, 5, "2025-07-01"),
    ]);
  expect((await results("ups_a", "start_date=2025-06-01&end_date=2025-06-29")).others).toMatchObject({
    offers: 2,
    ahead: 1,
    shown: 40,
    accepted: 8,
    acceptance_rate: 0.2,
    revenue: 10,
  });
  expect((await results("ups_a", "start_date=2024-01-01&end_date=2024-01-31")).others).toEqual({
    ...{ offers: 0, ahead: 0, shown: 0, accepted: 0, declined: 0, revenue: 0 },
  });
});

test("each step of a chain has the sums of its own results", async () => {
  const { tenantId } = shop;
  const offer = (id: string) => and(eq(upsell.tenantId, tenantId), eq(upsell.id, id));
  await services.db.update(upsell).set({ nextAccepted: "ups_b", nextDeclined: "ups_c" }).where(offer("ups_a"));
  await services.db.update(upsell).set({ nextDeclined: "ups_c" }).where(offer("ups_b"));
  const day = (upsellId: string, day: string, shown: number, accepted: number, declined: number, revenue: number) => ({
    ...{ tenantId, upsellId, day, shown, accepted, declined, revenue },
  });
  await services.db
    .insert(dailyUpsell)
    .values([
      day("ups_a", "2025-06-02", 100, 20, 50, 9_00),
      day("ups_b", "2025-06-02", 10, 4, 6, 4_00),
      day("ups_b", "2025-06-30", 8, 1, 2, 1_00),
      day("ups_b", "2025-07-01", 7, 7, 0, 7_00),
    ]);
  const { chain } = await results();
  const c = { upsell_id: "ups_c", name: "Offer c", shown: 0, accepted: 0, declined: 0, revenue: 0 };
  expect(chain).toEqual([
    {
      ...{ step: 2, upsell_id: "ups_b", name: "Offer b", after: "ups_a", answer: "accepted" },
      ...{ shown: 18, accepted: 5, declined: 8, acceptance_rate: 5 / 18, revenue: 5 },
    },
    { ...c, step: 3, after: "ups_b", answer: "declined" },
    { ...c, step: 2, after: "ups_a", answer: "declined" },
  ]);
  const { step: _, upsell_id: __, name: ___, after: ____, answer: _____, ...sums } = chain[0];
  expect(sums).toEqual((await results("ups_b")).data);
  expect((await results("ups_c")).chain).toEqual([]);
});

test("the experiments of an offer are those that change it", async () => {
  const changes = (upsell_id: string) => ({ offers: [{ upsell_id, off: true as const }], bundles: [] });
  const row = (id: string, of: string) => ({
    ...{ tenantId: shop.tenantId, id, name: `Test ${id}`, status: "running" as const },
    variants: [
      { name: "control", weight: 1 },
      { name: "b", weight: 1, changes: changes(of) },
    ],
    startedAt: new Date(at),
  });
  await services.db.insert(experiment).values([row("exp_a", "ups_a"), row("exp_b", "ups_b")]);
  expect((await results()).experiments).toEqual([
    { id: "exp_a", name: "Test exp_a", status: "running", started_at: "2025-06-10T10:00:00.000Z", ended_at: null },
  ]);
});

test("the results of another store's offer, and of none, are not found", async () => {
  const stranger = await openShop(services);
  await services.db.insert(upsell).values({
    ...{ tenantId: shop.tenantId, id: "ups_own", name: "Own", status: "active", productId: "p", triggerProducts: [] },
    ...{ discountType: "percentage", discountValue: 10, placement: "cart" },
  });
  expect((await results("ups_own")).upsell_id).toBe("ups_own");
  const { status } = await stranger.read("/analytics/upsells/ups_own?start_date=2025-06-01&end_date=2025-06-30");
  expect(status).toBe(404);
});
