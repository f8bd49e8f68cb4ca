import { expect, test } from "vitest";
import { sumUp } from "./commission-bulk";

test("amounts are summed exactly and by currency, and a commission without an amount is still counted", () => {
  const rows = [
    { id: "a", affiliate_id: "x", amount: 0.1, currency: "EUR", flags: [{ code: "shared_ip" }] },
    { id: "b", affiliate_id: "x", amount: 0.2, currency: "EUR", flags: [] },
    { id: "c", affiliate_id: "y", amount: 500, currency: "JPY" },
    { id: "d" },
  ];
  expect(sumUp(rows)).toEqual({
    count: 4,
    complete: true,
    affiliates: 2,
    flagged: 1,
    totals: [
      { currency: "EUR", amount: 0.3 },
      { currency: "JPY", amount: 500 },
      { currency: "", amount: 0 },
    ],
  });
});
