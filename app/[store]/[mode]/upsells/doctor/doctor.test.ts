import fc from "fast-check";
import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { catalogueOf } from "@/lib/i18n/catalogues";
import { comparisonOf, type Examined, examine, ownFindings, type Surroundings, verdictOf } from "./doctor";

const t = createTranslator({
  locale: "de",
  messages: await catalogueOf("de"),
  namespace: "upsells.doctor",
});

const upsell: Examined = {
  id: "ups_1",
  name: "Care kit",
  status: "active",
  product_id: "kit",
  trigger_products: ["boots", "shoes"],
  discount: { type: "percentage", value: 15 },
  placement: "cart",
};
const other = (fields: Partial<Upsell> = {}): Upsell => ({ ...upsell, id: "ups_2", name: "Other kit", ...fields });
const around = (more: Partial<Surroundings> = {}): Surroundings => ({ currency: "EUR", price: 4000, ...more });
const codes = (patient: Examined, more?: Partial<Surroundings>) =>
  examine(patient, around(more)).map(({ code }) => code);

test("a sound offer has no findings", () => {
  expect(examine(upsell, around({ others: [], maxOffers: 3 }))).toEqual([]);
});

test.each(["inactive", "draft"])("an offer that is %s cannot be shown", (status) => {
  expect(examine({ ...upsell, status }, around())).toEqual([{ code: "not_active", status, weight: "stops" }]);
});

test.each(["draft", "archived", "deleted"] as const)(
  "an offer for a product that is %s cannot be shown",
  (withheld) => {
    expect(examine(upsell, around({ withheld }))).toEqual([
      { code: "withheld", product: "kit", status: withheld, weight: "stops" },
    ]);
  },
);

test("an offer whose product is sold out, or lacks the pieces that are offered, cannot be shown", () => {
  expect(examine(upsell, around({ mostInStock: 0 }))).toEqual([{ code: "sold_out", product: "kit", weight: "stops" }]);
  expect(codes(upsell, { mostInStock: 1 })).toEqual([]);
  expect(codes({ ...upsell, quantity: { least: 2 } }, { mostInStock: 1 })).toEqual(["sold_out"]);
  expect(codes({ ...upsell, quantity: { most: 2 } }, { mostInStock: 1 })).toEqual([]);
});

test("an offer whose last day is over cannot be shown", () => {
  const at = "2026-01-15T09:30:00.000Z";
  const over = { ...upsell, schedule: { ends_at: at } };
  const now = Date.parse(at);
  expect(examine(over, around({ now }))).toEqual([{ code: "over", at, weight: "stops" }]);
  expect(codes(over, { now: now - 1 })).toEqual([]);
});

test("a draft without other faults is ready to be switched on; one with a fault, or without a product, is not", () => {
  const verdict = (patient: Examined, more?: Partial<Surroundings>) =>
    verdictOf(patient, examine(patient, around(more)));
  const draft = { ...upsell, status: "draft" };
  expect(verdict(draft)).toBe("ready");
  expect(verdict(draft, { others: [other()] })).toBe("ready");
  expect(verdict(draft, { withheld: "archived" })).toBe("stopped");
  expect(verdict({ ...draft, product_id: "" })).toBe("stopped");
  expect(verdict({ ...draft, discount: { type: "percentage", value: Number.NaN } })).toBe("stopped");
  expect([verdict(upsell), verdict({ ...upsell, status: "scheduled" })]).toEqual(["clear", "unsure"]);
});

test("an unknown status is reported as a warning only", () => {
  expect(examine({ ...upsell, status: "scheduled" }, around())).toEqual([
    { code: "status_unknown", status: "scheduled", weight: "warns" },
  ]);
});

test("fields that the API does not report cause no findings", () => {
  expect(examine({ id: "ups_1", name: "Care kit", product_id: "kit" }, around())).toEqual([]);
});

test("an offer without a trigger is reported as shown in every cart", () => {
  expect(codes({ ...upsell, trigger_products: [] })).toEqual(["no_trigger"]);
});

test("an offer whose product is its own trigger is stopped only if it has no other trigger", () => {
  expect(examine({ ...upsell, trigger_products: ["kit", "boots"] }, around())).toEqual([
    { code: "own_trigger", product: "kit", only: false, weight: "warns" },
  ]);
  expect(examine({ ...upsell, trigger_products: ["kit"] }, around())).toEqual([
    { code: "own_trigger", product: "kit", only: true, weight: "stops" },
  ]);
});

test.each([
  [{ type: "percentage", value: 0.5 }, "Der Rabatt muss zwischen 1 und 100 % liegen."],
  [{ type: "percentage", value: 101 }, "Der Rabatt muss zwischen 1 und 100 % liegen."],
  [{ type: "fixed_amount", value: 0 }, "Der Rabatt muss mehr als 0 und höchstens 1.000.000 sein."],
])("a discount of %o is out of range, which is said in the reader’s language", (discount, sentence) => {
  const found = ownFindings({ ...upsell, discount });
  expect(found).toEqual([{ code: "discount_out_of_range", type: discount.type, weight: "warns" }]);
  expect(t("discount_out_of_range", { type: discount.type })).toBe(sentence);
});

test("without a price, the offer cannot be charged; of another service nobody knows, so it is only noted", () => {
  const unpriced = { code: "price_unknown", product: "kit" };
  expect(examine(upsell, around({ price: null, unknown: false }))).toEqual([{ ...unpriced, weight: "warns" }]);
  expect(examine(upsell, around({ price: null }))).toEqual([{ ...unpriced, weight: "notes" }]);
  const unheard = [
    { code: "product_unknown", product: "kit", weight: "warns" },
    { ...unpriced, weight: "warns" },
  ];
  expect(examine(upsell, around({ price: undefined, unknown: true }))).toEqual(unheard);
  expect(examine(upsell, around({ unknown: true }))).toEqual(unheard);
});

test("no price is reported as long as none was looked up, and a free product is reported", () => {
  expect(codes(upsell, { price: undefined })).toEqual([]);
  expect(codes({ ...upsell, discount: { type: "percentage", value: 100 } })).toEqual(["free"]);
  expect(codes({ ...upsell, discount: { type: "fixed_amount", value: 40 } })).toEqual(["free"]);
  expect(codes({ ...upsell, discount: { type: "fixed_amount", value: 39.99 } })).toEqual([]);
});

test("an offer is a duplicate even with its triggers in another order and another discount", () => {
  const twin = other({ trigger_products: ["shoes", "boots"], discount: { type: "percentage", value: 50 } });
  expect(examine(upsell, around({ others: [twin] }))).toEqual([
    { code: "duplicate", upsells: [{ id: "ups_2", name: "Other kit" }], weight: "warns" },
  ]);
});

test.each([
  ["shares a trigger", { trigger_products: ["boots"] }, ["overlap"]],
  ["needs no trigger", { trigger_products: [] }, ["overlap"]],
  ["has other triggers", { trigger_products: ["belt"] }, []],
  ["shows elsewhere", { placement: "thank_you" }, []],
  ["is of another product", { product_id: "wax" }, []],
  ["is switched off", { status: "inactive" }, []],
  ["is this very offer", { id: "ups_1" }, []],
] as [string, Partial<Upsell>, string[]][])("an offer that %s", (_, fields, expected) => {
  expect(codes(upsell, { others: [other(fields)] })).toEqual(expected);
});

test("an offer of the same product is only noted if the list leaves triggers out", () => {
  const { trigger_products: _, ...listed } = other();
  expect(examine(upsell, around({ others: [listed] }))).toEqual([
    { code: "same_product", upsells: [{ id: "ups_2", name: "Other kit" }], weight: "notes" },
  ]);
});

test("more offers than a checkout shows are reported with the cart that has the most", () => {
  const others = ["a", "b", "c"].map((id) => other({ id, product_id: id, trigger_products: ["shoes"] }));
  expect(codes(upsell, { others, maxOffers: 4 })).toEqual([]);
  expect(examine(upsell, around({ others, maxOffers: 3 }))).toEqual([
    { code: "too_many", product: "shoes", count: 4, max: 3, weight: "warns" },
  ]);
  const everywhere = { ...upsell, trigger_products: [] };
  const others2 = [other({ id: "a", product_id: "a", trigger_products: [] }), ...others];
  expect(examine(everywhere, around({ others: others2, maxOffers: 1 }))).toContainEqual({
    code: "too_many",
    product: null,
    count: 2,
    max: 1,
    weight: "warns",
  });
  expect(codes(upsell, { others })).toEqual([]);
});

test("an offer for a product that is already in the cart does not count", () => {
  const others = [other({ id: "a", product_id: "boots", trigger_products: ["boots"] })];
  expect(codes({ ...upsell, trigger_products: ["boots"] }, { others, maxOffers: 1 })).toEqual([]);
});

test("an offer is not compared with itself", () => {
  expect(comparisonOf("ups_1", [other({ id: "ups_1" })], 1)).toEqual({ code: "compared", count: 0 });
  expect(comparisonOf("ups_1", [other({ id: "ups_1" }), other()], 2)).toEqual({ code: "compared", count: 1 });
  expect(comparisonOf(undefined, [other({ id: "ups_1" }), other()], 2)).toEqual({ code: "compared", count: 2 });
  expect(comparisonOf("ups_1", [other({ id: "ups_1" }), other()], 150)).toEqual({
    code: "comparedSome",
    count: 1,
    total: 149,
  });
});

test("only offers that are switched on are counted, even if the API lists all of them", () => {
  const listed = [other({ id: "ups_1" }), other(), other({ id: "ups_3", status: "draft" })];
  expect(comparisonOf("ups_1", listed, 3)).toEqual({ code: "compared", count: 1 });
  expect(comparisonOf("ups_1", listed, null)).toEqual({ code: "compared", count: 1 });
  // The total of all offers says nothing about how many are switched on.
  expect(comparisonOf("ups_1", listed, 150)).toEqual({ code: "comparedFirst", count: 3, total: 150 });
});

test("an offer that follows another is compared with none and needs no trigger product", () => {
  const cheaper = { ...upsell, trigger_products: [] };
  expect(codes(cheaper, { others: [other()] })).toEqual(["no_trigger", "overlap"]);
  expect(codes(cheaper, { others: [other()], followers: new Set(["ups_1"]) })).toEqual([]);
  expect(codes(upsell, { others: [other()], followers: new Set(["ups_2"]) })).toEqual([]);
});

test("a chain that ends before an offer which is switched off says so, with its name", () => {
  const next = [other({ name: "Half price", status: "inactive" }), other({ id: "ups_3" })];
  expect(examine(upsell, around({ next }))).toEqual([
    { code: "next_off", upsells: [{ id: "ups_2", name: "Half price" }], weight: "warns" },
  ]);
});

test("the weightiest finding always comes first", () => {
  const word = fc.constantFrom("kit", "boots", "shoes");
  const upsells = fc.record({
    id: fc.constantFrom("1", "2", "3"),
    status: fc.constantFrom("active", "draft", "paused"),
    product_id: word,
    trigger_products: fc.uniqueArray(word),
    discount: fc.record({ type: fc.constantFrom("percentage", "fixed_amount"), value: fc.integer({ max: 200 }) }),
    placement: fc.constantFrom("cart", "checkout"),
  });
  const order = ["stops", "warns", "notes"];
  fc.assert(
    fc.property(upsells, fc.array(upsells), fc.integer({ min: 1, max: 4 }), (patient, others, maxOffers) => {
      const found = examine(patient, around({ others, maxOffers, price: null })).map(({ weight }) => weight);
      expect(found).toEqual(found.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
      // Only an offer that is switched on can be shown; for a draft, the doctor must say so.
      expect(found.includes("stops") || patient.status !== "draft").toBe(true);
    }),
  );
});
