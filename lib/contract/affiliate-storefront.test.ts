import { describe, expect, test } from "vitest";
import { affiliateStorefront, orderReport } from "./affiliate-storefront.ts";
import { fieldErrors } from "./parse.ts";

const [placed] = affiliateStorefront.orders.report.example.orders;
const at = "2026-01-15T09:30:00Z";
const fieldsOf = (value: unknown) => {
  const { error } = orderReport.safeParse(value, { reportInput: true });
  return error ? fieldErrors(error).map(({ field }) => field) : [];
};

describe("a report of an order", () => {
  test.each<[string, object, string[]]>([
    ["an order as short as it may be", { ...placed }, []],
    ["a refund", { type: "order.refunded", external_id: "1", occurred_at: at, refund_id: "r", amount: 1 }, []],
    ["a cancellation", { type: "order.cancelled", external_id: "1", occurred_at: at }, []],
    ["a total that does not add up", { ...placed, tax: 1 }, ["total"]],
    ["half a cent", { ...placed, subtotal: 5000.5, total: 5000.5 }, ["subtotal", "total"]],
    [
      "a refund of nothing",
      { type: "order.refunded", external_id: "1", occurred_at: at, refund_id: "r", amount: 0 },
      ["amount"],
    ],
    ["an unknown type", { ...placed, type: "order.lost" }, ["type"]],
    ["an unknown field", { ...placed, colour: "red" }, ["colour"]],
    ["an address of no machine", { ...placed, ip: "here" }, ["ip"]],
    ["half a letter", { ...placed, external_id: "\ud800" }, ["external_id"]],
    [
      "a line without a price",
      { ...placed, line_items: [{ product_id: "p", quantity: 1 }] },
      ["line_items.0.unit_price"],
    ],
  ])("%s", (_, value, fields) => {
    expect(fieldsOf(value)).toEqual(fields);
  });

  test("a report may contain any click id, because a shopper may have written it", () => {
    expect(fieldsOf({ ...placed, click_id: "../<script>" })).toEqual([]);
  });
});
