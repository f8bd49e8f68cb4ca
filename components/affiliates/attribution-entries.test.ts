import { expect, test } from "vitest";
import type { AttributedOrder } from "@/lib/contract/affiliate/orders";
import { affiliatesIn, arithmeticLines, entriesOf, secondsToOrder } from "./attribution-entries";

const click = { type: "click", at: "2026-11-01T10:00:00Z", affiliate_id: "aff_1" };
const placed = { type: "order", at: "2026-11-01T12:30:05Z", total: 10_000, currency: "EUR" };
const order = (fields: Partial<AttributedOrder> = {}): AttributedOrder => ({ id: "ord_1", ...fields });

test("a reported timeline is shown unchanged, with the time from the click to the order", () => {
  const entries = entriesOf(order({ attribution_timeline: [click, placed] }));
  expect(entries).toEqual([click, placed]);
  expect(secondsToOrder(entries)).toBe(2 * 3600 + 30 * 60 + 5);
});

test("a click after the order did not lead to it", () => {
  const late = { ...click, at: "2026-11-01T12:31:00Z" };
  expect(secondsToOrder([placed, late])).toBeNull();
  expect(secondsToOrder([click, { ...click, at: "2026-11-01T12:30:00Z" }, placed, late])).toBe(5);
});

test("without a timeline, only facts of the record are listed, without invented times", () => {
  const told = order({
    affiliate_id: "aff_1",
    attribution_method: "coupon",
    coupon_code: "MIRA10",
    link_id: "lnk_1",
    total: 10_000,
    currency: "EUR",
    created_at: placed.at,
  });
  expect(entriesOf(told).map(({ type, at }) => [type, at])).toEqual([
    ["click", ""],
    ["coupon", placed.at],
    ["order", placed.at],
    ["attribution", ""],
  ]);
  expect(secondsToOrder(entriesOf(told))).toBeNull();
  expect(entriesOf(order()).map(({ type }) => type)).toEqual(["order"]);
});

test("each affiliate in a timeline is looked up once", () => {
  const ids = affiliatesIn(order({ affiliate_id: "aff_2", attribution_timeline: [click, placed] }));
  expect(new Set(ids.filter(Boolean))).toEqual(new Set(["aff_1", "aff_2"]));
});

test("the calculation leaves out exclusions of zero and keeps unknown ones", () => {
  const exclusions = [
    { what: "tax", amount: 1_597 },
    { what: "gift_card", amount: 500 },
  ];
  expect(
    arithmeticLines({ order_total: 10_000, exclusions, refunded: 0, base: 7_903, already_counted: 0, amount: 988 }),
  ).toEqual([
    { kind: "total", amount: 10_000 },
    { kind: "excluded", what: "tax", product: null, amount: 1_597 },
    { kind: "excluded", what: "gift_card", product: null, amount: 500 },
    { kind: "base", amount: 7_903 },
    { kind: "amount", amount: 988 },
  ]);
  expect(arithmeticLines({ refunded: 300, already_counted: 988, amount: -30 }).map(({ kind }) => kind)).toEqual([
    "refunded",
    "already",
    "amount",
  ]);
});
