import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "../../days.ts";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";

let services: TestServices;
let program: Program;
let empty: Program;
const ids = {} as Record<"mira" | "otto" | "idle", string>;

const at = (day: string, time = "10:00") => new Date(`${day}T${time}:00Z`);
const range = "start_date=2026-03-10&end_date=2026-03-12";
const read = async (path: string, of = program) => (await of.call("GET", `/analytics${path}`)).body;
const boots = { product_id: "boots", sku: "B1", name: "Boots", quantity: 1, unit_price: 8_000 };
const socks = { product_id: "socks", name: "Socks", quantity: 2, unit_price: 1_000 };

/** Mira: three clicks and a bot, a paid and a refunded order, one in dollars. Otto: an order before the period. */
beforeAll(async () => {
  services = await openTestServices();
  program = await openProgram(services);
  empty = await openProgram(services);
  ids.mira = (await program.affiliate({ last_name: "Berg" })).id;
  ids.otto = (await program.affiliate({ first_name: "Otto", status: "inactive" })).id;
  ids.idle = (await program.affiliate()).id;
  const link = (await program.link(ids.mira)).id;
  for (const day of ["10", "12", "12"]) await program.insertClick(link, ids.mira, { occurredAt: at(`2026-03-${day}`) });
  await program.insertClick(link, ids.mira, { occurredAt: at("2026-03-12"), isBot: true });
  await program.insertClick(link, ids.mira, { occurredAt: at("2026-03-09") });
  const mine = { affiliateId: ids.mira, linkId: link };
  const [first, second] = [at("2026-03-10"), at("2026-03-12")];
  await program.insertOrder({ ...mine, createdAt: first, lineItems: [boots, socks] });
  const refunded = await program.insertOrder({
    ...mine,
    createdAt: second,
    lineItems: [{ ...boots, unit_price: 10_000 }],
  });
  await program.change("order", refunded, { status: "partially_refunded", refundedAmount: 4_000 });
  await program.insertOrder({ ...mine, createdAt: second, currency: "USD", total: 500, subtotal: 500 });
  await program.insertOrder({ ...mine, createdAt: second, status: "cancelled" });
  await program.insertOrder({ affiliateId: ids.otto, createdAt: at("2026-03-08"), total: 7_000 });
  await program.insertCommission(ids.mira, { createdAt: first, amount: 1_000, products: { boots: 800, socks: 200 } });
  const earned = await program.insertCommission(ids.mira, { createdAt: second, amount: 601, products: { boots: 601 } });
  await program.change("commission", earned, { status: "approved" });
  await program.insertCommission(ids.mira, {
    createdAt: second,
    amount: 99,
    status: "rejected",
    products: { boots: 99 },
  });
  await program.insertCommission(ids.mira, { createdAt: second, amount: -1, type: "clawback", status: "approved" });
  await program.insertPayout(ids.mira, { amount: 250, status: "paid", paidAt: at("2026-03-11") });
});
afterAll(() => services.close());

describe("the summary", () => {
  test("covers the period by currency, and compares it with the period before", async () => {
    const { data, period } = await read(`/summary?${range}`);
    expect(period).toEqual({ start: "2026-03-10", end: "2026-03-12" });
    const { daily, clicks_by_hour, ...figures } = data;
    expect(figures).toEqual({
      affiliates: 3,
      active_affiliates: 2,
      clicks: 3,
      orders: 3,
      conversion_rate: 1,
      totals: [
        {
          currency: "EUR",
          orders: 2,
          revenue: 16_000,
          refunded: 4_000,
          average_order_value: 8_000,
          refund_rate: 0.5,
          commissions: 1_600,
          pending_commissions: 1_000,
          approved_commissions: 600,
          paid_commissions: 250,
          unpaid_balance: 350,
          pending_balance: 1_000,
          epc: 533.33,
        },
        {
          currency: "USD",
          orders: 1,
          revenue: 500,
          refunded: 0,
          average_order_value: 500,
          refund_rate: 0,
          commissions: 0,
          pending_commissions: 0,
          approved_commissions: 0,
          paid_commissions: 0,
          unpaid_balance: 0,
          pending_balance: 0,
          epc: 0,
        },
      ],
      previous: {
        period: { start: "2026-03-07", end: "2026-03-09" },
        clicks: 1,
        orders: 1,
        conversion_rate: 1,
        totals: [expect.objectContaining({ currency: "EUR", revenue: 7_000, average_order_value: 7_000 })],
      },
    });
    expect(daily).toEqual([
      expect.objectContaining({ day: "2026-03-10", clicks: 1, orders: 1 }),
      { day: "2026-03-11", clicks: 0, orders: 0, totals: [expect.objectContaining({ paid_commissions: 250 })] },
      expect.objectContaining({ day: "2026-03-12", clicks: 2, orders: 2 }),
    ]);
    // The clicks were on a Tuesday and a Thursday at eleven in Berlin. The bot's click counts in no hour.
    const hours = Array.from({ length: 7 }, () => Array(24).fill(0));
    hours[1]?.fill(1, 11, 12);
    hours[3]?.fill(2, 11, 12);
    expect(clicks_by_hour).toEqual(hours);
  });

  test("the summary of an empty program has counts of zero and leaves ratios out", async () => {
    const nothing = { clicks: 0, orders: 0, totals: [] };
    expect((await read(`/summary?start_date=2026-03-10&end_date=2026-03-10`, empty)).data).toEqual({
      affiliates: 0,
      active_affiliates: 0,
      ...nothing,
      previous: { ...nothing, period: { start: "2026-03-09", end: "2026-03-09" } },
      daily: [{ day: "2026-03-10", ...nothing }],
      clicks_by_hour: Array.from({ length: 7 }, () => Array(24).fill(0)),
    });
  });
});

describe("affiliates", () => {
  const rows = async (more = "") => (await read(`/affiliates?${range}${more}`)).data;

  test("affiliates have a row for each currency, and one row if they have no figures", async () => {
    expect(await rows("&sort=revenue&order=desc")).toEqual([
      {
        affiliate_id: ids.mira,
        name: "Mira Berg",
        email: expect.any(String),
        status: "active",
        currency: "EUR",
        clicks: 3,
        orders: 2,
        conversion_rate: 2 / 3,
        revenue: 16_000,
        commissions: 1_600,
        average_order_value: 8_000,
        refund_rate: 0.5,
        epc: 533.33,
      },
      expect.objectContaining({ affiliate_id: ids.mira, currency: "USD", orders: 1, revenue: 500, clicks: 3 }),
      ...[ids.otto, ids.idle].map((id) => expect.objectContaining({ affiliate_id: id, currency: "EUR", orders: 0 })),
    ]);
    expect(Object.keys((await rows("&status=inactive"))[0]).toSorted()).toEqual(
      ["affiliate_id", "name", "email", "status", "currency", "clicks", "orders", "revenue", "commissions"].toSorted(),
    );
  });

  test("in one currency have one row each, with amounts in this currency only", async () => {
    const found = (await rows("&currency=USD&sort=revenue&order=desc")) as Record<string, unknown>[];
    expect(found.map(({ affiliate_id, revenue, currency }) => [affiliate_id, revenue, currency])).toEqual([
      [ids.mira, 500, "USD"],
      ...[ids.otto, ids.idle].map((id) => [id, 0, "USD"]),
    ]);
  });

  test("affiliates are filtered by the affiliate's own status and day", async () => {
    expect((await rows("&status=inactive")).map((row: { affiliate_id: string }) => row.affiliate_id)).toEqual([
      ids.otto,
    ]);
    expect(await rows("&created_after=2099-01-01")).toEqual([]);
  });

  test("affiliates that were deleted keep a row if they have figures", async () => {
    const place = await openProgram(services);
    const [left, gone] = [await place.affiliate(), await place.affiliate()];
    const paid = await place.insertOrder({ affiliateId: left.id, createdAt: at("2026-03-11"), total: 5 });
    await place.insertOrder({ affiliateId: gone.id, createdAt: at("2026-03-08") });
    for (const { id } of [left, gone]) expect((await place.call("DELETE", `/affiliates/${id}`)).status).toBe(200);
    const { data, pagination } = await read(`/affiliates?${range}`, place);
    expect(data).toEqual([expect.objectContaining({ affiliate_id: left.id, revenue: paid.total })]);
    expect(pagination.total).toBe(1);
  });
});

describe("products", () => {
  test("in one currency have no amounts in another", async () => {
    expect((await read(`/products?${range}&currency=EUR`)).data).toEqual((await read(`/products?${range}`)).data);
    expect((await read(`/products?${range}&currency=USD`)).data).toEqual([]);
  });

  test("products have a row each, with revenue net of refunds and commissions", async () => {
    expect((await read(`/products?${range}`)).data).toEqual(
      [
        {
          product_id: "socks",
          sku: null,
          name: "Socks",
          currency: "EUR",
          quantity: 2,
          orders: 1,
          revenue: 2_000,
          commissions: 200,
        },
        {
          product_id: "boots",
          sku: "B1",
          name: "Boots",
          currency: "EUR",
          quantity: 2,
          orders: 2,
          revenue: 14_000,
          commissions: 1_401,
        },
      ].toSorted((a, b) => (a.product_id < b.product_id ? -1 : 1)),
    );
  });

  test("filtered by the order's status have no commissions, which are not counted by status", async () => {
    const { data } = await read(`/products?${range}&status=partially_refunded`);
    expect(data).toEqual([
      { product_id: "boots", sku: "B1", name: "Boots", currency: "EUR", quantity: 1, orders: 1, revenue: 6_000 },
    ]);
    const { error } = await read(`/products?${range}&status=paid&sort=commissions`);
    expect(error).toMatchObject({ code: "invalid_request", details: [{ field: "sort" }] });
  });
});

describe.each([
  ["affiliates", ["created_at", "clicks", "orders", "conversion_rate", "revenue", "commissions"]],
  ["products", ["created_at", "name", "quantity", "orders", "revenue", "commissions"]],
])("pages of %s", (list, sorts) => {
  let place: Program;
  beforeAll(async () => {
    place = await openProgram(services);
    for (let n = 0; n < 9; n++) {
      const { id } = await place.affiliate();
      const { id: link } = await place.link(id);
      const lineItems = [{ ...boots, product_id: `p${n}`, name: n % 2 ? "boots" : "Art", quantity: 1 + (n % 2) }];
      const createdAt = at(n % 2 ? "2026-03-10" : "2026-03-11");
      for (let order = 0; order < n % 3; order++) await place.insertOrder({ affiliateId: id, lineItems, createdAt });
      for (let click = 0; click < n % 4; click++) await place.insertClick(link, id, { occurredAt: createdAt });
    }
  });

  test.each(sorts)("sorted by %s hold each row once in both directions, and the number of all rows", async (sort) => {
    for (const order of ["asc", "desc"]) {
      const asked = `/${list}?${range}&sort=${sort}&order=${order}`;
      const { data, pagination } = await read(asked, place);
      expect(pagination).toEqual({ page: 1, per_page: 25, total: list === "affiliates" ? 9 : 6 });
      if (sort !== "created_at") {
        const values = data
          .map((row: Record<string, unknown>) => row[sort])
          .filter((value: unknown) => value !== undefined);
        const by = (value: unknown) => (typeof value === "string" ? value.toLowerCase() : value) as number;
        const up = values.toSorted((a: unknown, b: unknown) => (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0));
        expect(values.map(by)).toEqual((order === "asc" ? up : up.toReversed()).map(by));
      }
      const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => read(`${asked}&per_page=2&page=${page}`, place)));
      expect(pages.flatMap((page) => page.data)).toEqual(data);
      expect(pages.every((page) => page.pagination.total === data.length)).toBe(true);
    }
  });
});

describe.each(["summary", "affiliates", "products", "clicks"])("/analytics/%s", (path) => {
  test.each([
    ["start_date=2026-03-11&end_date=2026-03-10", "end_date"],
    ["start_date=2025-02-29&end_date=2025-03-01", "start_date"],
    ["start_date=10.06.2025&end_date=2025-06-10", "start_date"],
    ["end_date=", "end_date"],
    ["start_date=2024-01-01&end_date=2025-02-04", "end_date"],
    ["start_date=0000-01-01&end_date=1970-01-01", "start_date"],
  ])("a report refuses %j and names the field", async (query, field) => {
    const { status, body } = await program.call("GET", `/analytics/${path}?${query}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid_request", details: [{ field }] });
  });

  test("a report accepts a range of 400 days", async () => {
    expect((await program.call("GET", `/analytics/${path}?start_date=2024-01-01&end_date=2025-02-03`)).status).toBe(
      200,
    );
  });
});

test("without dates, the range is the last 30 days in the store's time zone; a single date is completed with today", async () => {
  for (const timeZone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    const place = await openProgram(services, timeZone);
    const today = new Intl.DateTimeFormat("sv-SE", { timeZone }).format(new Date());
    const periodOf = async (query: string) => (await read(`/summary?${query}`, place)).period;
    expect(await periodOf("")).toEqual({ start: addDays(today, -29), end: today });
    expect(await periodOf(`start_date=${addDays(today, -2)}`)).toEqual({ start: addDays(today, -2), end: today });
    expect(await periodOf("end_date=2026-03-30")).toEqual({ start: "2026-03-01", end: "2026-03-30" });
    for (const start of [addDays(today, 1), addDays(today, -400)]) {
      const { error } = await read(`/summary?start_date=${start}`, place);
      expect(error.details).toMatchObject([{ field: "start_date" }]);
    }
  }
});
