import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { reportTypes } from "../../contract/checkout/report-words.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { make, openShop, type Shop } from "../../testing/shop.ts";
import { unkeyed } from "../../testing/unkeyed.ts";

let services: TestServices;
let shop: Shop;
let empty: Shop;

const day = (n: number) => ({ occurred_at: `2025-06-${n}T10:00:00Z` });
const range = "start_date=2025-06-10&end_date=2025-06-12";
const report = (of: Shop, type: string) => of.read(`/analytics/reports/${type}?${range}`);

beforeAll(async () => {
  services = await openTestServices();
  shop = await openShop(services);
  empty = await openShop(services);
  await shop.send([
    make.visit("v1", day(10)),
    make.visit("v2", day(10)),
    make.visit("v3", day(12)),
    make.visit("v4", day(12)),
    make.shown("s1", day(10)),
    make.shown("s2", { ...day(12), upsell_id: "ups_b" }),
    make.shown("s3", { ...day(12), upsell_id: "ups_b" }),
    make.declined("d1", { ...day(12), upsell_id: "ups_b" }),
    make.placed("p1", "o1", 100, day(10)),
    make.accepted("a1", "o1", 12.5, day(10)),
    make.placed("p2", "o2", 50.05, day(12)),
    make.bundle("b1", "o2", 30, 24, day(12)),
    make.subscription("u1", "o2", 9.99, day(12)),
    make.edited("e1", "o2", 10, day(12)),
    make.refunded("r1", "o2", 4.05, day(12)),
    make.placed("p3", "o3", 70, day(12)),
    make.cancelled("c3", "o3", day(12)),
    make.placed("p4", "o4", 1000, day(13)),
  ]);
});
afterAll(() => services.close());

describe("metrics", () => {
  test("metrics are the specified fields, with their period", async () => {
    const { status, body } = await shop.read(`/analytics/metrics?${range}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        total_revenue: 156,
        service_revenue: 46.49,
        average_order_value: 78,
        upsell_acceptance_rate: 1 / 3,
        orders_with_upsells: 1,
        total_orders: 2,
        offers_shown: 3,
        currency: "EUR",
      },
      period: { start: "2025-06-10", end: "2025-06-12" },
    });
  });

  const nothing = {
    total_revenue: 0,
    service_revenue: 0,
    average_order_value: 0,
    upsell_acceptance_rate: 0,
    orders_with_upsells: 0,
    total_orders: 0,
    offers_shown: 0,
  };

  test.each([
    ["of an empty store", "2025-06-10", "2025-06-12"],
    ["of a leap day", "2024-02-29", "2024-02-29"],
    ["of a far future", "9998-01-01", "9998-12-31"],
  ])("%s are the specified numbers, all zero", async (_, start, end) => {
    const { body } = await empty.read(`/analytics/metrics?start_date=${start}&end_date=${end}`);
    expect(body.data).toEqual({ ...nothing, currency: "EUR" });
  });

  test("grouped by day are the figures of each day beside those of the period", async () => {
    const { body } = await shop.read(`/analytics/metrics?${range}&group_by=day`);
    const { daily, ...whole } = body;
    expect(whole).toEqual((await shop.read(`/analytics/metrics?${range}`)).body);
    expect(daily).toEqual([
      {
        date: "2025-06-10",
        total_revenue: 100,
        service_revenue: 12.5,
        average_order_value: 100,
        upsell_acceptance_rate: 1,
        orders_with_upsells: 1,
        total_orders: 1,
        offers_shown: 1,
      },
      { date: "2025-06-11", ...nothing },
      {
        date: "2025-06-12",
        total_revenue: 56,
        service_revenue: 33.99,
        average_order_value: 56,
        upsell_acceptance_rate: 0,
        orders_with_upsells: 0,
        total_orders: 1,
        offers_shown: 2,
      },
    ]);
  });

  test("metrics of a day include a later refund of an order of that day", async () => {
    const own = await openShop(services);
    const read = () => own.read(`/analytics/metrics?${range}&group_by=day`);
    await own.send([make.placed("p1", "o1", 100, day(11))]);
    expect((await read()).body.daily[1]).toMatchObject({ date: "2025-06-11", total_revenue: 100 });
    await own.send([make.refunded("r1", "o1", 30, day(20))]);
    const { data, daily } = (await read()).body;
    expect([data.total_revenue, daily[1].total_revenue]).toEqual([70, 70]);
  });

  test("metrics of 400 days take one statement and have a row for each day, leap days included", async () => {
    const query = vi.spyOn(Client.prototype, "query");
    const { body } = await empty.read("/analytics/metrics?start_date=2024-01-01&end_date=2025-02-03&group_by=day");
    const reading = query.mock.calls.filter(([sent]) => JSON.stringify(sent).includes("daily_total"));
    query.mockRestore();
    expect(reading).toHaveLength(1);
    expect(body.daily).toHaveLength(400);
    expect(body.daily[59]).toEqual({ date: "2024-02-29", ...nothing });
  });

  test("metrics can be grouped by day only", async () => {
    const { status, body } = await shop.read(`/analytics/metrics?${range}&group_by=week`);
    expect(status).toBe(400);
    expect(unkeyed(body.error.details)).toEqual([{ field: "group_by", message: "Must be one of day." }]);
  });

  test("metrics include the first and the last day, and no other store", async () => {
    const one = async (date: string) =>
      (await shop.read(`/analytics/metrics?start_date=${date}&end_date=${date}`)).body.data.total_revenue;
    expect([await one("2025-06-09"), await one("2025-06-10"), await one("2025-06-13")]).toEqual([0, 100, 1000]);
  });
});

describe.each(["/analytics/metrics", ...reportTypes.map((type) => `/analytics/reports/${type}`)])("%s", (path) => {
  test.each([
    ["", ["start_date", "end_date"]],
    ["start_date=2025-06-10", ["end_date"]],
    ["end_date=2025-06-10", ["start_date"]],
    ["start_date=2025-06-11&end_date=2025-06-10", ["end_date"]],
    ["start_date=2025-02-29&end_date=2025-03-01", ["start_date"]],
    ["start_date=10.06.2025&end_date=2025-06-10", ["start_date"]],
    ["start_date=&end_date=2025-06-10", ["start_date"]],
    ["start_date=2024-01-01&end_date=2025-02-04", ["end_date"]],
    ["start_date=2024-01-01&end_date=2025-02-04&group_by=day", ["end_date"]],
    ["start_date=0000-01-01&end_date=0000-01-02", ["start_date", "end_date"]],
  ])("a report refuses %j and names the field", async (query, fields) => {
    const { status, body } = await shop.read(`${path}?${query}`);
    expect(status).toBe(400);
    expect(body.error.code).toBe("invalid_request");
    expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  test("a report accepts a range of 400 days", async () => {
    expect((await shop.read(`${path}?start_date=2024-01-01&end_date=2025-02-03`)).status).toBe(200);
  });

  test("a report needs its scope and a key", async () => {
    const { key } = await services.key({ store: shop.storeId, scopes: ["read:upsells"] });
    expect((await services.call("GET", `/checkout/v1${path}?${range}`, { key })).status).toBe(403);
    expect((await services.call("GET", `/checkout/v1${path}?${range}`)).status).toBe(401);
  });
});

describe("reports", () => {
  const head = (type: string) => ({ type, period: { start: "2025-06-10", end: "2025-06-12" }, currency: "EUR" });

  test("upsell_performance has a row for each offer, with the first charges of its subscriptions", async () => {
    expect((await report(shop, "upsell_performance")).body).toEqual({
      ...head("upsell_performance"),
      data: [
        {
          upsell_id: "ups_a",
          upsell_name: "Offer a",
          shown: 1,
          accepted: 1,
          declined: 0,
          acceptance_rate: 1,
          revenue: 12.5,
        },
        {
          upsell_id: "ups_b",
          upsell_name: "Offer b",
          shown: 2,
          accepted: 0,
          declined: 1,
          acceptance_rate: 0,
          revenue: 9.99,
        },
      ],
      totals: { shown: 3, accepted: 1, declined: 1, acceptance_rate: 1 / 3, revenue: 22.49 },
      daily: [
        { date: "2025-06-10", shown: 1, accepted: 1, declined: 0, acceptance_rate: 1, revenue: 12.5 },
        { date: "2025-06-11", shown: 0, accepted: 0, declined: 0, revenue: 0 },
        { date: "2025-06-12", shown: 2, accepted: 0, declined: 1, acceptance_rate: 0, revenue: 9.99 },
      ],
    });
  });

  test("bundle_performance has a row for each bundle", async () => {
    expect((await report(shop, "bundle_performance")).body).toEqual({
      ...head("bundle_performance"),
      data: [
        { bundle_id: "bun_a", bundle_name: "Bundle a", bundle_type: "fixed", purchases: 1, revenue: 24, savings: 6 },
      ],
      totals: { purchases: 1, revenue: 24, savings: 6 },
      daily: [
        { date: "2025-06-10", purchases: 0, revenue: 0, savings: 0 },
        { date: "2025-06-11", purchases: 0, revenue: 0, savings: 0 },
        { date: "2025-06-12", purchases: 1, revenue: 24, savings: 6 },
      ],
    });
  });

  test("revenue_attribution has a row for each source, and the days of each", async () => {
    const none = { upsells: 0, bundles: 0, subscriptions: 0, other: 0, total: 0 };
    expect((await report(shop, "revenue_attribution")).body).toEqual({
      ...head("revenue_attribution"),
      data: [
        { source: "upsells", revenue: 12.5, share: 12.5 / 156 },
        { source: "bundles", revenue: 24, share: 24 / 156 },
        { source: "subscriptions", revenue: 9.99, share: 9.99 / 156 },
        { source: "other", revenue: 109.51, share: 109.51 / 156 },
      ],
      totals: { total_revenue: 156, service_revenue: 46.49 },
      daily: [
        { ...none, date: "2025-06-10", upsells: 12.5, other: 87.5, total: 100 },
        { ...none, date: "2025-06-11" },
        { ...none, date: "2025-06-12", bundles: 24, subscriptions: 9.99, other: 22.01, total: 56 },
      ],
    });
  });

  test("conversion_funnel has a row for each step", async () => {
    expect((await report(shop, "conversion_funnel")).body).toMatchObject({
      ...head("conversion_funnel"),
      data: [
        { step: "visits", count: 4, of_first: 1 },
        { step: "offers_shown", count: 3, of_first: 0.75, of_previous: 0.75 },
        { step: "offers_accepted", count: 1, of_first: 0.25, of_previous: 1 / 3 },
        { step: "orders_with_upsells", count: 1, of_first: 0.25, of_previous: 1 },
      ],
      totals: { visits: 4, orders: 2, orders_per_visit: 0.5 },
      daily: [{ date: "2025-06-10", visits: 2, orders: 1 }, { date: "2025-06-11" }, { date: "2025-06-12", orders: 1 }],
    });
  });

  test.each(reportTypes)("%s of an empty store has every day and no ratio", async (type) => {
    const { status, body } = await report(empty, type);
    expect(status).toBe(200);
    expect(body.daily).toHaveLength(3);
    expect(JSON.stringify(body)).not.toMatch(/null|rate|share|of_/);
  });

  test("reports keep the figures of an offer that was deleted", async () => {
    const own = await openShop(services);
    await own.send([make.shown("s1", day(10))]);
    await services.call("DELETE", "/checkout/v1/upsells/ups_a", { key: own.key });
    expect((await report(own, "upsell_performance")).body.data).toEqual([
      { upsell_id: "ups_a", shown: 1, accepted: 0, declined: 0, acceptance_rate: 0, revenue: 0 },
    ]);
  });

  test("reports of an unknown type are refused, and the field is named", async () => {
    const { status, body } = await report(shop, "profit");
    expect(status).toBe(400);
    expect(unkeyed(body.error.details)).toEqual([
      { field: "type", message: expect.stringContaining("upsell_performance") },
    ]);
  });
});

test("a report reads only the rows of its days, no matter how long the history is", async () => {
  const own = await openShop(services);
  await services.db.$client.query(
    `insert into checkout.daily_total (tenant_id, day, orders, revenue)
     select $1, '2010-01-01'::date + n, 1, 100 from generate_series(0, 9000) as n`,
    [own.tenantId],
  );
  await services.db.$client.query("analyze checkout.daily_total");
  const { rows } = await services.db.$client.query(
    `explain (analyze, format json) select * from checkout.daily_total
     where tenant_id = $1 and day between '2025-06-01' and '2025-06-30'`,
    [own.tenantId],
  );
  const plan = rows[0]["QUERY PLAN"][0].Plan;
  expect(JSON.stringify(plan)).toContain("daily_total_tenant_id_day_pk");
  expect(plan["Actual Rows"]).toBe(30);
});
