import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commissionFor, type Exclusions, type Sale } from "./commission-for.ts";
import type { Rate, Terms } from "./rules/terms.ts";

const plain: Exclusions = { exclude_tax: true, exclude_shipping: true, excluded_products: [] };
const own = (rate_type: Rate["rate_type"], rate: number): Terms => ({
  version: 1,
  products: new Map(),
  categories: new Map(),
  rest: { rule: "own", rate_type, rate, currency: "EUR" },
  caps: [],
});
const percentage = (rate: number) => own("percentage", rate);
const fixed = (rate: number) => own("fixed", rate);
const line = (product_id: string, unit_price: number, quantity = 1) => ({ product_id, quantity, unit_price });
const sale = (more: Partial<Sale> = {}): Sale => ({
  total: 10_000,
  tax: 0,
  shipping: 0,
  refundedAmount: 0,
  currency: "EUR",
  status: "paid",
  lineItems: [],
  ...more,
});

describe("a commission", () => {
  test("a commission is the rate times the goods after the discount, without tax and shipping", () => {
    // The goods cost 100.00, less 10.00, with 17.10 of tax and 4.90 of shipping.
    const order = sale({ total: 11_200, tax: 1_710, shipping: 490 });
    expect(commissionFor(order, percentage(15), plain)).toMatchObject({
      amount: 1_350,
      arithmetic: {
        order_total: 11_200,
        exclusions: [
          { what: "tax", amount: 1_710 },
          { what: "shipping", amount: 490 },
        ],
        refunded: 0,
        base: 9_000,
        rate: 15,
        rate_type: "percentage",
        exact: "1350",
        rounding: "half_up",
        amount: 1_350,
      },
    });
    expect(commissionFor(order, percentage(15), { ...plain, exclude_tax: false }).arithmetic.base).toBe(10_710);
  });

  test.each([
    [30, 5, "1.5", 2],
    [29, 5, "1.45", 1],
    [1, 50, "0.5", 1],
    [10_000, 7.1234, "712.34", 712],
    [999_999_999_999, 33.3333, "333332999999.666667", 333_333_000_000],
  ])("a commission of %s at %s percent is %s, rounded half up to %s", (total, rate, exact, amount) => {
    expect(commissionFor(sale({ total }), percentage(rate), plain)).toMatchObject({ amount, arithmetic: { exact } });
  });

  test("a commission excludes products together with their share of the discount", () => {
    const order = sale({ total: 9_000, lineItems: [line("boots", 6_000), line("card", 2_000, 2)] });
    const earned = commissionFor(order, percentage(10), { ...plain, excluded_products: ["card", "unknown"] });
    expect(earned).toMatchObject({ amount: 540, lines: [5_400, 0], products: { boots: 540 } });
    expect(earned.arithmetic.exclusions).toContainEqual({ what: "product", product_id: "card", amount: 3_600 });
    expect(earned.arithmetic.exclusions).toHaveLength(3);
  });

  test("shrinks by the share of a refund that falls on the commissionable part", () => {
    const order = sale({ total: 12_000, tax: 2_000, refundedAmount: 3_000, status: "partially_refunded" });
    expect(commissionFor(order, percentage(10), plain)).toMatchObject({
      amount: 750,
      arithmetic: { refunded: 2_500, base: 7_500 },
    });
  });

  test.each([sale({ refundedAmount: 10_000, status: "refunded" }), sale({ status: "cancelled" }), sale({ total: 0 })])(
    "a commission of a sale without any remaining amount is zero",
    (order) => {
      expect(commissionFor(order, percentage(10), plain)).toMatchObject({ amount: 0, arithmetic: { base: 0 } });
      expect(commissionFor(order, fixed(500), plain).amount).toBe(0);
    },
  );

  test("a commission of a fixed rate is that amount, but at most the amount of the sale", () => {
    expect(commissionFor(sale(), fixed(500), plain)).toMatchObject({ amount: 500, arithmetic: { exact: "500" } });
    expect(commissionFor(sale({ total: 300 }), fixed(500), plain).amount).toBe(300);
  });

  test("a commission of a fixed rate in another currency than the order's is zero, and the arithmetic says so", () => {
    const { amount, arithmetic } = commissionFor(sale({ currency: "JPY" }), fixed(500), plain);
    expect(amount).toBe(0);
    expect(arithmetic.exclusions).toContainEqual({ what: "currency", amount: 10_000 });
    expect(commissionFor(sale({ currency: "JPY" }), percentage(5), plain).amount).toBe(500);
  });

  test("a commission is split by product even if an id is the name of a JavaScript property", () => {
    const lineItems = [line("__proto__", 500), line("constructor", 500)];
    const { products } = commissionFor(sale({ total: 1_000, lineItems }), percentage(10), plain);
    expect(Object.entries(products)).toEqual([
      ["__proto__", 50],
      ["constructor", 50],
    ]);
  });
});

const money = fc.integer({ min: 0, max: 1_000_000_000_000 });
const small = fc.oneof(fc.integer({ min: 0, max: 200 }), money);
const product = fc.constantFrom("a", "b", "c", "d");
const anyOrder = fc
  .record({
    lineItems: fc.array(
      fc.record({ product_id: product, quantity: fc.integer({ min: 1, max: 50 }), unit_price: small }),
      { maxLength: 6 },
    ),
    tax: small,
    shipping: small,
    goods: small,
    refund: fc.double({ min: 0, max: 1, noNaN: true }),
    status: fc.constantFrom("paid", "cancelled"),
  })
  .map(({ goods, refund, ...order }) => {
    const total = goods + order.tax + order.shipping;
    return { ...sale(order as Partial<Sale>), total, refundedAmount: Math.floor(total * refund) };
  });
const anyEarner = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }).map((rate) => percentage(rate / 10_000)),
  small.map(fixed),
);
const anyRules = fc.record({
  exclude_tax: fc.boolean(),
  exclude_shipping: fc.boolean(),
  excluded_products: fc.uniqueArray(product),
});
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

describe("for any order, rate and rules", () => {
  test("a commission is neither negative nor above its base, and its parts add up", () => {
    fc.assert(
      fc.property(anyOrder, anyEarner, anyRules, (order, earner, rules) => {
        const { amount, arithmetic, lines, products } = commissionFor(order, earner, rules);
        const { base, refunded, exclusions } = arithmetic;
        expect(Number.isSafeInteger(amount)).toBe(true);
        expect(amount).toBeGreaterThanOrEqual(0);
        expect(amount).toBeLessThanOrEqual(base);
        expect(order.total - sumOf(exclusions.map((entry) => entry.amount)) - (refunded as number)).toBe(base);
        for (const entry of exclusions) expect(entry.amount).toBeGreaterThanOrEqual(0);
        if (order.lineItems.length > 0) {
          expect(sumOf(lines)).toBe(base);
          expect(sumOf(Object.values(products))).toBe(amount);
        }
        for (const id of rules.excluded_products) if (amount > 0) expect(products[id] ?? 0).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  test("a larger refund never makes a larger commission", () => {
    fc.assert(
      fc.property(anyOrder, anyEarner, anyRules, fc.nat({ max: 10_000 }), (order, earner, rules, more) => {
        const refunded = { ...order, refundedAmount: Math.min(order.total, order.refundedAmount + more) };
        const [before, after] = [order, refunded].map((one) => commissionFor(one, earner, rules).amount);
        expect(after).toBeLessThanOrEqual(before as number);
      }),
    );
  });

  test("nor does a refund whose parts are told, also of lines with different rates, and its parts add up", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const anyBack = fc.record({ untold: share, goods: share, tax: share, shipping: share, ofLine: share, product });
    const different: Terms = {
      ...percentage(10),
      products: new Map([
        ["a", { rule: "product", product_id: "a", rate_type: "percentage", rate: 33.3333, currency: "EUR" }],
        ["b", { rule: "product", product_id: "b", rate_type: "fixed", rate: 70, currency: "EUR" }],
      ]),
    };
    const take = (order: Sale, back: typeof anyBack extends fc.Arbitrary<infer B> ? B : never): Sale => {
      const known = order.refundParts ?? { goods: 0, tax: 0, shipping: 0, lines: {} };
      let left = order.total - order.refundedAmount;
      const part = (of: number, most: number) => {
        const amount = Math.min(left, Math.floor(of * most));
        left -= amount;
        return amount;
      };
      const goods = part(back.goods, order.total - order.tax - order.shipping);
      const line = known.lines[back.product] ?? { amount: 0, quantity: 0 };
      const amount = Math.floor(back.ofLine * goods);
      const refundParts = {
        goods: known.goods + goods,
        tax: known.tax + part(back.tax, order.tax),
        shipping: known.shipping + part(back.shipping, order.shipping),
        lines: { ...known.lines, [back.product]: { amount: line.amount + amount, quantity: line.quantity + 1 } },
      };
      part(back.untold, order.total);
      return { ...order, refundParts, refundedAmount: order.total - left };
    };
    fc.assert(
      fc.property(anyOrder, anyRules, anyBack, anyBack, (order, rules, first, second) => {
        const before = take({ ...order, refundedAmount: 0 }, first);
        const after = take(before, second);
        const [more, less] = [before, after].map((one) => commissionFor(one, different, rules));
        expect(less?.amount).toBeLessThanOrEqual(more?.amount as number);
        for (const earned of [more, less]) {
          expect(earned?.arithmetic.base).toBeGreaterThanOrEqual(0);
          if (order.lineItems.length === 0) continue;
          expect(sumOf(earned?.lines ?? [])).toBe(earned?.arithmetic.base);
          expect(sumOf(Object.values(earned?.products ?? {}))).toBe(earned?.amount);
          for (const id of rules.excluded_products) expect(earned?.products[id] ?? 0).toBe(0);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
