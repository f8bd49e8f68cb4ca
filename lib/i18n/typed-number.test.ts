import fc from "fast-check";
import { expect, test } from "vitest";
import { decimalMark, readTyped, typedNumber } from "./typed-number.ts";

test.each([
  ["12", 12],
  ["12,5", 12.5],
  ["12.5", 12.5],
  [" 0,125 ", 0.125],
  ["1.2345", 1.2345],
  ["12,", 12],
  ["-3,5", -3.5],
  ["+2", 2],
  ["1.234,50", 1234.5],
  ["1,234.50", 1234.5],
  ["1 234,5", 1234.5],
  ["1\u202f234,5", 1234.5],
  ["1'234.5", 1234.5],
  ["1.234.567", 1_234_567],
  ["1,234,567", 1_234_567],
  ["1234567.891", 1_234_567.891],
  ["１２，５", 12.5],
])("%j is %d", (text, number) => {
  expect(typedNumber(text)).toBe(number);
});

test.each(["1.234", "12,345", "-1.500", "999,000"])("%j has two readings and gives no number", (text) => {
  expect(typedNumber(text)).toBeNaN();
  expect(readTyped(text)?.grouped).toBeDefined();
});

test.each(["", "abc", "1.2.3", "1,23,456", "1.234.50", "1 5", "12 %", "1e3", "0x1f", ",5", "1.234.567.8"])(
  "%j is no number",
  (text) => {
    expect(readTyped(text)).toBeNull();
  },
);

test("a number in the notation of any language is read correctly or is ambiguous, and never read as another number", () => {
  const amount = fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }).map((cents) => cents / 100);
  fc.assert(
    fc.property(amount, fc.constantFrom("en", "de", "ja", "fr", "de-CH", "sv"), (number, locale) => {
      const written = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(number).replace("−", "-");
      expect([number, Number.NaN]).toContain(typedNumber(written));
    }),
  );
});

test("the decimal mark is a comma in German and a point in English and Japanese", () => {
  expect(["en", "de", "ja"].map(decimalMark)).toEqual([".", ",", "."]);
});
