import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { experimentDraft } from "../../contract/checkout/experiment-draft.ts";
import { experiment } from "../../database/schema/checkout.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { browser, type Event, openShop, type Shop } from "../../testing/shop.ts";
import { forgetCatalogue } from "./catalogue-cache.ts";

let services: TestServices;
let shop: Shop;

beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  shop = await openShop(services);
});

const save = (...products: object[]) =>
  services.call("PUT", "/checkout/v1/products", { key: shop.key, body: { products } });
async function ask(path: string) {
  const sent = { key: shop.pub, headers: { "user-agent": browser } };
  return (await services.call("GET", `/checkout/storefront/v1/${path}`, sent)).body;
}
const idsOf = (list: Event[]) => list.map(({ id }) => id);

test("an offer is shown while its product is active, and while nobody has described the product", async () => {
  const all = ["ups_a", "ups_b", "ups_c"];
  const shown = async () => idsOf((await ask("offers")).offers).sort();
  expect(await shown()).toEqual(all);
  for (const [status, ids] of [
    ["draft", []],
    ["active", all],
    ["archived", []],
  ] as const) {
    await save({ id: "p", title: "Mug", price: 10, status });
    expect(await shown(), status).toEqual(ids);
  }
});

test("a product that is not offered takes no place of another offer", async () => {
  const body = { name: "Kit", product_id: "p_kit", trigger_products: [], placement: "cart", status: "active" };
  const discount = { type: "percentage", value: 10 };
  await services.call("POST", "/checkout/v1/upsells", { key: shop.key, body: { ...body, discount } });
  const one = { upsells: { max_offers_per_checkout: 1 } };
  await services.call("PATCH", "/checkout/v1/settings", { key: shop.key, body: one });
  const shown = async () => (await ask("offers")).offers.map(({ product_id }: Event) => product_id);
  expect(await shown()).toEqual(["p_kit"]);
  await save({ id: "p_kit", title: "Kit", status: "draft" });
  expect(await shown()).toEqual(["p"]);
});

test("a bundle is shown while all its products are active, and one of which shoppers choose without the others", async () => {
  const products = ["p", "p_kit"].map((product_id) => ({ product_id, quantity: 1 }));
  for (const type of ["fixed", "mix_match", "build_a_box"]) {
    const body = { name: type, type, products, pricing: { type: "percentage_off", value: 10 } };
    await services.call("POST", "/checkout/v1/bundles", { key: shop.key, body });
  }
  const shown = async () => {
    const { bundles } = await ask("bundles?product=p");
    return bundles.map(({ type, products }: Event) => [
      type,
      (products as Event[]).map(({ product_id }) => product_id),
    ]);
  };
  const all = ["p", "p_kit"];
  const whole = ["build_a_box", "mix_match", "fixed"].map((type) => [type, all]);
  expect(await shown()).toEqual(whole);
  await save({ id: "p", title: "Mug" }, { id: "p_kit", title: "Kit", status: "archived" });
  expect(await shown()).toEqual([
    ["build_a_box", ["p"]],
    ["mix_match", ["p"]],
  ]);
  await save({ id: "p", title: "Mug", status: "archived" });
  expect(await shown()).toEqual([]);
  await save({ id: "p", title: "Mug" }, { id: "p_kit", title: "Kit" });
  expect(await shown()).toEqual(whole);
});

test("a variant that changes the product shows the offer only if the new product is active", async () => {
  const changes = { offers: [{ upsell_id: "ups_a", product_id: "p_kit" }] };
  const variants = [
    { name: "control", weight: 1 },
    { name: "b", weight: 10_000, changes },
  ];
  const design = experimentDraft.parse({ name: "exp_a", variants, plan: {} });
  const unknown = { base: null, deviation: null, visitors_per_day: null, visitors_needed: null, days_needed: null };
  await services.db.insert(experiment).values({
    tenantId: shop.tenantId,
    id: "exp_a",
    name: "exp_a",
    status: "running",
    startedAt: new Date(),
    variants: design.variants as (typeof experiment.$inferInsert)["variants"],
    plan: design.plan ?? null,
    frozen: { ...unknown, cap: null, slots: [[0, 10_000]] },
  });
  forgetCatalogue(services.db, shop.tenantId);
  const changed = async () => {
    const { offers } = await ask("offers?visitor_id=v1");
    return offers.find(({ id }: Event) => id === "ups_a")?.product_id;
  };
  expect(await changed()).toBe("p_kit");
  await save({ id: "p_kit", title: "Kit", status: "draft" });
  expect(await changed()).toBeUndefined();
  // The offer's own product may be withheld while the variant's is sold.
  await save({ id: "p_kit", title: "Kit" }, { id: "p", title: "Mug", status: "archived" });
  expect(await changed()).toBe("p_kit");
});
