import { expect, test } from "vitest";
import { bodyOf, isToDo, writesOf as writes } from "./ship";

const offer = {
  id: "up_1",
  name: "Care kit",
  status: "active",
  product_id: "kit",
  discount: { type: "percentage", value: 10 },
  placement: "cart",
};
const bundle = { id: "bun_1", name: "Morning set", pricing: { type: "percentage_off", value: 10 } };
const limits = { max_offers_per_checkout: 3, cooldown_hours: 24 };
const live = { offers: new Map([["up_1", offer]]), bundles: new Map([["bun_1", bundle]]), limits };
const products = [{ id: "kit", title: "Kit", image_url: null, price: 24.9 }];
const writesOf = (changes: Parameters<typeof writes>[0], known = products) => writes(changes, live, known);
const none = { offers: [], bundles: [] };

test("a variant's changes become one write for each offer, product, bundle and the settings", () => {
  const writes = writesOf({
    offers: [{ upsell_id: "up_1", discount: { type: "percentage", value: 20 }, first: true, title: "Leather kit" }],
    bundles: [{ bundle_id: "bun_1", pricing: { type: "fixed_price", value: 30 } }],
    settings: { max_offers_per_checkout: 1, cooldown_hours: 0 },
  });
  expect(writes.map((write) => [write.kind, write.id, bodyOf(write)])).toEqual([
    ["upsell", "up_1", { discount: { type: "percentage", value: 20 }, priority: 100 }],
    ["product", "kit", { title: "Leather kit" }],
    ["bundle", "bun_1", { pricing: { type: "fixed_price", value: 30 } }],
    ["settings", "", { upsells: { max_offers_per_checkout: 1 }, offers: { cooldown_hours: 0 } }],
  ]);
  expect(writes[0]?.differences[0]?.before).toEqual({ type: "percentage", value: 10 });
  expect(writes.every(isToDo)).toBe(true);
});

test("an offer that a variant leaves out is switched off", () => {
  const [write] = writesOf({ ...none, offers: [{ upsell_id: "up_1", off: true }] });
  expect(write && bodyOf(write)).toEqual({ status: "inactive" });
});

test("what is live already is not written again", () => {
  const [offer] = writesOf({ ...none, offers: [{ upsell_id: "up_1", placement: "cart" }] });
  expect(offer && isToDo(offer)).toBe(false);
});

test("a title belongs to the product that the variant offers", () => {
  const offers = [{ upsell_id: "up_1", product_id: "wax", title: "Wax" }];
  const known = [...products, { id: "wax", title: "Old wax", image_url: null, price: 5 }];
  const writes = writesOf({ ...none, offers }, known);
  expect(writes.map(({ kind, id, name }) => [kind, id, name])).toEqual([
    ["upsell", "up_1", "Care kit"],
    ["product", "wax", "Old wax"],
  ]);
});

test("an offer that no longer exists cannot be changed", () => {
  const [write] = writesOf({ ...none, offers: [{ upsell_id: "gone", placement: "checkout" }] });
  expect(write).toMatchObject({ missing: true, name: "gone" });
  expect(write && isToDo(write)).toBe(false);
});
