import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { operationsOf } from "../define.ts";
import { money, moneyFields } from "./fields.ts";
import { affiliate } from "./index.ts";

const fieldsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.path.join(".")) ?? [];

describe("requests to the affiliate service", () => {
  const { affiliates, orders, payouts, links, commissions, program } = affiliate;

  test.each([
    ["affiliate", affiliates.create, {}, ["email", "first_name", "last_name"]],
    ["affiliate", affiliates.create, { ...affiliates.create.example, email: "a@" }, ["email"]],
    ["affiliate", affiliates.create, { ...affiliates.create.example, commission_rate: 101 }, ["commission_rate"]],
    ["affiliate", affiliates.create, { ...affiliates.create.example, website: "javascript:x" }, ["website"]],
    ["change", affiliates.update, {}, [""]],
    ["change", affiliates.update, { status: "gone" }, ["status"]],
    ["attribution", orders.attribute, {}, ["affiliate_id", "reason"]],
    ["attribution", orders.attribute, { affiliate_id: "../a", reason: "x" }, ["affiliate_id"]],
    [
      "attribution",
      orders.attribute,
      { affiliate_id: "a", reason: "x", commission_amount: 1, commission_rate: 1 },
      ["commission_rate"],
    ],
    ["rejection", commissions.reject, { reason: "mood" }, ["reason"]],
    ["payout", payouts.create, {}, ["affiliate_id", "amount", "currency"]],
    ["payout", payouts.create, { ...payouts.create.example, amount: 1.5 }, ["amount"]],
    ["payout", payouts.create, { ...payouts.create.example, amount: 0 }, ["amount"]],
    ["payout", payouts.create, { ...payouts.create.example, currency: "euro" }, ["currency"]],
    ["payout", payouts.create, { ...payouts.create.example, commission_ids: ["a", "a"] }, ["commission_ids"]],
    [
      "payout",
      payouts.create,
      { ...payouts.create.example, period_start: "2026-02-02", period_end: "2026-02-01" },
      ["period_end"],
    ],
    ["link", links.create, {}, ["affiliate_id", "destination_url"]],
    ["link", links.create, { ...links.create.example, code: "a/b" }, ["code"]],
    ["link change", links.update, {}, [""]],
    ["link change", links.update, { status: "gone" }, ["status"]],
    ["link change", links.update, { destination_url: null }, ["destination_url"]],
    ["outcome", payouts.update, {}, ["status"]],
    ["outcome", payouts.update, { status: "pending" }, ["status"]],
    ["outcome", payouts.update, { status: "failed", paid_at: "2026-01-01T00:00:00Z" }, ["paid_at"]],
    ["outcome", payouts.update, { status: "paid", failure_reason: "x" }, ["failure_reason"]],
    ["program", program.update, {}, [""]],
    ["program", program.update, { hold_days: 366 }, ["hold_days"]],
    [
      "program",
      program.update,
      { default_commission_type: "percentage", default_commission_rate: 101 },
      ["default_commission_rate"],
    ],
  ])("%s: value %# is refused at its wrong fields", (_, { body }, value, fields) => {
    expect(fieldsOf(body, value)).toEqual(fields);
  });

  test("null clears an optional field, and a rejection needs no body", () => {
    expect(affiliates.update.body.parse({ notes: null })).toEqual({ notes: null });
    expect(affiliates.update.body.safeParse({ email: null }).success).toBe(false);
    expect(commissions.reject.body.parse({})).toEqual({});
    expect(affiliates.update.body.parse({ notes: "a\nb", country: "de" })).toEqual({ notes: "a\nb", country: "DE" });
  });
});

describe("responses of an affiliate API", () => {
  test("affiliates may have money as a number or as a decimal text, whose unit is kept", () => {
    for (const body of [
      { id: "a", unpaid_balance: 1250, total_clicks: 3 },
      { data: { affiliate_id: "a", unpaid_balance: "1250", total_clicks: "3" } },
      { affiliate: { id: "a", unpaid_balance: "1250.00", total_clicks: 3, notes: null } },
    ]) {
      expect(affiliate.affiliates.get.normalize(body)).toMatchObject({
        id: "a",
        unpaid_balance: 1250,
        total_clicks: 3,
      });
    }
    expect(affiliate.affiliates.list.normalize({ affiliates: [{ id: 1, total_revenue: "12.50" }] }).data).toEqual([
      { id: "1", total_revenue: 12.5 },
    ]);
    expect(affiliate.affiliates.get.normalize({ id: "a", notes: null })).toEqual({ id: "a" });
  });

  test("orders keep their lines", () => {
    const body = { order: { order_id: 9, total: "20", line_items: [{ sku: 5, unit_price: "10", quantity: "2" }] } };
    expect(affiliate.orders.attribute.normalize(body)).toMatchObject({
      id: "9",
      total: 20,
      line_items: [{ sku: "5", unit_price: 10, quantity: 2 }],
    });
  });

  test("commissions may have flags as objects or as codes", () => {
    const { data } = affiliate.commissions.list.normalize([
      { id: "c", amount: "-5", flags: ["shared_ip", { code: "self_referral", severity: "high", evidence: { a: 1 } }] },
      { id: "d" },
    ]);
    expect(data).toEqual([
      {
        id: "c",
        amount: -5,
        flags: [{ code: "shared_ip" }, { code: "self_referral", severity: "high", evidence: { a: 1 } }],
      },
      { id: "d" },
    ]);
  });

  test("payouts may have commissions as ids or as records", () => {
    for (const ids of [
      { commission_ids: ["1", "2"] },
      { commission_ids: [1, 2] },
      { commissions: [{ id: 1 }, { id: "2" }] },
    ]) {
      expect(affiliate.payouts.get.normalize({ payout: { id: "p", ...ids } }).commission_ids).toEqual(["1", "2"]);
    }
  });

  test("links and clicks are read under the names of other APIs", () => {
    expect(
      affiliate.links.create.normalize({ link: { id: 1, tracking_url: "https://a.test/r/x", clicks: "4" } }),
    ).toMatchObject({
      id: "1",
      url: "https://a.test/r/x",
      clicks: 4,
    });
    expect(
      affiliate.analytics.clicks.normalize({ clicks: [{ click_id: 1, created_at: "2026-01-01T00:00:00Z", is_bot: 0 }] })
        .data[0],
    ).toMatchObject({ id: "1", occurred_at: "2026-01-01T00:00:00Z", is_bot: false });
  });

  test("summaries may have totals by currency, as one object or flat", () => {
    const totals = [{ currency: "EUR", revenue: 100, commissions: 10 }];
    for (const body of [
      { data: { clicks: 5, totals } },
      { summary: { total_clicks: "5", totals: totals[0] } },
      { total_clicks: 5, total_revenue: "100", total_commissions: 10, currency: "EUR" },
    ]) {
      expect(affiliate.analytics.summary.normalize(body).data).toMatchObject({ clicks: 5, totals });
    }
    expect(affiliate.analytics.summary.normalize({ data: { clicks: 5 } })).toEqual({ data: { clicks: 5 } });
  });

  test("clicks keep the cursor of the next page", () => {
    for (const body of [{ next_cursor: "abc" }, { pagination: { next_cursor: "abc" } }]) {
      expect(affiliate.analytics.clicks.normalize({ data: [], ...body })).toMatchObject({ next_cursor: "abc" });
    }
    expect(affiliate.analytics.clicks.normalize([])).not.toHaveProperty("next_cursor");
  });

  test("metrics of affiliates and products accept `id` as the id of the affiliate or product", () => {
    expect(affiliate.analytics.affiliates.normalize({ data: [{ id: 1, revenue: "2" }] }).data).toMatchObject([
      { affiliate_id: "1", revenue: 2 },
    ]);
    expect(affiliate.analytics.products.normalize({ products: [{ id: 1, revenue: "2" }] }).data).toMatchObject([
      { product_id: "1", revenue: 2 },
    ]);
  });
});

test("`moneyFields` names every money field of a response and no other field", () => {
  const found = new Set<string>();
  const others = new Set<string>();
  const walk = (schema: z.core.$ZodType, name: string): void => {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    if (def.type === "optional" || def.type === "nullable") walk(def.innerType, name);
    else if (def.type === "array") walk(def.element, name);
    else if (def.type === "object" && !("per_page" in def.shape)) {
      for (const [key, field] of Object.entries(def.shape)) walk(field, key);
    } else (schema === money ? found : others).add(name);
  };
  for (const { operation } of operationsOf(affiliate)) walk(operation.response, "");
  expect([...found].filter((name) => !moneyFields.includes(name))).toEqual([]);
  expect([...others].filter((name) => moneyFields.includes(name))).toEqual([]);
});
