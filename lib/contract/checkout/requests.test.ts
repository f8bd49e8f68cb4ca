import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { checkout } from "./index.ts";
import { leavesOf, unknownSettings } from "./settings.ts";

const fieldsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.path.join(".")) ?? [];

describe("bundles", () => {
  const { body, example } = checkout.bundles.create;

  test.each([
    [{ ...example, type: "boxed" }, ["type"]],
    [{ ...example, products: [] }, ["products"]],
    [{ ...example, products: [{ product_id: "p", quantity: 1.5 }] }, ["products.0.quantity"]],
    [{ ...example, products: [{ product_id: "p", quantity: "2" }] }, ["products.0.quantity"]],
    [{ ...example, pricing: { type: "percentage_off", value: 101 } }, ["pricing.value"]],
    [{ ...example, pricing: { type: "amount_off", value: 0 } }, ["pricing.value"]],
    [{}, ["name", "type", "products", "pricing"]],
  ])("%j is refused at %j", (value, fields) => {
    expect(fieldsOf(body, value)).toEqual(fields);
  });
});

describe("ranges", () => {
  const { query } = checkout.analytics.metrics;

  test("a range needs both dates, ends no earlier than it begins, and has at most 400 days", () => {
    expect(fieldsOf(query, {})).toEqual(["start_date", "end_date"]);
    expect(fieldsOf(query, { start_date: "2026-02-01", end_date: "2026-02-01" })).toEqual([]);
    expect(fieldsOf(query, { start_date: "2026-02-02", end_date: "2026-02-01" })).toEqual(["end_date"]);
    expect(fieldsOf(query, { start_date: "2026-02-30", end_date: "2026-03-01" })).toEqual(["start_date"]);
    expect(fieldsOf(query, { start_date: "2026-02-01T00:00:00Z", end_date: "2026-03-01" })).toEqual(["start_date"]);
    expect(fieldsOf(query, { start_date: "0000-01-01", end_date: "0000-01-01" })).toEqual(["start_date", "end_date"]);
    expect(fieldsOf(query, { start_date: "2025-01-01", end_date: "2026-02-04" })).toEqual([]);
    expect(fieldsOf(query, { start_date: "2025-01-01", end_date: "2026-02-05" })).toEqual(["end_date"]);
  });
});

describe("settings", () => {
  const { body } = checkout.settings.update;

  test.each([1, 20])("%d offers are accepted", (count) => {
    expect(fieldsOf(body, { upsells: { max_offers_per_checkout: count } })).toEqual([]);
  });

  test.each([0, 21, 1.5, "3", null])("%j offers are refused", (count) => {
    expect(fieldsOf(body, { upsells: { max_offers_per_checkout: count } })).toEqual([
      "upsells.max_offers_per_checkout",
    ]);
  });

  test("a change without any setting is refused", () => {
    for (const empty of [{}, { upsells: {} }, { a: { b: {} } }]) expect(body.safeParse(empty).success).toBe(false);
  });

  test("the contract accepts unknown settings and names them, so that the service can refuse them", () => {
    const sent = { upsells: { default_placement: "cart", color: 1 }, bundles: { on: true, list: [] } };
    expect(body.parse(sent)).toEqual(sent);
    expect(unknownSettings(sent)).toEqual(["upsells.color", "bundles.on", "bundles.list"]);
  });

  test("a key with a dot cannot be mistaken for a known setting", () => {
    expect(unknownSettings({ "upsells.max_offers_per_checkout": 99 })).toHaveLength(1);
    expect(leavesOf({ a: { "b.c": 1 } })).toEqual(['a."b.c"']);
  });
});

describe("webhooks", () => {
  const { body, example } = checkout.webhooks.create;

  test.each([
    [{ ...example, url: "ftp://a.test" }, ["url"]],
    [{ ...example, url: "javascript:alert(1)" }, ["url"]],
    [{ ...example, url: "https:///a" }, ["url"]],
    [{ ...example, url: "https://[a" }, ["url"]],
    [{ ...example, url: "https://a.test/\nb" }, ["url"]],
    [{ ...example, events: [] }, ["events"]],
    [{ ...example, events: ["order.edited", "order.edited"] }, ["events"]],
    [{ ...example, events: ["order.lost"] }, ["events.0"]],
    [{ ...example, enabled: "yes" }, ["enabled"]],
  ])("%j is refused at %j", (value, fields) => {
    expect(fieldsOf(body, value)).toEqual(fields);
  });

  test("an endpoint is enabled by default", () => {
    expect(body.parse({ url: "https://a.test", events: ["order.edited"] }).enabled).toBe(true);
  });
});
