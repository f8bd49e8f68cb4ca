import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { unkeyed } from "../../testing/unkeyed.ts";

let services: TestServices;
let program: Program;

const draft = { email: "mira@example.com", first_name: "Mira", last_name: "Lindqvist" };
const create = (body: object) => program.call("POST", "/affiliates", { body });
const change = (id: string, body: object) => program.call("PUT", `/affiliates/${id}`, { body });
const listed = async () => (await program.call("GET", "/affiliates")).body.pagination.total;

beforeAll(async () => {
  services = await openTestServices();
});
beforeEach(async () => {
  program = await openProgram(services);
});
afterAll(() => services.close());

describe("create", () => {
  test("create fills in the fields that were left out", async () => {
    const { status, body } = await create(draft);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...draft,
      id: expect.stringMatching(/^aff_[0-9a-z]{26}$/),
      status: "pending",
      referral_code: expect.stringMatching(/^mira-[0-9a-z]{7}$/),
      coupon_codes: [],
      commission_type: "percentage",
      commission_rate: 10,
      currency: "EUR",
      total_clicks: 0,
      total_orders: 0,
      total_revenue: 0,
      total_commissions: 0,
      unpaid_balance: 0,
      approved_at: null,
      metadata: {},
    });
    expect((await program.call("GET", `/affiliates/${body.id}`)).body).toEqual(body);
  });

  test("create stores every field that was sent", async () => {
    const full = {
      ...draft,
      status: "active",
      referral_code: "MIRA",
      coupon_codes: ["Mira10", "MIRA20"],
      company_name: "Mira & Co",
      group: "creators",
      commission_type: "fixed",
      commission_rate: 500,
      currency: "USD",
      country: "DE",
      website: "https://mira.example.com/",
      payout_method: "paypal",
      payout_email: "pay@example.com",
      minimum_payout: 2500,
      notes: "two\nlines",
      metadata: { tier: 2, vip: true, from: null },
    };
    const { body } = await create(full);
    expect(body).toMatchObject(full);
    expect(body.approved_at).toBe(body.created_at);
    expect(body.balances).toMatchObject([{ currency: "USD", unpaid_balance: 0 }]);
  });

  test("create takes the program's rate, and refuses a type without a rate of its kind", async () => {
    await program.call("PATCH", "/program", { body: { default_commission_rate: 12.5 } });
    expect((await create(draft)).body.commission_rate).toBe(12.5);
    const { status, body } = await create({ ...draft, email: "b@example.com", commission_type: "fixed" });
    expect(status).toBe(400);
    expect(unkeyed(body.error.details)).toEqual([{ field: "commission_rate", message: "This field is required." }]);
  });

  test.each<[string, object, object, string]>([
    ["an email address, however it is written", {}, { email: "MIRA@example.com" }, "email"],
    ["a referral code", { referral_code: "Mira" }, { email: "b@example.com", referral_code: "mira" }, "referral_code"],
    [
      "a coupon code",
      { coupon_codes: ["MIRA10"] },
      { email: "b@example.com", coupon_codes: ["mira10"] },
      "coupon_codes",
    ],
  ])("create refuses %s of another affiliate, and names the field", async (_, first, second, field) => {
    expect((await create({ ...draft, ...first })).status).toBe(201);
    const { status, body } = await create({ ...draft, ...second });
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: "conflict", details: [{ field }] });
    expect(await listed()).toBe(1);
  });

  test("six affiliates created at once with one email address become one affiliate", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(draft)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await listed()).toBe(1);
  });

  test("another store may use the same codes and email address", async () => {
    await create({ ...draft, referral_code: "mira", coupon_codes: ["MIRA10"] });
    program = await openProgram(services);
    expect((await create({ ...draft, referral_code: "mira", coupon_codes: ["MIRA10"] })).status).toBe(201);
  });

  test.each<[object, string]>([
    [{ commission_rate: 12.34567 }, "commission_rate"],
    [{ commission_type: "fixed", commission_rate: 1.5 }, "commission_rate"],
    [{ coupon_codes: ["a", "A"] }, "coupon_codes.1"],
    [{ minimum_payout: 1.5 }, "minimum_payout"],
    [{ total_clicks: 5 }, "total_clicks"],
    [{ status: "gone" }, "status"],
  ])("create refuses %j", async (more, field) => {
    const { status, body } = await create({ ...draft, ...more });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid_request", details: [{ field }] });
    expect(await listed()).toBe(0);
  });
});

describe("change", () => {
  test("change changes the fields that are sent, and clears those that are null", async () => {
    const before = await program.affiliate({ notes: "old", group: "a" });
    const { body } = await change(before.id, { notes: null, last_name: "Berg", coupon_codes: ["B1"] });
    expect(body).toEqual({
      ...before,
      notes: null,
      last_name: "Berg",
      coupon_codes: ["B1"],
      updated_at: body.updated_at,
    });
  });

  test("validates a rate against the type that is stored with it", async () => {
    const { id } = await program.affiliate({ commission_type: "fixed", commission_rate: 500 });
    expect(unkeyed((await change(id, { commission_type: "percentage" })).body.error.details)).toEqual([
      { field: "commission_rate", message: "Must be between 0 and 100." },
    ]);
    expect((await change(id, { commission_type: "percentage", commission_rate: 5 })).status).toBe(200);
  });

  test("change refuses the codes and the email address of another affiliate, and changes nothing", async () => {
    await program.affiliate({ email: "other@example.com", referral_code: "other", coupon_codes: ["OTHER"] });
    const before = await program.affiliate({ coupon_codes: ["MINE"] });
    for (const [body, field] of [
      [{ email: "OTHER@example.com" }, "email"],
      [{ referral_code: "OTHER" }, "referral_code"],
      [{ notes: "new", coupon_codes: ["other"] }, "coupon_codes"],
    ] as const) {
      const answer = await change(before.id, body);
      expect(answer.status).toBe(409);
      expect(answer.body.error.details[0].field).toBe(field);
    }
    expect((await program.call("GET", `/affiliates/${before.id}`)).body).toEqual(before);
  });

  test("change allows only the transitions of a status, and records the first approval", async () => {
    const { id } = (await create(draft)).body;
    const to = async (status: string) => (await change(id, { status })).status;
    expect(await to("suspended")).toBe(409);
    expect(await to("rejected")).toBe(200);
    expect(await to("active")).toBe(200);
    const { approved_at } = (await program.call("GET", `/affiliates/${id}`)).body;
    expect(Date.now() - Date.parse(approved_at)).toBeLessThan(5_000);
    expect(await to("suspended")).toBe(200);
    expect(await to("active")).toBe(200);
    expect((await program.call("GET", `/affiliates/${id}`)).body.approved_at).toBe(approved_at);
    const refused = await change(id, { status: "pending" });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({ code: "invalid_transition", details: [{ field: "status" }] });
  });

  test("change shows the figures of a new currency, and keeps the clicks", async () => {
    const { id } = await program.affiliate();
    await program.countClicks((await program.link(id)).id, id, 3);
    await program.insertCommission(id, { status: "approved", amount: 700 });
    await program.insertCommission(id, { status: "approved", amount: 900, currency: "USD" });
    const { body } = await change(id, { currency: "USD" });
    expect(body).toMatchObject({ currency: "USD", unpaid_balance: 900, total_commissions: 900, total_clicks: 3 });
    expect(body.balances).toMatchObject([
      { currency: "EUR", unpaid_balance: 700 },
      { currency: "USD", unpaid_balance: 900 },
    ]);
  });
});

describe("figures in several currencies", () => {
  test("a list and a record count the orders of all currencies, and have the sums of each", async () => {
    const { id } = await program.affiliate({ currency: "USD" });
    const other = await program.affiliate({ currency: "USD" });
    await program.insertOrder({ affiliateId: id, currency: "EUR", total: 75_000 });
    await program.insertOrder({ affiliateId: id, currency: "USD", total: 1_000 });
    await program.insertOrder({ affiliateId: other.id, currency: "USD", total: 1_000 });
    await program.insertCommission(id, { status: "approved", amount: 7_500 });
    const { data } = (await program.call("GET", "/affiliates?sort=total_orders&order=desc")).body;
    expect(data.map((row: { id: string; total_orders: number }) => [row.id, row.total_orders])).toEqual([
      [id, 2],
      [other.id, 1],
    ]);
    expect(data[0]).toMatchObject({
      currency: "USD",
      unpaid_balance: 0,
      total_revenue: 1_000,
      balances: [
        { currency: "EUR", orders: 1, revenue: 75_000, unpaid_balance: 7_500 },
        { currency: "USD", orders: 1, revenue: 1_000, unpaid_balance: 0 },
      ],
    });
    expect((await program.call("GET", `/affiliates/${id}`)).body).toEqual(data[0]);
    expect((await change(id, { currency: "EUR" })).body).toMatchObject({ total_orders: 2, unpaid_balance: 7_500 });
  });

  test("a link counts the orders of all currencies, and has the revenue in each", async () => {
    const { id } = await program.affiliate({ currency: "USD" });
    const link = await program.link(id);
    const order = await program.insertOrder({ affiliateId: id, linkId: link.id, total: 5_000 });
    const list = async () => (await program.call("GET", "/links?sort=orders&order=desc")).body.data[0];
    expect(await list()).toMatchObject({
      id: link.id,
      orders: 1,
      revenue: 0,
      currency: "USD",
      totals: [
        { currency: "EUR", orders: 1, revenue: 5_000 },
        { currency: "USD", orders: 0, revenue: 0 },
      ],
    });
    await program.change("order", order, { status: "cancelled" });
    expect(await list()).toMatchObject({ orders: 0 });
  });

  test("orders in two currencies at once never deadlock, whichever is the affiliate's own", async () => {
    const { id } = await program.affiliate({ currency: "USD", coupon_codes: ["MIRA"] });
    const placed = (currency: string) => program.placed({ currency, coupon_codes: ["MIRA"] });
    const both = (n: number) => (n % 2 ? [placed("EUR"), placed("USD")] : [placed("USD")]);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => program.report(both(n))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await program.call("GET", `/affiliates/${id}`)).body.total_orders).toBe(12);
  });
});

describe("delete", () => {
  const remove = (id: string) => program.call("DELETE", `/affiliates/${id}`);

  test("delete removes the affiliate and keeps its history", async () => {
    const { id, email } = await program.affiliate({ coupon_codes: ["MIRA10"], referral_code: "mira" });
    await program.link(id);
    const order = await program.insertOrder({ affiliateId: id });
    expect((await remove(id)).body).toEqual({ id, deleted: true });
    expect((await remove(id)).status).toBe(404);
    expect((await program.call("GET", `/affiliates/${id}`)).status).toBe(404);
    expect((await change(id, { notes: "x" })).status).toBe(404);
    expect(await listed()).toBe(0);
    expect((await program.call("GET", "/links")).body.pagination.total).toBe(0);
    expect((await program.call("GET", `/orders/${order.id}`)).body.affiliate_id).toBe(id);
    // A deleted affiliate may join again.
    expect((await create({ ...draft, email, coupon_codes: ["MIRA10"], referral_code: "mira" })).status).toBe(201);
  });

  test.each<[string, (id: string) => Promise<unknown>, RegExp]>([
    ["money is owed", (id) => program.insertCommission(id, { status: "approved" }), /money is owed.*inactive instead/],
    [
      "money is owed by them",
      (id) => program.insertCommission(id, { status: "approved", type: "clawback", amount: -5 }),
      /owed/,
    ],
    ["commissions are pending", (id) => program.insertCommission(id), /commissions are pending/],
    ["a payout is on its way", (id) => program.insertPayout(id, { status: "processing" }), /payouts are on their way/],
  ])("delete is refused while %s", async (_, owe, message) => {
    const { id } = await program.affiliate();
    await owe(id);
    const { status, body } = await remove(id);
    expect(status).toBe(409);
    expect(body.error.message).toMatch(message);
    expect((await program.call("GET", `/affiliates/${id}`)).status).toBe(200);
  });

  test("delete is allowed once everything is paid", async () => {
    const { id } = await program.affiliate();
    await program.insertCommission(id, { status: "approved", amount: 1_000 });
    await program.insertPayout(id, { status: "paid", paidAt: new Date(), amount: 1_000 });
    expect((await remove(id)).status).toBe(200);
  });
});

test("search finds a part of a name, an address or a code and a whole id, and counts the matches", async () => {
  const mira = (await create({ ...draft, company_name: "North & Co 100%" })).body;
  await create({ ...draft, email: "jon@other.example", first_name: "Jon", last_name: "Mirador" });
  await create({ ...draft, email: "ada@other.example", first_name: "Ada", last_name: "Berg", status: "active" });
  const find = async (query: Record<string, string>) => {
    const { body } = await program.call("GET", `/affiliates?${new URLSearchParams({ per_page: "1", ...query })}`);
    return { total: body.pagination.total, first: body.data[0]?.first_name };
  };
  expect(await find({ search: "mira", sort: "last_name", order: "asc" })).toEqual({ total: 2, first: "Mira" });
  expect(await find({ search: "a lind" })).toEqual({ total: 1, first: "Mira" });
  expect(await find({ search: "other.example", status: "active" })).toEqual({ total: 1, first: "Ada" });
  expect(await find({ search: "0%" })).toEqual({ total: 1, first: "Mira" });
  expect(await find({ search: mira.id })).toEqual({ total: 1, first: "Mira" });
  expect(await find({ search: mira.referral_code, page: "2" })).toEqual({ total: 1, first: undefined });
  expect(await find({ search: "nobody" })).toEqual({ total: 0, first: undefined });
});

test("an affiliate of another store is not found", async () => {
  const { id } = await program.affiliate();
  program = await openProgram(services);
  for (const [method, body] of [["GET"], ["PUT", { notes: "x" }], ["DELETE"]] as const) {
    expect((await program.call(method, `/affiliates/${id}`, body ? { body } : {})).status).toBe(404);
  }
});
