import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../testing/delivery/delivery.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { make, openShop, type Shop } from "../../testing/shop.ts";
import { unkeyed } from "../../testing/unkeyed.ts";
import { emptySandbox } from "../sandbox.ts";
import { pruneStorefrontEvents } from "../storefront/retention.ts";
import { createStorefrontKey, revokeApiKey } from "../tenants.ts";

let services: TestServices;
let shop: Shop;

beforeAll(async () => {
  services = await openTestServices();
  shop = await openShop(services, { timeZone: "Pacific/Auckland" });
});
afterAll(() => services.close());

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const day = 24 * 60;
const contact = async (one: Shop) => (await one.read("/shop")).body;
const showings = async (offer: string, one = shop) => (await one.read(`/upsells/${offer}/showings`)).body;
const secondsBetween = (earlier: string, later: string) => (Date.parse(later) - Date.parse(earlier)) / 1000;

test("a shop that never called the service has neither asked for offers nor sent events", async () => {
  const silent = await openShop(services);
  expect(await contact(silent)).toMatchObject({ offers_asked_at: null, events_sent_at: null });
  // Calls of the merchant do not count as calls of the shop.
  await silent.read("/upsells");
  expect(await contact(silent)).toMatchObject({ offers_asked_at: null, events_sent_at: null });
  expect(await showings("ups_a", silent)).toMatchObject({ total: 0, last_24_hours: 0, last_at: null, last_on: null });
});

test("requests for offers and events are noted separately, for each shop and mode", async () => {
  const [asking, sending] = [await openShop(services), await openShop(services)];
  const ask = (key: string) => services.call("GET", "/checkout/storefront/v1/offers", { key });
  expect((await ask(asking.pub)).status).toBe(200);
  await until(async () => (await contact(asking)).offers_asked_at !== null);
  const { offers_asked_at, events_sent_at, as_of } = await contact(asking);
  expect(events_sent_at).toBeNull();
  expect(secondsBetween(offers_asked_at, as_of)).toBeLessThan(60);

  await sending.send([make.visit("v1")]);
  await until(async () => (await contact(sending)).events_sent_at !== null);
  expect((await contact(sending)).offers_asked_at).toBeNull();

  const { key } = await createStorefrontKey(services.db, { ...sending, mode: "sandbox", name: "Sandbox" });
  expect((await ask(key)).status).toBe(200);
  expect((await contact(sending)).offers_asked_at).toBeNull();
});

test("the latest order, the clock of the latest visit and the reasons of refusals are told", async () => {
  const own = await openShop(services);
  await own.send([make.visit("v1", { occurred_at: ago(2) }), make.visit("v2", { occurred_at: ago(1) })]);
  await until(async () => (await contact(own)).clock_skew_seconds !== null);
  expect(await contact(own)).toMatchObject({ clock_skew_seconds: 60, order_reported_at: null, refused: [] });
  const item = { product_id: "p", quantity: 1, price: 0.005 };
  await own.send([
    make.placed("p1", "o", 5),
    make.shown("s1", { upsell_id: "ups_none" }),
    make.shown("s2", { upsell_id: "ups_none" }),
    make.edited("e1", "o", 1, { changes: { items_added: [item] } }),
    make.visit("v3", { "any word": 1 }),
    "nonsense",
  ]);
  await until(async () => (await contact(own)).refused.length > 0 && (await contact(own)).order_reported_at !== null);
  expect(unkeyed((await contact(own)).refused)).toEqual([
    { type: "offer.shown", field: "upsell_id", message: "There is no such offer.", count: 2 },
    { type: "", field: "", message: "Must be an object.", count: 1 },
    {
      type: "order.edited",
      field: "changes.items_added.price",
      message: "Must not have more decimals than EUR allows.",
      count: 1,
    },
    { type: "visit", field: "", message: "This is not a known field.", count: 1 },
  ]);
  await services.db.$client.query("update checkout.shop_refusal set hour = now() - interval '25 hours'");
  expect((await contact(own)).refused).toEqual([]);
});

test("publishable keys are told in full, except those that were made before they were kept", async () => {
  const own = await openShop(services);
  const keysOf = async () => (await contact(own)).publishable_keys;
  const facts = { storeId: own.storeId, mode: "live" as const };
  expect(await keysOf()).toEqual([
    expect.objectContaining({ name: "Shop", key: own.pub, last_four: own.pub.slice(-4), last_used_at: null }),
  ]);
  await services.db.$client.query("update checkout.api_key set key = null where tenant_id = $1", [own.tenantId]);
  const second = await createStorefrontKey(services.db, { ...facts, name: "New pages" });
  expect(await keysOf()).toEqual([
    expect.objectContaining({ name: "New pages", key: second.key }),
    expect.objectContaining({ name: "Shop", key: null, last_four: own.pub.slice(-4) }),
  ]);
  expect((await services.call("GET", "/checkout/storefront/v1/offers", { key: own.pub })).status).toBe(200);
  await revokeApiKey(services.db, second.id);
  expect(await keysOf()).toEqual([expect.objectContaining({ name: "Shop" })]);
  const { rows } = await services.db.$client.query("select key from checkout.api_key where prefix not like 'pub%'");
  expect(new Set(rows.map(({ key }) => key))).toEqual(new Set([null]));
});

test("orders that only pages reported are told until one is confirmed, unless the store counts them", async () => {
  const own = await openShop(services);
  const counted = async (id: string) => (await own.read(`/orders/${id}`)).body.counted;
  const placed = (id: string, minutes: number) => make.placed(id, id, 20, { occurred_at: ago(minutes) });
  expect(await contact(own)).toMatchObject({ uncounted_orders: 0, count_unconfirmed: false });
  await own.claim([placed("o1", 9), placed("o2", 8)]);
  expect(await contact(own)).toMatchObject({ uncounted_orders: 2 });
  expect(await counted("o1")).toBe(false);
  await own.send([placed("o1", 9)]);
  expect(await contact(own)).toMatchObject({ uncounted_orders: 1 });
  expect(await counted("o1")).toBe(true);
  await own.send([placed("o3", 7)]);
  expect(await contact(own)).toMatchObject({ uncounted_orders: 0 });

  await own.claim([placed("o4", 6)]);
  const settings = { orders: { count_unconfirmed: true } };
  await services.call("PATCH", "/checkout/v1/settings", { key: own.key, body: settings });
  expect(await contact(own)).toMatchObject({ uncounted_orders: 0, count_unconfirmed: true });
  await own.claim([placed("o5", 5)]);
  expect(await Promise.all(["o4", "o5"].map(counted))).toEqual([false, true]);
});

test("a refused event alone does not make a shop connected", async () => {
  const wrong = await openShop(services);
  await wrong.send([make.shown("s", { upsell_id: "ups_none" }), { id: "broken" }]);
  // Contacts are written in the order of the calls, so a contact of the first shop would be stored before the second
  // shop's.
  const right = await openShop(services);
  await right.send([make.visit("v")]);
  await until(async () => (await contact(right)).events_sent_at !== null);
  expect((await contact(wrong)).events_sent_at).toBeNull();
});

test("showings are counted for each offer, in total and in the last 24 hours", async () => {
  await shop.send([
    make.shown("s1", { occurred_at: ago(3) }),
    make.shown("s2", { occurred_at: ago(day - 2) }),
    make.shown("s3", { occurred_at: ago(day + 2) }),
    make.shown("s4", { occurred_at: ago(400 * day) }),
    make.shown("s5", { upsell_id: "ups_b", occurred_at: ago(2 * day) }),
    make.declined("d1", { occurred_at: ago(1) }),
    make.visit("v1", { occurred_at: ago(1) }),
  ]);
  const a = await showings("ups_a");
  expect(a).toMatchObject({ total: 4, last_24_hours: 2 });
  expect(secondsBetween(a.last_at, a.as_of)).toBeGreaterThanOrEqual(180);
  expect(secondsBetween(a.last_at, a.as_of)).toBeLessThan(240);
  expect(await showings("ups_b")).toMatchObject({ total: 1, last_24_hours: 0 });
  expect(await showings("ups_c")).toMatchObject({ total: 0, last_24_hours: 0, last_at: null, last_on: null });
});

test("the day of the last showing is in the time zone of the store and is kept longer than the events", async () => {
  await shop.send([make.shown("c1", { upsell_id: "ups_c", occurred_at: "2025-06-09T12:30:00Z" })]);
  expect(await showings("ups_c")).toMatchObject({ last_at: "2025-06-09T12:30:00.000Z", last_on: "2025-06-10" });
  await services.db.$client.query("update checkout.storefront_event set received_at = now() - interval '91 days'");
  await pruneStorefrontEvents(services.db);
  expect(await showings("ups_c")).toMatchObject({ total: 1, last_24_hours: 0, last_at: null, last_on: "2025-06-10" });
});

test("a showing reported by a fast clock is no later than now", async () => {
  const fast = await openShop(services);
  await fast.send([make.shown("s1", { occurred_at: ago(-600) })]);
  const { last_at, as_of, last_24_hours } = await showings("ups_a", fast);
  expect(last_24_hours).toBe(1);
  expect(secondsBetween(last_at, as_of)).toBe(0);
});

test("the showings of an offer that does not exist are not found", async () => {
  expect((await shop.read("/upsells/ups_none/showings")).status).toBe(404);
});

test("emptying a sandbox deletes the times of the shop's calls", async () => {
  const { storeId } = shop;
  const { key } = await createStorefrontKey(services.db, { storeId, mode: "sandbox", name: "Sandbox" });
  await services.call("GET", "/checkout/storefront/v1/offers", { key });
  const rows = async () =>
    (
      await services.db.$client.query(
        "select from checkout.shop_contact join checkout.tenant on id = tenant_id where store_id = $1 and mode = 'sandbox'",
        [storeId],
      )
    ).rowCount;
  await until(async () => (await rows()) === 1);
  await emptySandbox(services.db, storeId);
  expect(await rows()).toBe(0);
});
