import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalizePayout } from "./contract/affiliate/payouts.ts";
import { createFormat } from "./format.ts";
import {
  fromUnits,
  hasFractionsOfCent,
  majorOf,
  showAmount,
  showAverage,
  sumOf,
  toUnits,
  typedAmount,
} from "./money.ts";

const read = (amount: unknown) => normalizePayout({ id: "p", amount }).amount;
const cents = fc.integer({ min: 0, max: 9_000_000_000_000 });
/** Writes cents exactly as an API would: 1230 becomes "12.30". */
const written = (amount: number) =>
  `${String(amount).padStart(3, "0").slice(0, -2)}.${String(amount).padStart(3, "0").slice(-2)}`;

describe("an amount as a decimal string", () => {
  test.each([
    ["12.30", 12.3],
    [" 0012.3000 ", 12.3],
    ["-0.05", -0.05],
    ["-0.00", 0],
    ["1230", 1230],
    ["0.0001", 0.0001],
  ])("%j is exactly %d", (text, amount) => {
    expect(toUnits(read(text))).toBe(Math.round(amount * 10_000));
  });

  test.each(["12.300000000000000001", "99999999999999999.99", "12,30", "EUR 12.30", "1e3", "", "12.", null, {}])(
    "%j is not read as an amount",
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );

  test("an amount as a decimal string with more than four decimals is read, but cannot be added", () => {
    expect(read("12.34567")).toBe(12.34567);
    expect(toUnits(12.34567)).toBeNull();
  });

  test("an amount as a decimal string adds up like whole cents, in any order", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 10_000_000 }))), (rows) => {
        const signed = rows.map(([isTaken, amount]) => (isTaken ? -amount : amount));
        const amounts = rows.map(([isTaken, amount]) => read(`${isTaken ? "-" : ""}${written(amount)}`) as number);
        const whole = signed.reduce((sum, amount) => sum + amount, 0);
        expect(amounts.every((amount) => toUnits(amount) !== null)).toBe(true);
        expect(sumOf(amounts)).toBe(fromUnits(whole * 100));
        expect(sumOf(amounts.toReversed())).toBe(sumOf(amounts));
      }),
    );
  });
});

describe("the unit of a connection", () => {
  test("the unit of a connection shows the same money in minor and in major units", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const major = toUnits(read(written(amount)));
        fc.pre(major !== null);
        expect(majorOf(amount, "EUR", "minor")).toBe(majorOf(fromUnits(major as number), "EUR", "major"));
      }),
    );
  });

  test.each([
    [1230, "EUR", "minor", "12.3"],
    [1230, "JPY", "minor", "1230"],
    [1230, "KWD", "minor", "1.23"],
    [-5, "EUR", "minor", "-0.05"],
    [12.3, "EUR", "major", "12.3"],
    [12.3, "points", "major", "12.3"],
    [1230, "points", "minor", null],
    [1230, undefined, "minor", null],
  ] as const)("%d %s in %s units is %s", (amount, currency, of, major) => {
    expect(majorOf(amount, currency, of)).toBe(major);
  });
});

describe("a typed amount", () => {
  test.each([
    ["12.30", "EUR", "minor", 1230],
    ["12.30", "EUR", "major", 12.3],
    ["12,30", "EUR", "minor", 1230],
    [" 1,234.50 ", "EUR", "minor", 123450],
    ["1,234", "EUR", "minor", 123400],
    ["1230", "JPY", "minor", 1230],
    ["12.3", "JPY", "minor", null],
    ["12.305", "EUR", "minor", null],
    ["0.00001", "EUR", "major", null],
    ["1.234.50", "EUR", "minor", null],
    ["-1", "EUR", "minor", null],
    ["€12", "EUR", "minor", null],
    ["", "EUR", "minor", null],
    ["12", "points", "minor", null],
    ["90071992547409930", "EUR", "minor", null],
  ] as const)("%j of %s in %s units is %s", (text, currency, of, amount) => {
    expect(typedAmount(text, currency, of)).toBe(amount);
  });

  test.each([
    ["12,5", "EUR", 1250],
    ["1.234", "EUR", 123400],
    ["1,234", "EUR", null],
    ["1.234,50", "EUR", 123450],
    ["1,234", "KWD", 1234],
    ["1.234", "KWD", null],
    ["1.234.567", "JPY", 1234567],
  ] as const)("%j of %s is %s where the mark is a comma", (text, currency, amount) => {
    expect(typedAmount(text, currency, "minor", ",")).toBe(amount);
  });

  test("a typed amount can be entered as it is shown", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 90_000_000_000 }),
        fc.constantFrom("EUR", "JPY", "KWD"),
        (amount, currency) => {
          expect(typedAmount(majorOf(amount, currency, "minor") as string, currency, "minor")).toBe(amount);
        },
      ),
    );
  });
});

test("amounts are shown with all digits, and amounts without a currency unchanged", () => {
  const format = createFormat({ locale: "en", currency: "EUR", timeZone: "UTC" });
  expect(showAmount(format, 1230, "EUR", "minor")).toBe("€12.30");
  expect(showAmount(format, 12.3, "EUR", "major")).toBe("€12.30");
  expect(showAmount(format, 12.345, "EUR", "major")).toBe("€12.345");
  expect(showAmount(format, -1230, "jpy", "minor")).toBe("−¥1,230");
  expect(showAmount(format, 1230, "points", "minor")).toBe("1,230 points");
  expect(showAmount(format, 1230, undefined, "major")).toBe("1,230");
});

test.each([
  [123456.78, "EUR", "minor", "€1,234.57"],
  [1234.5678, "EUR", "major", "€1,234.57"],
  [100.4, "EUR", "minor", "€1.00"],
  [-123.4, "EUR", "minor", "−€1.23"],
  [99.94, "EUR", "minor", "€0.9994"],
  [1.2345, "EUR", "minor", "€0.0123"],
  [12.5, "EUR", "minor", "€0.125"],
  [50, "EUR", "minor", "€0.50"],
  [1.2345, "JPY", "minor", "¥1"],
  [0.1234, "JPY", "minor", "¥0.1234"],
  [12.34567, "points", "minor", "12.3457 points"],
] as const)("an average of %d %s in %s units is shown as %s", (amount, currency, of, text) => {
  const format = createFormat({ locale: "en", currency: "EUR", timeZone: "UTC" });
  expect(showAverage(format, amount, currency, of)).toBe(text);
});

test("an amount with fractions of a cent shows that the unit of an API is set wrongly", () => {
  expect(hasFractionsOfCent(5.29, "EUR", "minor")).toBe(true);
  expect(hasFractionsOfCent(5.29, "EUR", "major")).toBe(false);
  expect(hasFractionsOfCent(529, "EUR", "minor")).toBe(false);
  expect(hasFractionsOfCent(529.5, "JPY", "major")).toBe(true);
  expect(hasFractionsOfCent(529, "JPY", "minor")).toBe(false);
  expect(hasFractionsOfCent(5.291, "KWD", "major")).toBe(false);
  expect(hasFractionsOfCent(5.29, "", "major")).toBe(false);
});
