import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { round, shift, toDecimal, toMajor } from "@/lib/decimal";
import { type Contents, savedShare, sumsOf } from "./arithmetic";

const digitsOf = { EUR: 2, JPY: 0, KWD: 3, BHD: 3 } as const;
type Currency = keyof typeof digitsOf;

const set = (type: string, pricing: { type: string; value: number }, products: [id: string, quantity: number][]) => ({
  type,
  pricing,
  products: products.map(([product_id, quantity]) => ({ product_id, quantity })),
});
const priced = (price: string, digits: number) => {
  const decimal = toDecimal(price);
  return { price: decimal && Number(round(shift(decimal, digits))) };
};
const shelf = new Map([
  ["beans", priced("14.50", 2)],
  ["mug", priced("9", 2)],
  ["filters", priced("4.05", 2)],
]);
const three: [string, number][] = [
  ["beans", 2],
  ["mug", 1],
  ["filters", 1],
];
const percent = (value: number) => ({ type: "percentage_off", value });
const amounts = ({ cases }: ReturnType<typeof sumsOf>) =>
  cases.map(({ subtotal, price, savings }) => [subtotal, price, savings]);

describe("prices computed by hand", () => {
  test("a fixed bundle contains everything listed", () => {
    const sums = sumsOf(set("fixed", percent(10), three), shelf, 2);
    expect(sums.lines.map(({ unit, total }) => [unit, total])).toEqual([
      [1450n, 2900n],
      [900n, 900n],
      [405n, 405n],
    ]);
    // 42.05 less 10 % is 37.845, and half a cent is rounded up.
    expect(amounts(sums)).toEqual([[4205n, 3785n, 420n]]);
    const { discount, rounding } = sums.cases[0] ?? {};
    expect([discount, rounding].map((part) => part && toMajor(part, 2))).toEqual(["4.205", "0.005"]);
    expect(sums.doubts).toEqual([]);
  });

  test("a mix contains as many items as are listed, from all cheapest to all dearest", () => {
    expect(amounts(sumsOf(set("mix_match", percent(10), three), shelf, 2))).toEqual([
      [1620n, 1458n, 162n],
      [5800n, 5220n, 580n],
    ]);
  });

  test("a box contains one item or more, up to everything listed", () => {
    expect(amounts(sumsOf(set("build_a_box", { type: "amount_off", value: 3.5 }, three), shelf, 2))).toEqual([
      [405n, 55n, 350n],
      [4205n, 3855n, 350n],
    ]);
  });

  test("an unknown bundle type counts as everything listed", () => {
    const sums = sumsOf(set("subscription_box", { type: "fixed_price", value: 30 }, three), shelf, 2);
    expect(amounts(sums)).toEqual([[4205n, 3000n, 1205n]]);
  });

  test.each([
    ["JPY", "1250", percent(12.5), 0, [1250n, 1094n, 156n]], // 1093.75
    ["JPY", "1", percent(50), 0, [1n, 1n, 0n]], // half a yen is rounded up
    ["JPY", "100", { type: "amount_off", value: 5.5 }, 0, [100n, 95n, 5n]],
    ["KWD", "1.005", percent(10), 3, [1005n, 905n, 100n]], // 0.9045
    ["EUR", "1.15", percent(10), 2, [115n, 104n, 11n]], // 1.035, which binary fractions would turn into 1.03
    ["BHD", "2.5", { type: "fixed_price", value: 2.0005 }, 3, [2500n, 2001n, 499n]],
    ["EUR", "0.1", { type: "amount_off", value: 0.3 }, 2, [10n, -20n, 30n]],
    ["EUR", "12.345", percent(100), 2, [1235n, 0n, 1235n]],
  ])("%s %s, %j", (_currency, price, pricing, digits, expected) => {
    const sums = sumsOf(set("fixed", pricing, [["one", 1]]), new Map([["one", priced(price, digits)]]), digits);
    expect(amounts(sums)).toEqual([expected]);
  });

  test("doubtful prices and unknown values are reported", () => {
    const doubts = (bundle: Contents) => sumsOf(bundle, shelf, 2).doubts;
    const mug: [string, number][] = [["mug", 1]];
    expect(doubts(set("fixed", { type: "amount_off", value: 9 }, mug))).toEqual(["price_not_positive"]);
    expect(doubts(set("fixed", { type: "fixed_price", value: 9.01 }, mug))).toEqual(["above_sum"]);
    expect(doubts(set("fixed", { type: "fixed_price", value: 9 }, mug))).toEqual([]);
    expect(doubts(set("mix_match", { type: "fixed_price", value: 13 }, [["beans", 1], ...mug]))).toEqual([]);
    // A single item would cost more in the box than on its own.
    expect(doubts(set("build_a_box", { type: "fixed_price", value: 13 }, [["beans", 1], ...mug]))).toEqual([
      "above_sum",
    ]);
    expect(doubts(set("fixed", { type: "bogo", value: 1 }, mug))).toEqual(["pricing_unknown"]);
    expect(doubts({ products: [{ product_id: "mug" }], pricing: percent(5) })).toEqual(["quantity_unknown"]);
  });

  test("an unknown price makes every amount unknown that depends on it", () => {
    const products = [...three, ["tea", 1] as [string, number]];
    const sums = sumsOf(set("mix_match", percent(10), products), shelf, 2);
    expect(sums.doubts).toEqual(["price_unknown"]);
    expect(sums.lines.at(-1)).toEqual({ product: "tea", quantity: 1, unit: null, total: null });
    expect(amounts(sums)).toEqual(Array(2).fill([null, null, null]));
    const fixed = sumsOf(set("fixed", { type: "fixed_price", value: 20 }, products), shelf, 2);
    expect(amounts(fixed)).toEqual([[null, 2000n, null]]);
  });

  test("an empty line, an empty value and an invalid quantity give no amounts", () => {
    expect(sumsOf({ products: [{ product_id: "", quantity: 1 }], pricing: percent(5) }, shelf, 2)).toEqual({
      lines: [],
      cases: [],
      doubts: [],
    });
    expect(amounts(sumsOf(set("fixed", percent(Number.NaN), [["mug", 1]]), shelf, 2))).toEqual([[900n, null, null]]);
    for (const quantity of [Number.NaN, 0, -1, 1.5]) {
      expect(sumsOf(set("fixed", percent(5), [["mug", quantity]]), shelf, 2).cases[0]?.subtotal).toBeNull();
    }
  });
});

// This reference computation uses fractions of BigInts and shares no line with the tested code.

type Fraction = [numerator: bigint, denominator: bigint];
const parse = (text: string): Fraction => {
  const [whole = "0", fraction = ""] = text.split(".");
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)];
};
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d];
const minus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d - c * b, b * d];
const whole = (n: bigint): Fraction => [n, 1n];
/** Searches for the nearest whole number, without a formula; of two equally near numbers, the greater one. */
const nearest = ([n, d]: Fraction): bigint => {
  let below = n / d;
  while (below * d > n) below -= 1n;
  while ((below + 1n) * d <= n) below += 1n;
  const [down, up] = [n - below * d, (below + 1n) * d - n];
  return up <= down ? below + 1n : below;
};
const signed = (text: string): Fraction => {
  const [n, d] = parse(text.replace("-", ""));
  return [text.startsWith("-") ? -n : n, d];
};
const isSame = ([a, b]: Fraction, [c, d]: Fraction): boolean => a * d === c * b;
const unitOf = (currency: Currency) => whole(10n ** BigInt(digitsOf[currency]));

function exactly(pricing: { type: string; text: string }, subtotal: bigint, currency: Currency): Fraction {
  const value = parse(pricing.text);
  if (pricing.type === "fixed_price") return times(value, unitOf(currency));
  if (pricing.type === "amount_off") return minus(whole(subtotal), times(value, unitOf(currency)));
  return times(whole(subtotal), minus([1n, 1n], times(value, [1n, 100n])));
}

const decimalText = (max: number) =>
  fc
    .tuple(fc.integer({ min: 0, max }), fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 4 }))
    .map(([major, fraction, places]) =>
      places === 0 ? `${major}` : `${major}.${String(fraction).padStart(4, "0").slice(0, places)}`,
    );
const bundles = fc.record({
  currency: fc.constantFrom<Currency>("EUR", "JPY", "KWD", "BHD"),
  type: fc.constantFrom("fixed", "mix_match", "build_a_box"),
  products: fc.array(fc.record({ price: decimalText(5_000_000), quantity: fc.integer({ min: 1, max: 1000 }) }), {
    minLength: 1,
    maxLength: 12,
  }),
  pricing: fc.oneof(
    fc.record({ type: fc.constant("percentage_off"), text: decimalText(99) }),
    fc.record({ type: fc.constantFrom("amount_off", "fixed_price"), text: decimalText(999_999) }),
  ),
});

const sent = ({
  type,
  products,
  pricing,
}: {
  type: string;
  products: { quantity: number }[];
  pricing: { type: string; text: string };
}) =>
  set(
    type,
    { type: pricing.type, value: Number(pricing.text) },
    products.map(({ quantity }, n) => [`p${n}`, quantity]),
  );
const pricesOf = (products: { price: string }[], currency: Currency) =>
  new Map(products.map(({ price }, n) => [`p${n}`, priced(price, digitsOf[currency])]));

test("10,000 bundles agree with exact rational arithmetic", { tags: "long", timeout: 60_000 }, () => {
  fc.assert(
    fc.property(bundles, ({ currency, ...bundle }) => {
      const digits = digitsOf[currency];
      const { lines, cases } = sumsOf(sent(bundle), pricesOf(bundle.products, currency), digits);
      const units = bundle.products.map(({ price }) => nearest(times(parse(price), unitOf(currency))));
      const totals = units.map((unit, n) => unit * BigInt(bundle.products[n]?.quantity ?? 0));
      expect(lines.map(({ unit, total }) => [unit, total])).toEqual(units.map((unit, n) => [unit, totals[n]]));
      const listed = totals.reduce((all, total) => all + total);
      const sorted = units.toSorted((a, b) => (a < b ? -1 : 1));
      const [least = 0n, most = 0n] = [sorted[0], sorted.at(-1)];
      const count = bundle.products.reduce((all, { quantity }) => all + BigInt(quantity), 0n);
      const subtotals = {
        fixed: [listed],
        mix_match: [least * count, most * count],
        build_a_box: [least, listed],
      }[bundle.type];
      expect(cases.map(({ subtotal }) => subtotal)).toEqual(subtotals);
      for (const each of cases) {
        const subtotal = each.subtotal ?? 0n;
        const exact = exactly(bundle.pricing, subtotal, currency);
        expect(each.price).toBe(nearest(exact));
        expect(each.savings).toBe(subtotal - nearest(exact));
        // The displayed figures add up, digit for digit.
        const [discount, rounding] = [each.discount, each.rounding].map((part) =>
          times(signed(part ? toMajor(part, digits) : ""), unitOf(currency)),
        ) as [Fraction, Fraction];
        expect(isSame(minus(whole(subtotal), discount), exact)).toBe(true);
        expect(isSame(minus(whole(each.price ?? 0n), rounding), exact)).toBe(true);
        if (subtotal > 0n) {
          expect(savedShare(each)).toBe(Number(nearest([(each.savings ?? 0n) * 10_000n, subtotal])));
        }
      }
    }),
    { numRuns: 10_000 },
  );
});

test("every mix and box that a shopper can choose costs within the range", () => {
  const small = fc.record({
    currency: fc.constantFrom<Currency>("EUR", "JPY", "KWD"),
    type: fc.constantFrom("mix_match", "build_a_box"),
    products: fc.array(fc.record({ price: decimalText(60), quantity: fc.integer({ min: 1, max: 2 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
    pricing: fc.record({
      type: fc.constantFrom("percentage_off", "amount_off", "fixed_price"),
      text: decimalText(99),
    }),
  });
  fc.assert(
    fc.property(small, ({ currency, ...bundle }) => {
      const { lines, cases } = sumsOf(sent(bundle), pricesOf(bundle.products, currency), digitsOf[currency]);
      const units = lines.map(({ unit }) => unit ?? 0n);
      const count = bundle.products.reduce((all, { quantity }) => all + quantity, 0);
      const picks =
        bundle.type === "mix_match"
          ? everyPick(units.map(() => count)).filter((pick) => pick.reduce((a, b) => a + b) === count)
          : everyPick(bundle.products.map(({ quantity }) => quantity)).filter((pick) => pick.some((n) => n > 0));
      const prices = picks.map((pick) => {
        const subtotal = pick.reduce((all, n, at) => all + BigInt(n) * (units[at] ?? 0n), 0n);
        return nearest(exactly(bundle.pricing, subtotal, currency));
      });
      const sorted = prices.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect([cases[0]?.price, cases.at(-1)?.price]).toEqual([sorted[0], sorted.at(-1)]);
    }),
    { numRuns: 300 },
  );
});

/** Returns every way to take from none to the given number of each product. */
function everyPick(most: number[]): number[][] {
  const [first, ...rest] = most;
  if (first === undefined) return [[]];
  const others = everyPick(rest);
  return Array.from({ length: first + 1 }, (_, n) => others.map((other) => [n, ...other])).flat();
}
