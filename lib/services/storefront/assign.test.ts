import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { experimentDraft, type VariantChanges } from "../../contract/checkout/experiment-draft.ts";
import { experiment } from "../../database/schema/checkout.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { browser, type Event, make, openShop, type Shop } from "../../testing/shop.ts";
import type { Context } from "../kernel/context.ts";
import { answerFor, assignVariant } from "./assign.ts";
import { catalogueOf, forgetCatalogue } from "./catalogue-cache.ts";

let services: TestServices;
let shop: Shop;

beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  shop = await openShop(services);
  const products = [
    { id: "p", title: "Mug", price: 10 },
    { id: "p_kit", title: "Kit", price: 40, image_url: "https://shop.test/kit.webp" },
  ];
  await write("PUT", "/products", { products });
  const pricing = { type: "fixed_price", value: 15 };
  await write("PUT", "/bundles/bun_a", { products: [{ product_id: "p", quantity: 2 }], pricing });
});

async function write(method: string, path: string, body: object) {
  const { status, body: answer } = await services.call(method, `/checkout/v1${path}`, { key: shop.key, body });
  expect(status, JSON.stringify(answer)).toBeLessThan(300);
}

type Plan = Record<string, unknown>;
type Running = { id?: string; slots?: [number, number][]; plan?: Plan; weights?: [number, number] };

/** The visitor's variant is "b" for half of the visitors, and for all of them with the weights 1 and 10,000 nearly. */
async function run(changes: Partial<VariantChanges>, { id = "exp_a", slots, plan = {}, weights }: Running = {}) {
  const [control, other] = weights ?? [1, 1];
  const variants = [
    { name: "control", weight: control },
    { name: "b", weight: other, changes },
  ];
  const design = experimentDraft.parse({ name: id, variants, plan });
  const unknown = { base: null, deviation: null, visitors_per_day: null, visitors_needed: null, days_needed: null };
  await services.db.insert(experiment).values({
    tenantId: shop.tenantId,
    id,
    name: id,
    status: "running",
    variants: design.variants as (typeof experiment.$inferInsert)["variants"],
    plan: design.plan ?? null,
    frozen: { ...unknown, cap: null, slots: slots ?? [[0, 10_000]] },
    startedAt: new Date(),
  });
  forgetCatalogue(services.db, shop.tenantId);
}

async function set(values: Partial<typeof experiment.$inferInsert>, id = "exp_a") {
  await services.db
    .update(experiment)
    .set(values)
    .where(and(eq(experiment.tenantId, shop.tenantId), eq(experiment.id, id)));
  forgetCatalogue(services.db, shop.tenantId);
}

type Asked = { path?: string; headers?: Record<string, string>; key?: string };
async function ask(query: string, { path = "offers", headers = {}, key = shop.pub }: Asked = {}) {
  const sent = { key, headers: { "user-agent": browser, ...headers } };
  const { status, body } = await services.call("GET", `/checkout/storefront/v1/${path}?${query}`, sent);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const idsOf = ({ offers }: { offers: Event[] }) => offers.map(({ id }) => id);

function visitorsOf(id: string) {
  const variants = ["control", "b"].map((name) => ({ name, weight: 1 }));
  const of = (variant: string) =>
    Array.from({ length: 50 }, (_, n) => `v${n}`).find((visitor) => assignVariant(id, visitor, variants) === variant);
  return { control: of("control") as string, b: of("b") as string };
}

/** The first visitor of each variant who takes part. */
async function visitors(query = "") {
  const found = new Map<string, string>();
  for (let n = 0; n < 200 && found.size < 2; n++) {
    const [applied] = (await ask(`visitor_id=v${n}${query}`)).applied;
    if (applied && !found.has(applied.variant)) found.set(applied.variant, `v${n}`);
  }
  const [control, b] = [found.get("control"), found.get("b")];
  if (control === undefined || b === undefined) throw new Error("Not every variant has a visitor.");
  return { control, b };
}

describe("a variant changes", () => {
  const [offer] = [{ upsell_id: "ups_b" }];
  const noMorePrices = { compare_at_price: null, tax_included: null };
  test.each<[string, VariantChanges["offers"][number], (offers: Event[]) => unknown, unknown]>([
    ["whether an offer is shown", { ...offer, off: true }, (list) => list.map(({ id }) => id), ["ups_a", "ups_c"]],
    [
      "the discount, and with it the price",
      { ...offer, discount: { type: "fixed_amount", value: 2.5 } },
      (list) => [list[1]?.discount, list[1]?.price, list[1]?.final_price],
      [{ type: "fixed_amount", value: 2.5 }, 10, 7.5],
    ],
    [
      "the product, with all that is known of it",
      { ...offer, product_id: "p_kit" },
      (list) => [list[1]?.product_id, list[1]?.product, list[1]?.final_price],
      [
        "p_kit",
        { id: "p_kit", title: "Kit", price: 40, image_url: "https://shop.test/kit.webp", url: null, ...noMorePrices },
        36,
      ],
    ],
    [
      "the title and the picture",
      { ...offer, title: "Big mug", image_url: "https://shop.test/big.webp" },
      (list) => list[1]?.product,
      { id: "p", title: "Big mug", price: 10, image_url: "https://shop.test/big.webp", url: null, ...noMorePrices },
    ],
    ["the placement", { ...offer, placement: "checkout" }, (list) => list[1]?.placement, "checkout"],
    ["which offer is the first", { ...offer, first: true }, (list) => list[0]?.id, "ups_b"],
  ])("%s, and everybody else sees what is live", async (_, change, seen, expected) => {
    const before = (await ask("")).offers;
    await run({ offers: [change] });
    const { control, b } = await visitors();
    const changed = await ask(`visitor_id=${b}`);
    expect(seen(changed.offers)).toEqual(expected);
    expect(changed.applied).toEqual([{ experiment_id: "exp_a", variant: "b" }]);
    expect(changed.experiments.map(({ experiment_id }: Event) => experiment_id)).toEqual(["exp_1"]);
    expect((await ask(`visitor_id=${control}`)).offers).toEqual(before);
    expect(await ask("")).toMatchObject({ offers: before, applied: [] });
    await set({ pausedAt: new Date() });
    expect(await ask(`visitor_id=${b}`)).toMatchObject({ offers: before, applied: [] });
    await set({ pausedAt: null });
    expect((await ask(`visitor_id=${b}`)).offers).toEqual(changed.offers);
    await set({ status: "completed", endedAt: new Date() });
    expect(await ask(`visitor_id=${b}`)).toMatchObject({ offers: before, applied: [] });
  });

  test("how many offers a checkout has at most", async () => {
    await run({ settings: { max_offers_per_checkout: 1 } });
    const { control, b } = await visitors();
    expect(idsOf(await ask(`visitor_id=${b}`))).toEqual(["ups_a"]);
    expect(idsOf(await ask(`visitor_id=${control}`))).toHaveLength(3);
  });

  test("how long a declined offer rests", async () => {
    const declined = (visitor: string) =>
      shop.send([make.declined(`d-${visitor}`, { upsell_id: "ups_b", visitor_id: visitor, occurred_at: ago(2.5) })]);
    await write("PATCH", "/settings", { offers: { cooldown_hours: 0 } });
    await run({ settings: { cooldown_hours: 3 } });
    const { control, b } = visitorsOf("exp_a");
    expect(await ask(`visitor_id=${b}`)).toMatchObject({ applied: [] });
    for (const visitor of [control, b]) await declined(visitor);
    const applied = (variant: string) => [{ experiment_id: "exp_a", variant }];
    const [live, tested] = [await ask(`visitor_id=${control}`), await ask(`visitor_id=${b}`)];
    expect([idsOf(live), live.applied]).toEqual([["ups_a", "ups_b", "ups_c"], applied("control")]);
    expect([live.cooldown_hours, tested.cooldown_hours]).toEqual([0, 3]);
    expect([idsOf(tested), tested.applied]).toEqual([["ups_a", "ups_c"], applied("b")]);
  });

  test("what a bundle costs", async () => {
    await run({ bundles: [{ bundle_id: "bun_a", pricing: { type: "percentage_off", value: 50 } }] });
    const prices = async (visitor: string) => {
      const { bundles, applied } = await ask(`visitor_id=${visitor}`, { path: "bundles" });
      return [bundles.find(({ id }: Event) => id === "bun_a").price, applied[0]?.variant];
    };
    const found = await Promise.all(Array.from({ length: 20 }, (_, n) => prices(`v${n}`)));
    expect(new Set(found.map(String))).toEqual(new Set(["15,control", "10,b"]));
    const elsewhere = await ask("visitor_id=v1&product=p_kit", { path: "bundles" });
    expect(elsewhere).toMatchObject({ bundles: [], applied: [] });
    expect((await ask("visitor_id=v1")).applied).toEqual([]);
  });
});

describe("an offer that a visitor declined", () => {
  const decline = (visitor: string, hours: number) =>
    shop.send([make.declined(`d-${visitor}`, { upsell_id: "ups_a", visitor_id: visitor, occurred_at: ago(hours) })]);

  test("an offer that a visitor declined rests for 24 hours unless a setting says more", async () => {
    await decline("v1", 23.9);
    await decline("v2", 24.1);
    expect(await ask("visitor_id=v1")).toMatchObject({ cooldown_hours: 24 });
    expect(idsOf(await ask("visitor_id=v1"))).toEqual(["ups_b", "ups_c"]);
    expect(idsOf(await ask("visitor_id=v2"))).toEqual(["ups_a", "ups_b", "ups_c"]);
  });

  test("an offer that a visitor declined is shown again at once without a cooldown, and after it with one, and to everybody else as always", async () => {
    await write("PATCH", "/settings", { offers: { cooldown_hours: 0 } });
    await decline("v1", 23);
    await decline("v2", 25);
    expect(idsOf(await ask("visitor_id=v1"))).toEqual(["ups_a", "ups_b", "ups_c"]);
    await write("PATCH", "/settings", { offers: { cooldown_hours: 24 }, upsells: { max_offers_per_checkout: 2 } });
    expect(idsOf(await ask("visitor_id=v1"))).toEqual(["ups_b", "ups_c"]);
    for (const query of ["visitor_id=v2", "visitor_id=v3", ""])
      expect(idsOf(await ask(query))).toEqual(["ups_a", "ups_b"]);
    await decline("v3", -0.01);
    expect(idsOf(await ask("visitor_id=v3"))).toEqual(["ups_b", "ups_c"]);
    await write("PATCH", "/settings", { offers: { cooldown_hours: 0 } });
    expect(idsOf(await ask("visitor_id=v1"))).toEqual(["ups_a", "ups_b"]);
  });

  test("an offer that a visitor declined rests for visitors of the holdout too, and of another store it says nothing", async () => {
    await decline("v1", 1);
    const other = await openShop(services);
    await write("PATCH", "/settings", { offers: { cooldown_hours: 2 }, experiments: { holdout_percent: 50 } });
    await run({ offers: [{ upsell_id: "ups_b", off: true }] });
    expect(idsOf(await ask("visitor_id=v1"))).not.toContain("ups_a");
    const { status } = await services.call("PATCH", "/checkout/v1/settings", {
      key: other.key,
      body: { offers: { cooldown_hours: 2 } },
    });
    expect(status).toBe(200);
    expect(idsOf(await ask("visitor_id=v1", { key: other.pub }))).toContain("ups_a");
  });
});

describe("an experiment is applied only where it matters:", () => {
  test("an experiment is applied only where it matters: not for another placement, another cart, or places behind the last that is shown", async () => {
    await write("PUT", "/upsells/ups_b", { trigger_products: ["p_boots"] });
    await run({ offers: [{ upsell_id: "ups_b", discount: { type: "percentage", value: 50 } }] });
    const at = async (query: string) => (await ask(`visitor_id=v1&${query}`)).applied.length;
    expect([await at(""), await at("cart=p_boots"), await at("cart=p_boots&placement=checkout")]).toEqual([0, 1, 0]);
    expect(await at("cart=p_boots,p")).toBe(0);
  });

  test("an offer that comes first is shown though others would fill the checkout, but to no other cart", async () => {
    await write("PATCH", "/settings", { upsells: { max_offers_per_checkout: 1 } });
    await write("PUT", "/upsells/ups_c", { trigger_products: ["p_boots"] });
    await write("PUT", "/upsells/ups_b", { trigger_products: ["p_boots"] });
    await run({ offers: [{ upsell_id: "ups_c", first: true }] });
    const { b } = await visitors("&cart=p_boots");
    expect(idsOf(await ask(`visitor_id=${b}&cart=p_boots`))).toEqual(["ups_c"]);
    expect(await ask(`visitor_id=${b}`)).toMatchObject({ offers: [{ id: "ups_a" }], applied: [] });
  });

  test("a shipped first place is what its variant showed", async () => {
    await run({ offers: [{ upsell_id: "ups_c", first: true }] });
    const { b } = await visitors();
    const tested = idsOf(await ask(`visitor_id=${b}`));
    await set({ status: "completed" });
    await write("PUT", "/upsells/ups_c", { priority: 100 });
    expect([tested, idsOf(await ask(""))]).toEqual(Array(2).fill(["ups_c", "ups_a", "ups_b"]));
  });
});

describe("the audience", () => {
  const phone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";
  const made = (minutes: number) => `cw${(Date.now() - minutes * 60_000).toString(36)}-123456789012`;
  const change = { offers: [{ upsell_id: "ups_a", off: true as const }] };

  test.each<[string, Plan, [query: string, headers?: Record<string, string>][], [string, Record<string, string>?][]]>([
    ["device", { device: "mobile" }, [["visitor_id=v", { "user-agent": phone }]], [["visitor_id=v"]]],
    ["country", { countries: ["DE"] }, [["visitor_id=v&country=de"]], [["visitor_id=v&country=FR"], ["visitor_id=v"]]],
    ["new visitors", { visitors: "new" }, [[`visitor_id=${made(29)}`]], [[`visitor_id=${made(31)}`], ["visitor_id=v"]]],
    [
      "returning visitors",
      { visitors: "returning" },
      [[`visitor_id=${made(31)}`]],
      [[`visitor_id=${made(29)}`], ["visitor_id=v"]],
    ],
    ["a cart of at least", { cart_min: 40 }, [["visitor_id=v&cart=p_kit,p_none"]], [["visitor_id=v"]]],
    ["a cart of at most", { cart_max: 39.99 }, [["visitor_id=v"]], [["visitor_id=v&cart=p_kit"]]],
    ["a product", { products: ["p_x", "p_kit"] }, [["visitor_id=v&cart=p_kit"]], [["visitor_id=v&cart=p_none"]]],
    ["affiliates", { affiliate: true }, [["visitor_id=v&affiliate=1"]], [["visitor_id=v"]]],
    ["no affiliates", { affiliate: false }, [["visitor_id=v"]], [["visitor_id=v&affiliate=1"]]],
  ])("the audience is met by %s", async (_, audience, fitting, others) => {
    await run(change, { plan: { audience } });
    for (const [query, headers] of fitting) expect((await ask(query, { headers })).applied, query).toHaveLength(1);
    for (const [query, headers] of others) expect((await ask(query, { headers })).applied, query).toHaveLength(0);
  });

  test("the audience has the country that the operator's proxy says", async () => {
    process.env.COUNTRY_HEADER = "x-country";
    try {
      await run(change, { plan: { audience: { countries: ["DE"] } } });
      const headers = { "x-country": "DE" };
      expect((await ask("visitor_id=v", { headers })).applied).toHaveLength(1);
      expect((await ask("visitor_id=v&country=FR", { headers })).applied).toHaveLength(0);
    } finally {
      delete process.env.COUNTRY_HEADER;
    }
  });

  test("the audience of new visitors keeps who has seen a variant", async () => {
    await run(change, { plan: { audience: { visitors: "new" } } });
    const other = { offers: [{ upsell_id: "ups_b", off: true as const }] };
    await run(other, { id: "exp_b", plan: { audience: { visitors: "new", device: "mobile" } } });
    const [seen, unseen] = [made(31), `${made(31)}5`];
    const exposed = (id: string) => ({
      id: `x-${id}`,
      type: "experiment.exposed",
      experiment_id: id,
      variant: "b",
      visitor_id: seen,
      occurred_at: ago(0.4),
    });
    expect((await ask(`visitor_id=${seen}`)).applied).toEqual([]);
    expect((await shop.send([exposed("exp_a"), exposed("exp_b")])).body.accepted).toBe(2);
    const kept = async (visitor: string, headers = {}) =>
      (await ask(`visitor_id=${visitor}`, { headers })).applied.map(({ experiment_id }: Event) => experiment_id);
    expect(await kept(seen)).toEqual(["exp_a"]);
    expect(await kept(seen, { "user-agent": phone })).toEqual(["exp_a", "exp_b"]);
    expect(await kept(unseen)).toEqual([]);
    await set({ status: "completed", endedAt: new Date() });
    expect(await kept(seen)).toEqual([]);
  });

  test("the audience needs one more statement only for the value of a cart, a cooldown, and returning visitors", async () => {
    await write("PATCH", "/settings", { offers: { cooldown_hours: 0 } });
    await run(change, { plan: { audience: { cart_min: 1 } } });
    await run(change, { id: "exp_b", plan: { audience: { cart_max: 100 } } });
    const statements = async (query: string) => {
      await ask(query);
      const sent = vi.spyOn(services.db.$client, "query");
      await ask(query);
      const texts = sent.mock.calls.map(([call]) => (call as unknown as { text: string }).text);
      sent.mockRestore();
      return texts.filter((text) => !/key_use|set last_used_at|shop_contact/.test(text)).length;
    };
    expect(await statements("visitor_id=v&cart=p_kit,p")).toBe(2);
    expect(await statements("visitor_id=v")).toBe(1);
    await run(change, { id: "exp_c", plan: { audience: { visitors: "new" } } });
    expect(await statements(`visitor_id=${made(29)}`)).toBe(1);
    expect(await statements(`visitor_id=${made(31)}`)).toBe(2);
    await write("PATCH", "/settings", { offers: { cooldown_hours: 2 } });
    expect(await statements(`visitor_id=${made(31)}&cart=p_kit`)).toBe(2);
    expect(await statements("visitor_id=v")).toBe(2);
    expect(await statements("cart=p")).toBe(1);
  });
});

describe("an offer that was accepted for an order", () => {
  test("an offer that was accepted for an order is not offered for it again, on any page and to any visitor, and for other orders as always", async () => {
    await shop.claim([make.accepted("a", "o1", 5, { upsell_id: "ups_b", occurred_at: ago(0) })]);
    for (const query of ["order=o1", "order=o1&visitor_id=v", "order=o1&cart=x"]) {
      expect(idsOf(await ask(query)), query).toEqual(["ups_a", "ups_c"]);
    }
    for (const query of ["order=o2", ""]) expect(idsOf(await ask(query)), query).toEqual(["ups_a", "ups_b", "ups_c"]);
  });
});

describe("2,000 visitors", () => {
  const n = 2_000;
  const change = { offers: [{ upsell_id: "ups_a", off: true as const }] };

  /** For each visitor, the variant by experiment. */
  async function assignAll() {
    const { db } = services;
    const context = { db, tenantId: shop.tenantId, currency: "EUR", shopper: undefined } as unknown as Context;
    const catalogue = await catalogueOf(db, shop.tenantId);
    const all: Record<string, string>[] = [];
    for (let at = 0; at < n; at++) {
      const { applied } = await answerFor(
        context,
        catalogue,
        { visitor_id: `v${at}`, cart: [] },
        ({ offers, bundles }) => [...offers.keys(), ...bundles.keys()].join(),
      );
      all.push(Object.fromEntries(applied.map(({ experiment_id, variant }) => [experiment_id, variant])));
    }
    return all;
  }
  const isNear = (found: number, share: number) =>
    expect(Math.abs(found - n * share)).toBeLessThan(5 * Math.sqrt(n * share * (1 - share)));

  test("2,000 visitors are split by the weights, and two experiments are independent", async () => {
    await run(change, { weights: [3, 1] });
    await run({ offers: [{ upsell_id: "ups_b", off: true }] }, { id: "exp_b", slots: [[0, 4_000]] });
    const all = await assignAll();
    for (const [a, share] of [
      ["control", 0.75],
      ["b", 0.25],
    ] as const) {
      for (const b of ["control", "b"])
        isNear(all.filter((one) => one.exp_a === a && one.exp_b === b).length, share * 0.2);
      isNear(all.filter((one) => one.exp_a === a && one.exp_b === undefined).length, share * 0.6);
    }
  });

  test("2,000 visitors take part in one experiment of a group, and a larger share moves nobody", async () => {
    await run(change, {
      plan: { group: "prices" },
      slots: [
        [0, 2_500],
        [9_000, 10_000],
      ],
    });
    await run(
      { offers: [{ upsell_id: "ups_b", off: true }] },
      { id: "exp_b", plan: { group: "prices" }, slots: [[2_500, 6_000]] },
    );
    const before = await assignAll();
    expect(before.filter((one) => one.exp_a && one.exp_b)).toEqual([]);
    isNear(before.filter((one) => one.exp_a).length, 0.35);
    isNear(before.filter((one) => one.exp_b).length, 0.35);
    await set({ plan: null, frozen: null, status: "completed" }, "exp_b");
    const [row] = await services.db.select().from(experiment).where(eq(experiment.id, "exp_a"));
    await set({ frozen: { ...row?.frozen, slots: [[0, 10_000]] } as NonNullable<typeof row>["frozen"] });
    const after = await assignAll();
    expect(before.flatMap((one, at) => (one.exp_a && one.exp_a !== after[at]?.exp_a ? [at] : []))).toEqual([]);
  });

  test("visitors of the holdout take part in nothing", async () => {
    await run(change);
    await run({ offers: [{ upsell_id: "ups_b", off: true }] }, { id: "exp_b" });
    await write("PATCH", "/settings", { experiments: { holdout_percent: 12.5 } });
    const all = await assignAll();
    isNear(all.filter((one) => !one.exp_a).length, 0.125);
    expect(all.filter((one) => !one.exp_a !== !one.exp_b)).toEqual([]);
  });
});

test("another process sees that an experiment starts, pauses and ends", { tags: "long" }, async () => {
  const elsewhere = services.another();
  const applied = async () => {
    const query = { key: shop.pub, headers: { "user-agent": browser } };
    return (await elsewhere("GET", "/checkout/storefront/v1/offers?visitor_id=v", query)).body.applied.length;
  };
  expect(await applied()).toBe(0);
  await run({ offers: [{ upsell_id: "ups_a", off: true }] });
  await vi.waitFor(async () => expect(await applied()).toBe(1), { timeout: 8_000, interval: 200 });
  await set({ pausedAt: new Date() });
  await vi.waitFor(async () => expect(await applied()).toBe(0), { timeout: 8_000, interval: 200 });
  await set({ pausedAt: null });
  await vi.waitFor(async () => expect(await applied()).toBe(1), { timeout: 8_000, interval: 200 });
  await set({ status: "completed" });
  await vi.waitFor(async () => expect(await applied()).toBe(0), { timeout: 8_000, interval: 200 });
});
