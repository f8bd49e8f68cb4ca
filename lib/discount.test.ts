import fc from "fast-check";
import { expect, test } from "vitest";
import { discountedMinor } from "./discount.ts";

test.each([
  [4000, "percentage", 15, "EUR", 3400],
  [999, "percentage", 50, "EUR", 500], // 499.5 is rounded up
  [1005, "percentage", 10, "EUR", 905], // 904.5, which floating point would round to 904
  [4000, "percentage", 100, "EUR", 0],
  [4000, "percentage", 12.5, "JPY", 3500],
  [4000, "fixed_amount", 5.5, "EUR", 3450],
  [40_000, "fixed_amount", 1.005, "KWD", 38_995],
  [4000, "fixed_amount", 70, "EUR", 0],
  [4000, "store_credit", 5, "EUR", null],
  [4000, "percentage", Number.NaN, "EUR", null],
])("%i minor units less %s %d in %s is %s", (price, type, value, currency, expected) => {
  expect(discountedMinor(price, { type, value }, currency)).toBe(expected);
});

test("a percentage agrees with exact rational arithmetic", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e8 }), fc.integer({ min: 100, max: 10_000 }), (price, hundredths) => {
      const doubled = BigInt(price) * BigInt(10_000 - hundredths) * 2n;
      const exact = Number((doubled + 10_000n) / 20_000n);
      expect(discountedMinor(price, { type: "percentage", value: hundredths / 100 }, "EUR")).toBe(exact);
    }),
    { numRuns: 2000 },
  );
});
