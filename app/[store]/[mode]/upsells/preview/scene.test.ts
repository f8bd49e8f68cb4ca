import { expect, test } from "vitest";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { sceneOf } from "./scene";

const upsell: UpsellDraft = {
  name: "Grinder",
  product_id: "prod_c",
  trigger_products: ["prod_a", "prod_b"],
  discount: { type: "percentage", value: 15 },
  placement: "post_purchase",
  status: "active",
};
const products = new Map([
  ["prod_a", { name: "Beans", price: 1190 }],
  ["prod_c", { name: "Hand grinder", price: 8900 }],
]);

test("known products have names and prices, and the order has totals for accepting and declining", () => {
  expect(sceneOf(upsell, products, "EUR")).toEqual({
    placement: "post_purchase",
    product: { id: "prod_c", name: "Hand grinder", price: 8900, sample: false },
    pieces: { least: 1, most: 1 },
    after: 7565,
    saved: 1335,
    cart: { id: "prod_a", name: "Beans", price: 1190, sample: false },
    totals: { declined: 1190, accepted: 1190 + 7565 },
  });
});

test("a product without a price has a sample price, in the digits of its currency", () => {
  expect(sceneOf(upsell, new Map(), "EUR").product).toEqual({
    id: "prod_c",
    name: "prod_c",
    price: 4000,
    sample: true,
  });
  expect(sceneOf(upsell, new Map(), "JPY").product.price).toBe(40);
  expect(sceneOf(upsell, new Map([["prod_c", { name: "Hand grinder", price: null }]]), "EUR").product).toMatchObject({
    name: "Hand grinder",
    sample: true,
  });
});

test("an unknown discount shows no savings", () => {
  const scene = sceneOf({ ...upsell, discount: { type: "bogo", value: 1 } }, products, "EUR");
  expect(scene).toMatchObject({ after: null, saved: 0, totals: { accepted: 1190 + 8900 } });
});

test('an offer for every cart shows no cart, and an unknown placement counts as "other"', () => {
  expect(sceneOf({ ...upsell, trigger_products: [], placement: "exit_popup" }, products, "EUR")).toMatchObject({
    cart: null,
    placement: "other",
    totals: { declined: 0, accepted: 7565 },
  });
});

test("several pieces cost as many times as much, each rounded as one", () => {
  const cup = new Map([["prod_c", { name: "Cup", price: 335 }]]);
  const ten = { ...upsell, trigger_products: [], discount: { type: "percentage", value: 10 } };
  // 3.35 less 10 % are 3.015.
  expect(sceneOf({ ...ten, quantity: { least: 3, most: 5 } }, cup, "EUR")).toMatchObject({
    pieces: { least: 3, most: 5 },
    product: { price: 1005 },
    after: 906,
    saved: 99,
    totals: { accepted: 906 },
  });
});
