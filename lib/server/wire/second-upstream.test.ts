import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { affiliate } from "../../contract/affiliate/index.ts";
import { checkout } from "../../contract/checkout/index.ts";
import { operationsOf } from "../../contract/define.ts";
import { failure, openSecondDesk, type SecondShop, type Sent } from "../../testing/second-desk.ts";

// Every operation of both specifications with an implementation that differs wherever the specification allows it.

let desk: Awaited<ReturnType<typeof openSecondDesk>>;
let shop: SecondShop;

beforeAll(async () => {
  desk = await openSecondDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  shop = await desk.newShop();
});
afterEach(() => desk.control.reset());

type Case = { sent?: Sent; gives: object; absent?: string[] };

const offer = {
  name: "Care kit",
  product_id: "sku:kit",
  trigger_products: ["sku:boots"],
  discount: { type: "percentage", value: 15 },
  placement: "cart",
  status: "draft",
};
const percent = (value: number) => ({ type: "percentage", value });
const page = { page: 1, per_page: 2, total: 30 };
const one = (id: string, more: object = {}): Sent => ({ params: { id }, ...more });

const ofCheckout: Record<string, Case> = {
  "upsells.list": {
    sent: { query: { per_page: 2 } },
    gives: {
      data: [{ id: "off-30", discount: percent(14), discount_value: 14, status: "archived" }, {}],
      pagination: page,
    },
    absent: ["data.0.trigger_products", "data.0.placement"],
  },
  "upsells.create": { sent: { body: offer }, gives: { name: "Care kit", discount: percent(15), placement: "cart" } },
  "upsells.get": {
    sent: one("off-2"),
    gives: {
      id: "off-2",
      name: "Mug deal 2",
      discount: percent(6),
      other: { margin_class: "B" },
      trigger_products: ["sku:beans"],
    },
  },
  "upsells.update": {
    sent: one("off-1", { body: { discount: percent(20) } }),
    gives: { id: "off-1", discount: percent(20) },
  },
  "upsells.delete": { sent: one("off-1"), gives: {} },
  "bundles.list": {
    gives: {
      data: [
        { id: "73", products: [{ product_id: "sku:beans", quantity: 3 }], pricing: { type: "tiered", value: 5 } },
        {
          id: "72",
          products: [{ product_id: "sku:beans", quantity: 2 }],
          pricing: { type: "percentage_off", value: 12 },
        },
        { id: "71", status: "archived", products: [{ product_id: "sku:beans" }, { product_id: "sku:cup" }] },
        { id: "70" },
      ],
    },
    absent: ["data.0.created_at", "data.2.products.0.quantity"],
  },
  "bundles.create": {
    sent: {
      body: {
        name: "Set",
        type: "fixed",
        products: [{ product_id: "a", quantity: 1 }],
        pricing: { type: "percentage_off", value: 10 },
      },
    },
    gives: { id: "9001", name: "Set", pricing: { type: "percentage_off", value: 10 } },
    absent: ["status", "created_at"],
  },
  "analytics.metrics": {
    sent: { query: { start_date: "2026-10-01", end_date: "2026-10-07" } },
    gives: {
      data: { total_revenue: 714, total_orders: 33 },
      period: { start: "2026-10-01", end: "2026-10-07" },
    },
    absent: ["data.average_order_value", "data.upsell_acceptance_rate", "data.orders_with_upsells", "data.currency"],
  },
  "analytics.report": {
    sent: { params: { type: "upsell_performance" } },
    gives: {
      tables: [
        { name: "report.sections.offers", rows: [{ shown: 240, revenue: 310 }, {}] },
        { name: "report.sections.by_device.mobile" },
        { name: "report.sections.by_device.desktop" },
      ],
      rest: { report: { generated_at: "2026-11-01T00:00:00Z" } },
    },
  },
  "experiments.list": {
    gives: { data: [{ id: "308", name: "Test 9", status: "live" }, ...Array.from({ length: 8 }, () => ({}))] },
    absent: ["data.0.started_at", "data.0.variants"],
  },
  "experiments.results": {
    sent: one("301"),
    gives: {
      experiment_id: "301",
      winner: "variant_a",
      variants: [
        { name: "control", visitors: 2000, conversion_rate: 5 },
        { name: "variant_a", conversions: 160, lift: 60, p_value: 0.0001 },
      ],
    },
    absent: ["variants.0.lift", "variants.0.p_value"],
  },
  "orders.get": {
    sent: one("ord-2"),
    gives: { order_id: "ord-2", platform_order_id: "2", service_data: { upsells_accepted: [] } },
    absent: ["service_data.service_revenue", "service_data.experiment_variant", "currency"],
  },
  "settings.get": { gives: { upsells: { default_placement: "post_purchase" }, checkout: { countdown: true } } },
  "settings.update": {
    sent: { body: { upsells: { max_offers_per_checkout: 2 } } },
    gives: { upsells: { default_placement: "post_purchase", max_offers_per_checkout: 2 } },
  },
  "webhooks.create": {
    sent: { body: { url: "https://shop.example.com/hook", events: ["order.edited"], enabled: true } },
    gives: { id: "hook-9001", signing_secret: "whsec_hook-9001", enabled: true, events: ["order.edited"] },
    absent: ["state", "health"],
  },
  "webhooks.test": {
    sent: one("hook-9001", { body: { event_type: "order.edited" } }),
    gives: { id: "", response_code: 200, duration_ms: 84, other: { success: true } },
    absent: ["status"],
  },
  "webhooks.logs": {
    sent: one("hook-9001"),
    gives: {
      data: [{ status: "delivered", response_code: 200 }, { status: "timed_out" }],
      pagination: { total: null },
    },
    absent: ["data.1.response_code", "data.0.attempts"],
  },
};

const ofAffiliate: Record<string, Case> = {
  "affiliates.list": {
    sent: { query: { per_page: 3, page: 2, sort: "created_at", order: "asc" } },
    gives: {
      data: [{ id: "14", status: "blocked", commission_rate: 12.5, unpaid_balance: 50 }, { id: "15" }, { id: "16" }],
      pagination: { page: 2, per_page: 3, total: null },
    },
    absent: ["data.0.last_name", "data.0.total_clicks", "data.0.minimum_payout"],
  },
  "affiliates.get": {
    sent: one("11"),
    gives: { id: "11", first_name: "Mira", total_revenue: 1000.5, other: { tier: { name: "gold", since: 2024 } } },
    absent: ["last_name", "total_orders", "total_commissions"],
  },
  "affiliates.create": {
    sent: { body: { email: "kai@partners.example", first_name: "Kai", last_name: "Berg" } },
    gives: { id: "9001", status: "in_review", last_name: "Berg" },
    absent: ["total_revenue", "unpaid_balance"],
  },
  "affiliates.update": { sent: one("11", { body: { status: "inactive" } }), gives: { id: "11", status: "inactive" } },
  "affiliates.delete": { sent: one("11"), gives: { message: "deleted" } },
  "orders.list": {
    sent: { query: { per_page: 2 } },
    gives: { data: [{ id: "5040", order_number: "#1039", total: 50.29 }, {}], pagination: { total: null } },
    absent: ["data.0.affiliate_id", "data.0.subtotal", "data.0.line_items"],
  },
  "orders.get": { sent: one("5001"), gives: { id: "5001", affiliate_id: "11", status: "on_hold" }, absent: ["tax"] },
  "orders.attribute": {
    sent: one("5040", { body: { affiliate_id: "12", reason: "They said so" } }),
    gives: { id: "5040", affiliate_id: "12", attribution_method: "by_hand" },
  },
  "commissions.list": {
    sent: { query: { per_page: 4 } },
    gives: {
      data: [{ id: "8040", amount: 5.38, status: "under_review", order_id: "5040" }, {}, {}, {}],
      pagination: { page: 1, per_page: 4, total: 40 },
    },
    absent: ["data.0.rate", "data.0.eligible_at", "data.0.payout_id"],
  },
  "commissions.get": {
    sent: one("8001"),
    gives: { id: "8001", affiliate_id: "11", flags: [{ code: "self_referral" }, { code: "velocity" }] },
    absent: ["flags.0.severity", "sale_amount"],
  },
  "commissions.approve": { sent: one("8001"), gives: { id: "8001", status: "approved" } },
  "commissions.reject": {
    sent: one("8002", { body: { reason: "refunded" } }),
    gives: { id: "8002", status: "rejected", rejection_reason: "refunded" },
  },
  "payouts.list": {
    gives: {
      data: [
        { id: "602", amount: 10, status: "in_review" },
        { id: "601", amount: 25, status: "settled", commission_ids: ["8033", "8034"] },
      ],
      pagination: { total: null },
    },
    absent: ["data.0.currency", "data.0.paid_at", "data.0.commission_ids"],
  },
  "payouts.get": { sent: one("601"), gives: { id: "601", affiliate_id: "11" }, absent: ["reference"] },
  "payouts.create": {
    sent: { body: { affiliate_id: "11", amount: 1250, currency: "EUR", commission_ids: ["8031"], reference: "r-1" } },
    gives: { id: "9001", amount: 1250, status: "in_review", commission_ids: ["8031"], reference: "r-1" },
    absent: ["paid_at"],
  },
  "links.list": {
    gives: { data: [{ id: "73", url: "https://go.example/r/2", clicks: 120 }, {}, {}] },
    absent: ["data.0.orders", "data.0.revenue", "data.0.code"],
  },
  "links.get": { sent: one("71"), gives: { id: "71", affiliate_id: "11", clicks: 40 }, absent: ["revenue"] },
  "links.create": {
    sent: { body: { affiliate_id: "11", destination_url: "https://shop.example.com/x" } },
    gives: { id: "9001", url: "https://go.example/r/9001", clicks: 0 },
  },
  "links.delete": { sent: one("71"), gives: {} },
  "analytics.summary": {
    gives: { data: { clicks: 812, orders: 31, totals: [{ revenue: 1890.4, commissions: 189.04, currency: "EUR" }] } },
    absent: ["data.affiliates", "data.conversion_rate", "data.totals.0.unpaid_balance"],
  },
  "analytics.affiliates": {
    sent: { query: { per_page: 2 } },
    gives: {
      data: [
        { affiliate_id: "22", clicks: 0, revenue: 0 },
        { affiliate_id: "21", clicks: 10, revenue: 5 },
      ],
    },
    absent: ["data.0.orders", "data.0.commissions", "data.0.conversion_rate"],
  },
  "analytics.products": {
    gives: {
      data: [
        { product_id: "1", orders: 12, revenue: 480 },
        { product_id: "2", name: "Care kit" },
      ],
    },
    absent: ["data.1.revenue", "data.1.orders"],
  },
  "analytics.clicks": {
    sent: { query: { per_page: 2, page: 2 } },
    gives: {
      data: [{ id: "402", occurred_at: "2026-09-01T12:00:00+02:00", is_bot: false, city: "Bergen" }, { id: "403" }],
    },
    absent: ["data.0.link_id", "data.0.converted", "data.0.country"],
  },
};

const both = [
  ["checkout", ofCheckout, operationsOf(checkout)],
  ["affiliate", ofAffiliate, operationsOf(affiliate)],
] as const;

describe.each(both)("with the %s API", (api, cases, operations) => {
  test("all specified operations are tested", () => {
    const specified = operations.filter(({ operation }) => !operation.extension);
    expect(Object.keys(cases).sort()).toEqual(specified.map(({ resource, name }) => `${resource}.${name}`).sort());
  });

  test.each(Object.entries(cases))("%s is read", async (name, { sent, gives, absent = [] }) => {
    if (/webhooks\.(test|logs)/.test(name))
      await shop.perform("checkout", "webhooks.create", ofCheckout["webhooks.create"]?.sent);
    const { status, body } = await shop.perform(api, name, sent);
    expect([200, 201]).toContain(status);
    expect(body).toMatchObject(gives);
    for (const path of absent) expect(body, path).not.toHaveProperty(path.split("."));
  });

  test("our extensions fail with 404, unless the dashboard stands in for the API", async () => {
    const { has } = await import("./contracts.ts");
    const extensions = operations.filter(({ resource, name, operation }) => {
      return operation.extension && !has({ api, mode: "live", resource, operation: name });
    });
    for (const { resource, name, operation } of extensions) {
      const params = { id: "off-1", delivery: "log-1", code: "spring", platform: "shopify" };
      const sent = { params, ...(operation.body && { body: { enabled: true } }) };
      const error = await failure(shop.perform(api, `${resource}.${name}`, sent));
      const code = api === "checkout" ? "no_such_thing" : "not_found";
      expect(error, `${resource}.${name}`).toMatchObject({ status: 404, code });
    }
  });
});

test.each([
  ["bundle_performance", { tables: [{ name: "", rows: [{ sold: 12, revenue: 240 }, { revenue: null }] }], rest: {} }],
  [
    "revenue_attribution",
    {
      tables: [
        { columns: [{ name: "date", kind: "date" }, {}, {}, {}], rows: [{ date: "2026-10-01", upsells: 120.5 }, {}] },
      ],
    },
  ],
  ["conversion_funnel", { tables: [], rest: { funnel: { visits: 1200, shown: 360 }, note: "sampled" } }],
])("a %s of unknown shape is a table or a tree", async (type, gives) => {
  expect((await shop.perform("checkout", "analytics.report", { params: { type } })).body).toMatchObject(gives);
});

test.each(["data", "named", "bare"] as const)("lists in the form %s are read, without a total", async (lists) => {
  desk.control.choices.lists = lists;
  for (const [name, rows] of [
    ["upsells.list", 20],
    ["bundles.list", 4],
    ["experiments.list", 9],
  ] as const) {
    const { body } = await shop.perform("checkout", name);
    expect((body as { data: unknown[] }).data).toHaveLength(rows);
    expect(body).toMatchObject({ pagination: { page: 1, total: null } });
  }
});

test.each([
  ["specified", { form: "setting", header: "x-partner-key" }, 1],
  ["x-api-key", { form: "x_api_key", header: "X-API-Key" }, 3],
] as const)(
  "with AFFILIATE_API_KEY_HEADER set, that header is tried first (keys as %s)",
  async (keys, sent_as, calls) => {
    desk.control.choices.keys = keys;
    const { candidateConnection, saveConnection, summarize } = await import("./connections.ts");
    const { probeOnce } = await import("./probe.ts");
    const place = { storeId: shop.id, mode: "live", api: "affiliate" } as const;
    const { form } = await probeOnce(candidateConnection(place, shop.key));
    await saveConnection(place, shop.key, form);
    expect((await summarize(place)).sent_as).toEqual(sent_as);
    const { requests } = desk.control;
    expect(requests).toHaveLength(calls);
    expect(requests[0]?.headers).toMatchObject({ "x-partner-key": shop.key });
    await shop.perform("affiliate", "affiliates.list");
  },
);

test.each(["totalCount", "total_count", "count", "X-Total-Count"] as const)(
  "a total is read from %s",
  async (totals) => {
    Object.assign(desk.control.choices, { totals, lists: totals === "X-Total-Count" ? "bare" : "data" });
    const { body } = await shop.perform("checkout", "upsells.list", { query: { per_page: 2 } });
    expect(body).toMatchObject({ data: [{ id: "off-30" }, {}], pagination: { total: 30 } });
  },
);
