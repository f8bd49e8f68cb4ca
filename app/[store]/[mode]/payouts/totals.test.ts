import { expect, test } from "vitest";
import { totalsOf, withoutCurrency } from "./totals";

test("amounts without a currency are in no total and are counted", () => {
  const rows = [
    { amount: 10, currency: null },
    { amount: 0.25, currency: "EUR" },
    { amount: 3 },
    { amount: null, currency: null },
  ];
  expect(totalsOf(rows)).toEqual([{ currency: "EUR", amount: 0.25 }]);
  expect(withoutCurrency(rows)).toBe(2);
});
