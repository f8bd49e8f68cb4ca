import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { createFormat } from "@/lib/format";
import messages from "@/lib/i18n/messages/en/upsells.json";
import { upsellSentence } from "./scene";

const translate = createTranslator({ locale: "en", messages: { upsells: messages }, namespace: "upsells.sentence" });
const format = createFormat({ locale: "en", currency: "EUR", timeZone: "UTC" });
const list = new Intl.ListFormat("en", { type: "disjunction" });
const say = (upsell: UpsellDraft, names: Record<string, string> = {}) =>
  upsellSentence(upsell, {
    t: translate as never,
    format,
    list: (items: readonly string[]) => list.format(items),
    nameOf: (id) => names[id] ?? id,
  });

const upsell: UpsellDraft = {
  name: "Grinder",
  product_id: "prod_c",
  trigger_products: ["prod_a", "prod_b"],
  discount: { type: "percentage", value: 15 },
  placement: "post_purchase",
  status: "active",
};

test("a sentence describes the offer", () => {
  expect(say(upsell)).toBe(
    "When a shopper has a cart with prod_a or prod_b, offer prod_c at 15% off after purchase. The offer is switched on.",
  );
});

test("a sentence says how many pieces are offered, if there are several or a choice", () => {
  const sold = { ...upsell, trigger_products: [], placement: "", status: "" };
  expect(say({ ...sold, quantity: { least: 3 } })).toBe("With any cart, offer 3 × prod_c at 15% off.");
  expect(say({ ...sold, quantity: { most: 3 } })).toBe("With any cart, offer 1–3 × prod_c at 15% off.");
});

test("the sentence of an offer without triggers names any cart", () => {
  expect(say({ ...upsell, trigger_products: [], status: "draft", placement: "cart" })).toBe(
    "With any cart, offer prod_c at 15% off in the cart. The offer is a draft, so it is not switched on.",
  );
});

test("the sentence of a recommendation says what it offers otherwise", () => {
  expect(say({ ...upsell, recommendation: { kind: "best_seller", category: "Tea" } })).toContain(
    "offer the best seller of Tea (otherwise prod_c) at 15% off after purchase.",
  );
  expect(say({ ...upsell, recommendation: { kind: "bought_together" } })).toContain(
    "offer what is bought together with it most (otherwise prod_c) at 15% off",
  );
});

test("unknown words of another API are shown as they are", () => {
  expect(say({ ...upsell, placement: "exit_popup", status: "paused", discount: { type: "bogo", value: 1 } })).toBe(
    "When a shopper has a cart with prod_a or prod_b, offer prod_c with bogo 1 at “exit_popup”. Its status is “paused”.",
  );
});

test("the sentence of an empty offer mentions no discount", () => {
  const empty = {
    ...upsell,
    product_id: "",
    trigger_products: [],
    discount: { type: "percentage", value: Number.NaN },
  };
  expect(say(empty)).toBe("With any cart, offer a product after purchase. The offer is switched on.");
});

test("products with a name are called by their name", () => {
  expect(say(upsell, { prod_a: "House blend", prod_c: "Hand grinder" })).toBe(
    "When a shopper has a cart with House blend or prod_b, offer Hand grinder at 15% off after purchase. The offer is switched on.",
  );
});

test("the sentence ends before placement and status while they are empty", () => {
  expect(say({ ...upsell, trigger_products: [], placement: "", status: "" })).toBe(
    "With any cart, offer prod_c at 15% off.",
  );
});
