import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { devices, purchaseKinds, visitorKinds, weekdays } from "../../contract/checkout/audience-words.ts";
import { experiment } from "../../database/schema/checkout.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { browser, type Event, make, openShop, type Shop } from "../../testing/shop.ts";
import { forgetCatalogue } from "./catalogue-cache.ts";

let services: TestServices;
let shop: Shop;

const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";
const newcomer = () => `cw${Date.now().toString(36)}-1`;
const regular = () => `cw${(Date.now() - 86_400_000).toString(36)}-2`;

beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  shop = await openShop(services);
  const products = [
    { id: "p", title: "Mug", price: 10 },
    { id: "boots", title: "Boots", price: 80, categories: ["Shoes", "Winter"] },
    { id: "laces", title: "Laces", price: 5, categories: ["Care"] },
  ];
  await write("PUT", "/products", { products });
});

async function write(method: string, path: string, body: object) {
  const answer = await services.call(method, `/checkout/v1${path}`, { key: shop.key, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  forgetCatalogue(services.db, shop.tenantId);
  return answer.body;
}

const set = (fields: object, id = "ups_a") => write("PUT", `/upsells/${id}`, fields);

type Asked = { visitor?: string; agent?: string; [parameter: string]: string | undefined };
async function ask({ visitor, agent = browser, ...query }: Asked = {}) {
  const given = Object.entries({ visitor_id: visitor, ...query }).filter(([, value]) => value !== undefined);
  const parameters = new URLSearchParams(given as [string, string][]);
  const sent = { key: shop.pub, headers: { "user-agent": agent } };
  for (;;) {
    const { status, body } = await services.call("GET", `/checkout/storefront/v1/offers?${parameters}`, sent);
    // A quick machine asks more often than one address may.
    if (status === 429 && !vi.isFakeTimers()) await sleep(1_000);
    else {
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    }
  }
}
const shown = async (asked?: Asked): Promise<string[]> => (await ask(asked)).offers.map(({ id }: Event) => id);
const sees = async (asked?: Asked) => (await shown(asked)).includes("ups_a");

const accept = (body: object = {}, more: object = {}) =>
  services.call("POST", "/checkout/storefront/v1/tickets", {
    key: shop.pub,
    body: { upsell_id: "ups_a", ...body },
    headers: { "user-agent": browser },
    ...more,
  });

function at(time: string): void {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(time) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

describe("an offer is shown only to", () => {
  test.each<[string, object, Asked, Asked[]]>([
    ["a country", { countries: ["DE", "AT"] }, { country: "de" }, [{ country: "FR" }, {}]],
    ["a language", { languages: ["de"] }, { language: "de-AT" }, [{ language: "en" }, { language: "den" }, {}]],
    ["a device", { device: "mobile" }, { agent: phone }, [{}]],
    ["new visitors", { visitors: "new" }, { visitor: newcomer() }, [{ visitor: regular() }, { visitor: "own" }, {}]],
    ["carts from a value", { cart_min: 80 }, { cart: "boots" }, [{ cart: "laces" }, { cart: "" }, {}]],
    ["carts up to a value", { cart_max: 80 }, { cart: "boots" }, [{ cart: "boots,laces" }]],
    ["carts with a product", { products: ["laces"] }, { cart: "boots,laces" }, [{ cart: "boots" }, {}]],
    [
      "carts with a product of a category",
      { categories: ["Winter", "Care"] },
      { cart: "unknown,boots" },
      [{ cart: "unknown" }, {}],
    ],
    ["visitors of affiliates", { affiliate: true }, { affiliate: "1" }, [{}]],
    ["other visitors", { affiliate: false }, {}, [{ affiliate: "1" }]],
    ["a campaign", { campaigns: ["summer"] }, { campaign: "summer" }, [{ campaign: "winter" }, {}]],
    [
      "those who meet every condition",
      { countries: ["DE"], products: ["laces"] },
      { country: "DE", cart: "laces" },
      [
        { country: "DE", cart: "boots" },
        { country: "FR", cart: "laces" },
      ],
    ],
  ])("%s", async (_, audience, who, others) => {
    expect(await sees(who)).toBe(true);
    await set({ audience });
    expect(await sees(who)).toBe(true);
    for (const other of others) {
      expect(await shown(other)).toEqual(["ups_b", "ups_c"]);
    }
    await set({ audience: {} });
    for (const other of others) expect(await sees(other)).toBe(true);
  });

  test("visitors who have bought before, or who have not, but not of the order they have just placed", async () => {
    await set({ audience: { purchases: "some" } });
    await set({ audience: { purchases: "none" } }, "ups_b");
    await set({ audience: { bought: ["boots"] } }, "ups_c");
    const lines = { line_items: [{ product_id: "boots", quantity: 1 }] };
    await shop.send([
      make.placed("e1", "o1", 80, { visitor_id: "fan", ...lines }),
      make.placed("e2", "o2", 80, { visitor_id: "undecided", ...lines }),
      make.cancelled("e3", "o2"),
    ]);
    expect(await shown({ visitor: "fan" })).toEqual(["ups_a", "ups_c"]);
    expect(await shown({ visitor: "fan", order: "o1" })).toEqual(["ups_b"]);
    expect(await shown({ visitor: "undecided" })).toEqual(["ups_b"]);
    expect(await shown({ visitor: "stranger" })).toEqual(["ups_b"]);
    expect(await shown({})).toEqual([]);
  });

  test("a share of the visitors, always the same ones, and of another offer others", async () => {
    await set({ share_percent: 30 });
    await set({ share_percent: 30 }, "ups_b");
    const visitors = Array.from({ length: 150 }, (_, n) => `v${n}`);
    const answers = await Promise.all(visitors.map((visitor) => shown({ visitor })));
    const [a, b] = ["ups_a", "ups_b"].map((id) => answers.map((ids) => ids.includes(id)));
    const count = a?.filter(Boolean).length ?? 0;
    expect(count).toBeGreaterThan(22);
    expect(count).toBeLessThan(72);
    expect(a).not.toEqual(b);
    expect(await Promise.all(visitors.map((visitor) => sees({ visitor })))).toEqual(a);
    await set({ share_percent: 60 });
    const more = await Promise.all(visitors.map((visitor) => sees({ visitor })));
    expect(a?.every((before, n) => !before || more[n])).toBe(true);
    expect(await sees({})).toBe(false);
  });
});

describe("a schedule", () => {
  test("is of days, in the time zone of the store", async () => {
    await set({ schedule: { starts_at: "2026-11-26T23:00:00Z", ends_at: "2026-11-27T23:00:00Z" } });
    at("2026-11-26T22:59:59Z");
    expect(await sees()).toBe(false);
    vi.setSystemTime(new Date("2026-11-26T23:00:00Z"));
    expect(await sees()).toBe(true);
    vi.setSystemTime(new Date("2026-11-27T23:00:00Z"));
    expect(await sees()).toBe(false);
  });

  test.each([
    [
      "on a weekday",
      { weekdays: ["friday"] },
      ["2026-11-26T23:00:00Z", "2026-11-27T22:59:00Z"],
      ["2026-11-26T22:59:00Z", "2026-11-27T23:00:00Z"],
    ],
    [
      "at a time of the day",
      { daily_from: "18:30", daily_until: "20:00" },
      ["2026-11-27T17:30:00Z", "2026-11-28T18:59:00Z"],
      ["2026-11-27T17:29:00Z", "2026-11-27T19:00:00Z"],
    ],
    [
      "over midnight, which belongs to the day before",
      { weekdays: ["friday"], daily_from: "22:00", daily_until: "02:00" },
      ["2026-11-27T21:00:00Z", "2026-11-28T00:59:00Z"],
      ["2026-11-27T00:30:00Z", "2026-11-28T01:00:00Z", "2026-11-28T21:00:00Z"],
    ],
  ])("is %s", async (_, schedule, open, closed) => {
    await set({ schedule });
    at(open[0] as string);
    for (const time of open) {
      vi.setSystemTime(new Date(time));
      expect(await sees(), time).toBe(true);
    }
    for (const time of closed) {
      vi.setSystemTime(new Date(time));
      expect(await sees(), time).toBe(false);
    }
  });

  test("ends for the shopper who has just seen the offer a little later", async () => {
    const until = new Date(Math.floor(Date.now() / 1000) * 1000 + 30_000);
    await set({ schedule: { ends_at: until.toISOString() } });
    expect((await accept()).status).toBe(201);
    at(new Date(until.getTime() + 9 * 60_000).toISOString());
    expect(await sees()).toBe(false);
    expect((await accept()).status).toBe(201);
    vi.setSystemTime(until.getTime() + 11 * 60_000);
    expect((await accept()).status).toBe(409);
  });
});

describe("a limit", () => {
  test("is how often a visitor sees the offer, who may still accept what they saw last", async () => {
    await set({ limits: { shown_per_visitor: 2 } });
    const now = new Date().toISOString();
    const see = (n: number, visitor_id: string) => make.shown(`s${n}`, { visitor_id, occurred_at: now });
    await shop.claim([see(1, "often"), see(2, "once")]);
    expect([await sees({ visitor: "often" }), await sees({ visitor: "once" })]).toEqual([true, true]);
    await shop.claim([see(3, "often")]);
    expect([await sees({ visitor: "often" }), await sees({ visitor: "once" }), await sees()]).toEqual([
      false,
      true,
      false,
    ]);
    expect((await accept({ visitor_id: "often" })).status).toBe(201);
  });

  test("is how often the offer is accepted, also by many at once", async () => {
    await set({ limits: { accepted_in_all: 3 } });
    const made = await Promise.all(Array.from({ length: 12 }, (_, n) => accept({ visitor_id: `v${n}` })));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = made.find(({ status }) => status !== 201);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: "not_offered" } } });
    expect(refused?.body.error.message).toBe("The offer ups_a has reached its limit.");
    forgetCatalogue(services.db, shop.tenantId);
    expect(await sees()).toBe(false);
    const { id } = made.find(({ status }) => status === 201)?.body ?? {};
    const redeemed = await services.call("POST", `/checkout/storefront/v1/tickets/${id}/redeem`, {
      key: shop.server,
      body: { order_id: "o1", platform_order_id: "1" },
    });
    expect(redeemed.status).toBe(200);
    // A ticket that is not redeemed is sold to somebody else once it has expired.
    await services.db.$client.query("update checkout.ticket set expires_at = now() where redeemed_at is null");
    forgetCatalogue(services.db, shop.tenantId);
    const later = await Promise.all(Array.from({ length: 12 }, (_, n) => accept({ visitor_id: `w${n}` })));
    expect(later.filter(({ status }) => status === 201)).toHaveLength(2);
  });

  test("is of a day of the store", async () => {
    await set({ limits: { accepted_per_day: 1 } });
    const day = 86_400_000;
    const sold = (id: string, ago: number) =>
      make.accepted(id, `o_${id}`, 9, { occurred_at: new Date(Date.now() - ago).toISOString() });
    await shop.send([sold("yesterday", day + 3_600_000)]);
    forgetCatalogue(services.db, shop.tenantId);
    expect(await sees()).toBe(true);
    await shop.send([sold("today", 0)]);
    forgetCatalogue(services.db, shop.tenantId);
    expect(await sees()).toBe(false);
    expect((await accept()).status).toBe(409);
  });
});

test("offers with a higher priority come first, and those with trigger products only among equals", async () => {
  await set({ trigger_products: ["boots"] });
  await set({ priority: 5 }, "ups_c");
  expect(await shown({ cart: "boots" })).toEqual(["ups_c", "ups_a", "ups_b"]);
  await set({ priority: 6 });
  expect(await shown({ cart: "boots" })).toEqual(["ups_a", "ups_c", "ups_b"]);
});

const some = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const ids = fc.uniqueArray(fc.constantFrom("boots", "laces", "p", "unknown"), { minLength: 1, maxLength: 2 });
const conditions = fc.record({
  countries: some(fc.uniqueArray(fc.constantFrom("DE", "FR"), { maxLength: 2 })),
  languages: some(fc.uniqueArray(fc.constantFrom("de", "en"), { maxLength: 2 })),
  device: some(fc.constantFrom(...devices)),
  visitors: some(fc.constantFrom(...visitorKinds)),
  purchases: some(fc.constantFrom(...purchaseKinds)),
  bought: some(ids),
  cart_min: some(fc.constantFrom(0, 5, 80)),
  cart_max: some(fc.constantFrom(80, 85)),
  products: some(ids),
  categories: some(fc.uniqueArray(fc.constantFrom("Shoes", "Care", "Sale"), { minLength: 1, maxLength: 2 })),
  affiliate: some(fc.boolean()),
  campaigns: some(fc.uniqueArray(fc.constantFrom("summer", "winter"), { maxLength: 2 })),
});
const question = fc.record({
  visitor: fc.constantFrom(
    () => "fan",
    () => "stranger",
    newcomer,
    regular,
  ),
  agent: fc.constantFrom(browser, phone),
  country: some(fc.constantFrom("de", "FR")),
  language: some(fc.constantFrom("de-AT", "en")),
  cart: some(fc.constantFrom("boots", "laces", "boots,laces", "unknown")),
  affiliate: some(fc.constant("1")),
  campaign: some(fc.constantFrom("summer", "other")),
});

test("an offer and an experiment with the same audience mean the same shoppers", async () => {
  const lines = { line_items: [{ product_id: "boots", quantity: 1 }] };
  // One visitor may ask only so often.
  const fans = Array.from({ length: 20 }, (_, n) => `fan${n}`);
  await shop.send(
    fans.map((visitor_id) => make.placed(`e_${visitor_id}`, `o_${visitor_id}`, 80, { visitor_id, ...lines })),
  );
  await write("PUT", "/upsells/ups_b", { product_id: "other" });
  const changes = { offers: [{ upsell_id: "ups_b", discount: { type: "percentage", value: 20 } }], bundles: [] };
  await services.db.insert(experiment).values({
    ...{ tenantId: shop.tenantId, id: "exp_a", name: "Same", status: "running", startedAt: new Date() },
    variants: [
      { name: "control", weight: 1 },
      { name: "b", weight: 1, changes },
    ],
    plan: { metric: "conversion", guardrails: [], effect: 0.1, stops_on_breach: false, traffic: 1, audience: {} },
    frozen: {
      ...{ base: null, deviation: null, visitors_per_day: null, visitors_needed: null, days_needed: null, cap: null },
      slots: [[0, 10_000]],
    },
  });
  let met = 0;
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(conditions, fc.array(question, { minLength: 4, maxLength: 4 }), async (audience, questions) => {
      const given = Object.fromEntries(Object.entries(audience).filter(([, value]) => value !== undefined));
      await services.db.$client.query(
        "update checkout.experiment set plan = jsonb_set(plan, '{audience}', $2) where tenant_id = $1 and plan is not null",
        [shop.tenantId, JSON.stringify(given)],
      );
      await set({ audience: given, product_id: "offered" });
      for (const asked of questions) {
        const visitor = asked.visitor() + (runs % fans.length);
        const { offers, applied } = await ask({ ...asked, visitor } as Asked);
        const isShown = offers.some(({ id }: Event) => id === "ups_a");
        expect(isShown, JSON.stringify([given, asked, visitor])).toBe(applied.length === 1);
        runs++;
        if (isShown) met++;
      }
    }),
    { numRuns: 60 },
  );
  // Otherwise, both could refuse everybody.
  expect(met).toBeGreaterThan(0);
  expect(met).toBeLessThan(runs);
});

describe("an explanation", () => {
  const explain = async ({ cart, ...more }: { cart?: string[]; [parameter: string]: unknown }) => {
    const query = new URLSearchParams({ ...more, ...(cart && { cart: cart.join() }) } as Record<string, string>);
    const answer = await services.call("GET", `/checkout/v1/shop/explanation?${query}`, { key: shop.key });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const reasons = async (body: Parameters<typeof explain>[0]) => {
    const found: Event[] = (await explain(body)).offers;
    return Object.fromEntries(found.map(({ id, stopped_by }) => [id, stopped_by]));
  };

  test("names what keeps each offer from the shopper", async () => {
    expect(await reasons({})).toEqual({ ups_a: null, ups_b: null, ups_c: null });
    await set({ audience: { countries: ["DE"] } });
    await set({ trigger_products: ["boots"], placement: "checkout" }, "ups_b");
    await set({ product_id: "laces", limits: { shown_per_visitor: 1 } }, "ups_c");
    const cart = ["boots", "laces"];
    expect(await reasons({ cart, placement: "cart", country: "FR" })).toEqual({
      ups_a: "countries",
      ups_b: "placement",
      ups_c: "in_cart",
    });
    expect(await reasons({})).toEqual({ ups_a: "countries", ups_c: "shown_per_visitor" });
    await set({ audience: { categories: ["Shoes"] } });
    expect(await reasons({ upsell_id: "ups_a", cart: ["laces"] })).toEqual({ ups_a: "categories" });
    await set({ audience: { countries: ["DE"] } });
    expect(await reasons({ upsell_id: "ups_b", country: "DE" })).toEqual({ ups_a: null, ups_b: "trigger" });
    await set({ status: "inactive" });
    expect(await reasons({ upsell_id: "ups_a" })).toEqual({ ups_a: "not_active" });
    await write("PATCH", "/settings", {
      upsells: { max_offers_per_checkout: 1 },
      experiments: { holdout_percent: 50 },
    });
    await set({ status: "active", audience: {} });
    await set({ placement: "cart" }, "ups_b");
    const both = await explain({ cart: ["boots"], placement: "cart", visitor_id: "v1" });
    expect(both.offers).toEqual([
      { id: "ups_b", name: "Offer b", stopped_by: null, product_id: "p", recommended: null },
      { id: "ups_a", name: "Offer a", stopped_by: "outranked", product_id: null, recommended: null },
      { id: "ups_c", name: "Offer c", stopped_by: "outranked", product_id: null, recommended: null },
    ]);
    expect(both.most_offers).toBe(1);
    const held = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => (await explain({ visitor_id: `v${n}` })).held_out),
    );
    expect(new Set(held)).toEqual(new Set([true, false]));
    const unknown = await services.call("GET", "/checkout/v1/shop/explanation?upsell_id=ups_none", { key: shop.key });
    expect(unknown.status).toBe(404);
  });

  test("of 1,000 random shoppers shows what they are shown, in that order", async () => {
    await set({ audience: { countries: ["DE"], cart_min: 5 }, priority: 3 });
    await set({ trigger_products: ["boots"], share_percent: 50 }, "ups_b");
    await set({ audience: { purchases: "none", device: "mobile" }, product_id: "laces" }, "ups_c");
    const draft = { status: "active", placement: "cart", discount: { type: "percentage", value: 5 } };
    for (const [n, audience] of [{ languages: ["de"] }, { campaigns: ["summer"] }, { products: ["laces"] }].entries()) {
      await write("POST", "/upsells", { ...draft, name: `More ${n}`, product_id: "p", audience, priority: n });
    }
    const different = new Set<string>();
    const one = fc.tuple(question, fc.integer({ min: 0, max: 50 }));
    const many = fc.array(one, { minLength: 100, maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(many, async (all) => {
        await Promise.all(
          all.map(async ([asked, n], at) => {
            const { agent, cart, ...others } = asked;
            const { visitor: _, ...rest } = others;
            // One visitor may ask only so often.
            const visitor = `v${n}-${at % 5}`;
            const body = {
              ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
              ...{ visitor_id: visitor, device: agent === phone ? "mobile" : "desktop", cart: cart?.split(",") ?? [] },
            };
            const { offers } = await explain(body);
            const said = offers.flatMap(({ id, stopped_by }: Event) => (stopped_by === null ? [id] : []));
            // A shop that tells no cart has an empty one.
            const answered = await shown({ ...rest, visitor, agent, cart: cart ?? "" } as Asked);
            expect(said).toEqual(answered);
            different.add(answered.join());
          }),
        );
      }),
      { numRuns: 10 },
    );
    expect(different.size).toBeGreaterThan(10);
  }, 120_000);
});

test.each([
  ["audience.countries.0", { audience: { countries: ["Narnia"] } }, "Must be an ISO 3166 country code such as DE."],
  ["audience.languages.0", { audience: { languages: ["German"] } }, "Must be an ISO 639 language code such as de."],
  ["audience.device", { audience: { device: "watch" } }, "Must be one of desktop, mobile, tablet."],
  ["audience.purchases", { audience: { purchases: "many" } }, "Must be one of none, some."],
  ["audience.cart_max", { audience: { cart_min: 5, cart_max: 4 } }, "Must not be less than the lowest cart value."],
  ["audience.categories.0", { audience: { categories: ["x".repeat(61)] } }, "Must be at most 60 characters."],
  ["audience.age", { audience: { age: 18 } }, "This is not a known field."],
  [
    "schedule.ends_at",
    { schedule: { starts_at: "2026-01-02T00:00:00Z", ends_at: "2026-01-01T00:00:00Z" } },
    "Must not be before the first day.",
  ],
  ["schedule.weekdays.0", { schedule: { weekdays: ["Friday"] } }, `Must be one of ${weekdays.join(", ")}.`],
  [
    "schedule.daily_from",
    { schedule: { daily_from: "25:00", daily_until: "02:00" } },
    "Must be a time of day such as 18:30.",
  ],
  ["schedule.daily_until", { schedule: { daily_from: "18:00" } }, "Enter when the offer ends on each day."],
  ["schedule.daily_from", { schedule: { daily_until: "18:00" } }, "Enter when the offer begins on each day."],
  [
    "schedule.daily_until",
    { schedule: { daily_from: "18:00", daily_until: "18:00" } },
    "Must be another time than the beginning.",
  ],
  ["limits.shown_per_visitor", { limits: { shown_per_visitor: 0 } }, "Must be a whole number from 1 to 1000."],
  ["limits.accepted_in_all", { limits: { accepted_in_all: 1.5 } }, "Must be a whole number from 1 to 1000000000."],
  ["share_percent", { share_percent: 101 }, "Must be a whole number from 1 to 100."],
  ["priority", { priority: -1 }, "Must be a whole number from 0 to 100."],
])("%s is refused with a reason", async (field, body, message) => {
  const answer = await services.call("PUT", "/checkout/v1/upsells/ups_a", { key: shop.key, body });
  expect(answer.status).toBe(400);
  expect(answer.body.error.details).toEqual([expect.objectContaining({ field, message })]);
});
