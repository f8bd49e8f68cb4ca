import fc from "fast-check";
import { expect, test } from "vitest";
import { minorDigits, round, shift, toDecimal, toMajor } from "./decimal.ts";

test.each([
  ["EUR", 2],
  ["jpy", 0],
  ["KWD", 3],
  ["CLF", 4],
  // People write these without decimals, but banks and payment services count them in hundredths or thousandths.
  ["HUF", 2],
  ["IDR", 2],
  ["COP", 2],
  ["IQD", 3],
])("%s has the %i digits of ISO 4217", (currency, digits) => {
  expect(minorDigits(currency)).toBe(digits);
});

test.each([
  ["1.50", "1.5"],
  ["0", "0"],
  ["-0.05", "-0.05"],
  [1e-7, "0.0000001"],
  [1e21, "1000000000000000000000"],
  [0.1 + 0.2, "0.30000000000000004"],
])("%s is exactly %s", (value, text) => {
  const decimal = toDecimal(value);
  expect(decimal && toMajor(decimal, 0)).toBe(text);
});

test.each(["", "1,5", "1e400x", " 1", "NaN", Number.NaN, Number.POSITIVE_INFINITY])("%s is no decimal", (value) => {
  expect(toDecimal(value)).toBeNull();
});

test.each([
  ["1.005", 2, 101n],
  ["1.004999999999999999999", 2, 100n],
  ["0.5", 0, 1n],
  ["-0.5", 0, 0n],
  ["-0.51", 0, -1n],
  ["12.3456", 3, 12346n],
])("%s with %d digits is %s minor units, half up", (text, digits, minor) => {
  const decimal = toDecimal(text);
  expect(decimal && round(shift(decimal, digits))).toBe(minor);
});

test("every number is read as exactly the decimal that it is written as", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const decimal = toDecimal(value);
      expect(decimal && Number(toMajor(decimal, 0))).toBe(value === 0 ? 0 : value);
    }),
  );
});
