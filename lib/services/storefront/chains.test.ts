import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { experiment, upsell } from "../../database/schema/checkout.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { browser, make, openShop, type Shop } from "../../testing/shop.ts";
import { forgetCatalogue } from "./catalogue-cache.ts";

type Shown = {
  id: string;
  product_id: string;
  placement: string;
  final_price: number | null;
  after?: { accepted?: Shown; declined?: Shown };
};

let services: TestServices;
let shop: Shop;

beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  shop = await openShop(services);
  await services.db.delete(upsell);
  const products = [
    { id: "mug", title: "Mug", price: 10 },
    { id: "boots", title: "Boots", price: 80 },
    { id: "laces", title: "Laces", price: 5 },
    ...["tin", "kettle", "press"].map((id) => ({ id, title: id, price: 20 })),
    { id: "gone", title: "Gone", price: 5, status: "archived" },
  ];
  await write("PUT", "/products", { products });
});

async function write(method: string, path: string, body: object) {
  const answer = await services.call(method, `/checkout/v1${path}`, { key: shop.key, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  forgetCatalogue(services.db, shop.tenantId);
  return answer.body;
}

const discount = { type: "percentage", value: 10 };
const offer = async (product_id: string, more: object = {}): Promise<string> => {
  const draft = { name: product_id, product_id, discount, placement: "cart", status: "active", ...more };
  return (await write("POST", "/upsells", draft)).id;
};
const set = (id: string, fields: object) => write("PUT", `/upsells/${id}`, fields);

async function ask(query: Record<string, string> = {}): Promise<Shown[]> {
  const sent = { key: shop.pub, headers: { "user-agent": browser } };
  const path = `/checkout/storefront/v1/offers?${new URLSearchParams(query)}`;
  const { status, body } = await services.call("GET", path, sent);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.offers;
}

const accept = (upsell_id: string, body: object = {}) =>
  services.call("POST", "/checkout/storefront/v1/tickets", {
    key: shop.pub,
    body: { upsell_id, ...body },
    headers: { "user-agent": browser },
  });

const explain = async (upsell_id: string, query: Record<string, string> = {}) => {
  const asked = new URLSearchParams({ upsell_id, ...query });
  const { body } = await services.call("GET", `/checkout/v1/shop/explanation?${asked}`, { key: shop.key });
  return body.offers.find(({ id }: Shown) => id === upsell_id);
};

test("the answer has what follows each answer, in the place of the first, and nothing of it on its own", async () => {
  const cheaper = await offer("mug", { discount: { type: "percentage", value: 30 } });
  const last = await offer("laces", { placement: "thank_you" });
  const more = await offer("boots", { next_declined: last, placement: "checkout" });
  const first = await offer("mug", { next_accepted: more, next_declined: cheaper });
  const answer = await ask({ placement: "cart" });
  expect(answer).toMatchObject([
    {
      id: first,
      after: {
        accepted: { id: more, placement: "cart", after: { declined: { id: last, placement: "cart" } } },
        declined: { id: cheaper, final_price: 7 },
      },
    },
  ]);
  expect(answer[0]?.after?.declined).not.toHaveProperty("after");
  expect(await ask({ placement: "checkout" })).toEqual([]);
  await set(first, { status: "inactive" });
  expect(await ask()).toEqual([]);
  await set(first, { next_accepted: null });
  expect((await ask()).map(({ id }) => id)).toEqual([more]);
});

test("what follows has its own number of pieces, words and price before, and is charged as many times", async () => {
  const laces = { id: "laces", title: "Laces", price: 5, compare_at_price: 6, tax_included: true };
  await write("PUT", "/products", { products: [laces] });
  const next = await offer("laces", { quantity: { least: 2, most: 3 }, texts: { de: { headline: "Dazu" } } });
  await offer("mug", { next_accepted: next });
  const terms = { price: 5, compare_at_price: 6, final_price: 4.5, quantity: { least: 2, most: 3 } };
  expect((await ask({ placement: "cart", language: "de" }))[0]?.after).toMatchObject({
    accepted: { id: next, ...terms, product: { tax_included: true }, words: { headline: "Dazu" } },
  });
  expect((await accept(next, { cart: ["mug"], quantity: 3 })).body).toMatchObject({ list_price: 15, price: 13.5 });
  expect((await accept(next, { cart: ["mug"], quantity: 4 })).status).toBe(400);
});

test("conditions on the cart are of the cart with what was accepted before", async () => {
  const next = await offer("laces", { audience: { cart_min: 90, products: ["mug"] }, trigger_products: ["mug"] });
  const first = await offer("mug", { next_accepted: next, next_declined: next });
  expect((await ask({ cart: "boots" }))[0]?.after).toMatchObject({ accepted: { id: next } });
  expect((await ask({ cart: "boots" }))[0]?.after).not.toHaveProperty("declined");
  expect((await ask({ cart: "unknown" }))[0]).toEqual(expect.not.objectContaining({ after: expect.anything() }));
  expect((await accept(next, { cart: ["boots", "mug"] })).status).toBe(201);
  expect((await accept(next, { cart: ["boots"] })).status).toBe(409);
  // With what was accepted since, the cart is worth more than when the first offer was shown.
  await set(first, { audience: { cart_max: 80 } });
  expect((await accept(next, { cart: ["boots", "mug"] })).status).toBe(201);
  await set(first, { audience: { cart_min: 200 } });
  expect((await accept(next, { cart: ["boots", "mug"] })).status).toBe(409);
});

test("what follows gets a ticket at its own price, for those to whom the chain is shown", async () => {
  const next = await offer("laces", { placement: "thank_you" });
  const first = await offer("mug", {
    next_declined: next,
    audience: { countries: ["DE"] },
    limits: { accepted_in_all: 1 },
  });
  const asked = { placement: "cart", visitor_id: "v1" };
  expect((await accept(next, asked)).status).toBe(409);
  const taken = await accept(next, { ...asked, country: "DE" });
  expect(taken).toMatchObject({ status: 201, body: { upsell_id: next, price: 4.5 } });
  const { rows } = await services.db.$client.query("select placement from checkout.ticket where id = $1", [
    taken.body.id,
  ]);
  expect(rows).toEqual([{ placement: "cart" }]);
  // The first offer may have sold its last piece to this shopper, or rest after it was declined.
  expect((await accept(first, { ...asked, country: "DE" })).status).toBe(201);
  forgetCatalogue(services.db, shop.tenantId);
  const occurred_at = new Date().toISOString();
  await shop.claim([make.declined("d1", { upsell_id: first, visitor_id: "v1", occurred_at })]);
  expect(await ask({ country: "DE" })).toEqual([]);
  expect((await accept(next, { ...asked, country: "DE" })).status).toBe(201);
  expect((await accept(next, { ...asked, country: "FR", cart: ["mug"] })).status).toBe(409);
  expect((await accept(next, { ...asked, country: "DE", placement: "checkout" })).status).toBe(409);
  await set(first, { status: "inactive" });
  expect((await accept(next, { ...asked, country: "DE" })).status).toBe(409);
});

test("a variant of an experiment changes what follows as well, and counts as applied", async () => {
  const next = await offer("laces");
  const first = await offer("mug", { next_declined: next });
  const changes = { offers: [{ upsell_id: next, discount: { type: "percentage", value: 50 } }], bundles: [] };
  await services.db.insert(experiment).values({
    ...{ tenantId: shop.tenantId, id: "exp_a", name: "Deeper", status: "running", startedAt: new Date() },
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
  forgetCatalogue(services.db, shop.tenantId);
  const prices = new Set<unknown>();
  for (let n = 0; n < 20; n++) {
    const visitor_id = `v${n}`;
    const sent = { key: shop.pub, headers: { "user-agent": browser } };
    const { body } = await services.call("GET", `/checkout/storefront/v1/offers?visitor_id=${visitor_id}`, sent);
    const variant = body.applied[0]?.variant;
    const { final_price } = body.offers[0].after.declined;
    expect(final_price).toBe(variant === "b" ? 2.5 : 4.5);
    expect((await accept(next, { visitor_id })).body.price).toBe(final_price);
    prices.add(final_price);
  }
  expect(prices.size).toBe(2);
  expect((await explain(first)).stopped_by).toBeNull();
});

test("an explanation says after which offers another is shown, or what ends the chain before it", async () => {
  const next = await offer("laces", { audience: { products: ["mug"] } });
  const first = await offer("mug", { next_accepted: next, name: "First", trigger_products: ["boots"] });
  expect(await explain(next, { cart: "boots" })).toMatchObject({ stopped_by: "follows", after: ["First"] });
  expect(await explain(first, { cart: "boots" })).toMatchObject({ stopped_by: null });
  await set(next, { audience: { countries: ["DE"] } });
  expect(await explain(next, { cart: "boots" })).toMatchObject({ stopped_by: "countries" });
  expect(await explain(next, { country: "DE" })).toMatchObject({ stopped_by: "follows", after: ["First"] });
  await set(next, { status: "inactive" });
  expect(await explain(next, { cart: "boots" })).toMatchObject({ stopped_by: "not_active" });
});

const products = ["mug", "boots", "laces", "tin", "kettle", "press", "gone"] as const;
const one = fc.record({
  product_id: fc.constantFrom(...products),
  status: fc.constantFrom("active", "active", "active", "inactive"),
  placement: fc.constantFrom("cart", "checkout"),
  countries: fc.constantFrom<string[]>([], [], ["DE"], ["FR"]),
  trigger_products: fc.constantFrom<string[]>([], [], [], ["boots"]),
  next_accepted: fc.option(fc.nat(6), { freq: 3 }),
  next_declined: fc.option(fc.nat(6), { freq: 3 }),
});

test("of random chains, shoppers are shown exactly what the rules allow, and can accept all of it", async () => {
  let followers = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(one, { minLength: 5, maxLength: 7 }),
      fc.constantFrom("", "boots", "laces", "boots,laces"),
      async (drafts, told) => {
        await services.db.delete(upsell);
        const offers: { id: string; draft: (typeof drafts)[number]; next: Record<string, string> }[] = [];
        for (const draft of drafts) {
          const { countries, next_accepted: _, next_declined: __, ...rest } = draft;
          const audience = countries.length > 0 ? { countries } : {};
          offers.push({ id: await offer(rest.product_id, { ...rest, audience }), draft, next: {} });
        }
        for (const { id, draft, next } of offers) {
          for (const answer of ["accepted", "declined"] as const) {
            const to = offers[draft[`next_${answer}`] ?? -1]?.id;
            if (to === undefined) continue;
            const body = { [`next_${answer}`]: to };
            const { status } = await services.call("PUT", `/checkout/v1/upsells/${id}`, { key: shop.key, body });
            if (status === 200) next[answer] = to;
          }
        }
        forgetCatalogue(services.db, shop.tenantId);
        const led = new Set(offers.flatMap(({ next }) => Object.values(next)));
        const mayBeShown = (id: string | undefined, cart: string[]) => {
          const { draft } = offers.find((offer) => offer.id === id) ?? {};
          if (draft?.status !== "active" || draft.product_id === "gone" || cart.includes(draft.product_id)) return;
          if (draft.countries.length > 0 && !draft.countries.includes("DE")) return;
          return draft.trigger_products.every((trigger) => cart.includes(trigger)) ? draft : undefined;
        };
        const cart = told.split(",").filter(Boolean);
        const answer = await ask({ country: "DE", cart: told });
        const expected = offers.filter(({ id }) => !led.has(id) && mayBeShown(id, cart)).map(({ id }) => id);
        expect(answer.every(({ id }) => expected.includes(id))).toBe(true);
        expect(answer.length).toBe(Math.min(3, expected.length));
        const walk = async (shown: Shown, held: string[], steps: number): Promise<void> => {
          expect(steps).toBeLessThanOrEqual(3);
          const next = offers.find(({ id }) => id === shown.id)?.next ?? {};
          for (const how of ["accepted", "declined"] as const) {
            const then = how === "accepted" ? [...held, shown.product_id] : held;
            const to = next[how];
            const follower = shown.after?.[how];
            expect(follower?.id).toBe(mayBeShown(to, then) && to);
            if (!follower) continue;
            followers++;
            expect(follower.placement).toBe(shown.placement);
            const asked = { country: "DE", cart: then, placement: shown.placement };
            expect((await accept(follower.id, asked)).status, JSON.stringify([drafts, told])).toBe(201);
            await walk(follower, then, steps + 1);
          }
        };
        for (const shown of answer) await walk(shown, cart, 1);
      },
    ),
    { numRuns: 60 },
  );
  expect(followers).toBeGreaterThan(0);
}, 120_000);
