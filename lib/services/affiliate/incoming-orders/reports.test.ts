import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openProgram, type Program } from "../../../testing/affiliate/program.ts";
import { openTestServices, type TestServices } from "../../../testing/services.ts";
import { createStorefrontKey } from "../../tenants.ts";
import { mintClickId } from "../click-ids.ts";
import { keyFor } from "../environment.ts";

let services: TestServices;
let program: Program;
// biome-ignore lint/suspicious/noExplicitAny: records as the API answers them
type Body = any;
let mira: Body;
let link: Body;

beforeAll(async () => {
  services = await openTestServices();
});
beforeEach(async () => {
  program = await openProgram(services);
  mira = await program.affiliate({ coupon_codes: ["MIRA10"], commission_rate: 10, commission_type: "percentage" });
  link = await program.link(mira.id);
});
afterAll(() => services.close());

const dayMs = 86_400_000;
const order = async (id: string): Promise<Body> => (await program.call("GET", `/orders/${id}`)).body;
const one = async (report: object): Promise<Body> => (await program.report([report])).body.data[0];
const commissions = async (): Promise<Body[]> => (await program.call("GET", "/commissions")).body.data;
const clickAt = (ago: number, linkId = link.id) => mintClickId(keyFor("click-id"), linkId, Date.now() - ago);
const figures = async (id: string) => (await program.call("GET", `/affiliates/${id}`)).body;

describe("the attribution of an order", () => {
  test("the attribution of an order goes to the last click, with the reason on the order and a pending commission", async () => {
    const click = await program.follow(link.code, { referer: "https://blog.example.com/boots" });
    await services.clicksWritten();
    const answer = await one(program.placed({ external_id: "1001", click_id: click }));
    expect(answer).toEqual({
      external_id: "1001",
      status: "accepted",
      order_id: answer.order_id,
      affiliate_id: mira.id,
      attribution_method: "link",
      attribution_reason:
        "The last click was less than a minute before the order, within the attribution window of 30 days.",
    });
    const record = await order(answer.order_id);
    expect(record).toMatchObject({
      external_id: "1001",
      order_number: "1001",
      affiliate_id: mira.id,
      link_id: link.id,
      click_id: click,
      coupon_code: null,
      attribution_method: "link",
      attributed_by: null,
      status: "paid",
      refunded_amount: 0,
    });
    expect(record.attribution_history).toMatchObject([
      { method: "link", affiliate_id: mira.id, click_id: click, by: null, superseded_at: null },
    ]);
    expect(record.attribution_timeline).toMatchObject([
      { type: "click", click_id: click, link_code: link.code, referrer: "https://blog.example.com/boots" },
      { type: "order", total: 10_000 },
      { type: "attribution", method: "link", reason: record.attribution_reason },
      { type: "commission", amount: 1_000, status: "pending", arithmetic: { base: 10_000, rate: 10 } },
    ]);
    expect(await commissions()).toMatchObject([
      { order_id: record.id, status: "pending", amount: 1_000, type: "sale" },
    ]);
    expect(await figures(mira.id)).toMatchObject({ total_clicks: 1, total_orders: 1, total_revenue: 10_000 });
  });

  test("the attribution of an order goes to a coupon before any click, and keeps a click of the same affiliate", async () => {
    const other = await program.affiliate();
    const foreign = await program.link(other.id);
    const against = await one(
      program.placed({ coupon_codes: ["none", "mira10"], click_id: clickAt(1_000, foreign.id) }),
    );
    expect(against).toMatchObject({ affiliate_id: mira.id, attribution_method: "coupon" });
    expect(against.attribution_reason).toBe(
      "Coupon mira10 belongs to the affiliate, and a coupon counts before any click.",
    );
    expect(await order(against.order_id)).toMatchObject({ coupon_code: "mira10", click_id: null, link_id: null });
    const click = clickAt(1_000);
    const along = await one(program.placed({ coupon_codes: ["MIRA10"], click_id: click }));
    expect(await order(along.order_id)).toMatchObject({
      attribution_method: "coupon",
      click_id: click,
      link_id: link.id,
    });
  });

  test("the attribution of an order goes to the affiliate of a returning customer, named by id or by email address", async () => {
    const early = new Date(Date.now() - 60 * dayMs).toISOString();
    await one(program.placed({ customer_id: "c1", occurred_at: early, coupon_codes: ["MIRA10"], order_number: "#7" }));
    await one(program.placed({ customer_email: "b.uyer+a@example.com", occurred_at: early, coupon_codes: ["MIRA10"] }));
    const answer = await one(program.placed({ customer_id: "c1" }));
    expect(answer).toMatchObject({
      affiliate_id: mira.id,
      attribution_method: "customer",
      attribution_reason: "The customer’s order #7 belonged to the affiliate.",
    });
    const why = { key: "attributedCustomer", values: { number: "#7" } };
    expect(await order(answer.order_id)).toMatchObject({
      attribution_reason_key: why,
      attribution_history: [{ reason_key: why }],
    });
    const byMail = await one(program.placed({ customer_email: "Buyer@example.com" }));
    expect(byMail).toMatchObject({ affiliate_id: mira.id, attribution_method: "customer" });
    const before = await one(program.placed({ customer_id: "c1", occurred_at: "2026-01-01T00:00:00Z" }));
    expect(before.affiliate_id).toBeUndefined();
  });

  test("the attribution of an order follows the times of the orders in a batch and not the sequence of the reports", async () => {
    const at = (ms: number) => new Date(Date.now() - dayMs + ms).toISOString();
    const { body } = await program.report([
      program.placed({ customer_id: "c2", occurred_at: at(2_000) }),
      program.placed({ customer_id: "c2", occurred_at: at(1_000), coupon_codes: ["MIRA10"] }),
      program.placed({ customer_id: "c2", occurred_at: at(0) }),
    ]);
    expect(body.data.map((outcome: Body) => outcome.attribution_method)).toEqual(["customer", "coupon", undefined]);
  });

  test("the attribution of an order is empty without any evidence, and the order is stored with that reason", async () => {
    const answer = await one(program.placed());
    expect(answer).toEqual({ external_id: answer.external_id, status: "accepted", order_id: answer.order_id });
    expect(await order(answer.order_id)).toMatchObject({
      affiliate_id: null,
      attribution_method: null,
      attribution_reason: "The order has no coupon, click or earlier order of an affiliate.",
      attribution_history: [],
    });
    expect((await program.call("GET", "/orders")).body.pagination.total).toBe(0);
    expect((await program.call("GET", "/orders?attributed=false")).body.pagination.total).toBe(1);
    expect(await commissions()).toEqual([]);
  });

  test.each<[string, () => object, string]>([
    [
      "older than the window",
      () => ({ click_id: clickAt(31 * dayMs) }),
      "The click was 31 days before the order, outside the attribution window of 30 days.",
    ],
    ["made after the order", () => ({ click_id: clickAt(-10 * 60_000) }), "The click came after the order."],
    ["made up", () => ({ click_id: "../<script>" }), "The click ID does not belong to this program."],
    [
      "of no link here",
      () => ({ click_id: clickAt(0, "lnk_00000000000000000000000000") }),
      "The click ID does not belong to this program.",
    ],
  ])("the attribution of an order ignores a click that is %s", async (_, more, reason) => {
    const answer = await one(program.placed(more()));
    expect(answer.affiliate_id).toBeUndefined();
    expect((await order(answer.order_id)).attribution_reason).toBe(reason);
  });

  test("the attribution of an order counts a click just inside the window of the program", async () => {
    expect(await one(program.placed({ click_id: clickAt(30 * dayMs - 60_000) }))).toMatchObject({
      affiliate_id: mira.id,
    });
    await program.call("PATCH", "/program", { body: { attribution_window_days: 1 } });
    expect((await one(program.placed({ click_id: clickAt(2 * dayMs) }))).affiliate_id).toBeUndefined();
  });

  test("the attribution of an order ignores clicks and coupons of another store", async () => {
    const other = await openProgram(services);
    const theirs = await other.affiliate({ coupon_codes: ["THEIRS"] });
    const foreign = await other.link(theirs.id);
    const answer = await one(program.placed({ click_id: clickAt(0, foreign.id), coupon_codes: ["THEIRS"] }));
    expect(answer.affiliate_id).toBeUndefined();
    expect((await other.call("GET", `/links/${foreign.id}`)).body.clicks).toBe(0);
  });

  test.each(["pending", "suspended", "inactive", "rejected"])(
    "the attribution of an order never goes to an affiliate who is %s, and the reason says so",
    async (status) => {
      const theirs = await program.affiliate({ status, coupon_codes: ["CODE"] });
      const click = clickAt(1_000, (await program.link(theirs.id)).id);
      const answer = await one(program.placed({ coupon_codes: ["CODE"], click_id: click }));
      expect(answer.affiliate_id).toBeUndefined();
      expect((await order(answer.order_id)).attribution_reason).toBe(
        `Coupon CODE belongs to an affiliate who is ${status}. The click belongs to an affiliate who is ${status}.`,
      );
      const next = await program.affiliate();
      const clicked = await one(
        program.placed({ coupon_codes: ["CODE"], click_id: clickAt(0, (await program.link(next.id)).id) }),
      );
      expect(clicked).toMatchObject({ affiliate_id: next.id, attribution_method: "link" });
      expect(clicked.attribution_reason).toMatch(/^Coupon CODE belongs to an affiliate who is .* The last click/);
    },
  );

  test("the attribution of an order ignores a deleted affiliate and counts an earlier click on a deleted link", async () => {
    const gone = await program.affiliate();
    const click = clickAt(1_000, (await program.link(gone.id)).id);
    await program.call("DELETE", `/affiliates/${gone.id}`);
    const answer = await one(program.placed({ click_id: click }));
    expect((await order(answer.order_id)).attribution_reason).toBe(
      "The click belongs to an affiliate who has left the program.",
    );
    const own = clickAt(1_000);
    await program.call("DELETE", `/links/${link.id}`);
    expect(await one(program.placed({ click_id: own }))).toMatchObject({ affiliate_id: mira.id });
  });

  test("the attribution of an order follows the program's rules about coupons, returning customers and self-referrals", async () => {
    const own = program.placed({ coupon_codes: ["MIRA10"], customer_email: mira.email, customer_id: "c1" });
    const flagged = await one(own);
    expect(flagged).toMatchObject({ affiliate_id: mira.id });
    const [{ flags }] = await commissions();
    expect(flags.map(({ code }: Body) => code)).toContain("self_referral");
    await program.call("PATCH", "/program", { body: { self_referrals: "refuse" } });
    const refused = await one({ ...own, external_id: "own-2", occurred_at: new Date().toISOString() });
    expect((await order(refused.order_id)).attribution_reason).toMatch(
      /Coupon MIRA10 belongs to an affiliate who is the buyer\./,
    );
    await program.call("PATCH", "/program", { body: { coupons_attribute: false, customers_attribute: false } });
    const bare = await one(program.placed({ coupon_codes: ["MIRA10"], customer_id: "c1" }));
    expect(bare.affiliate_id).toBeUndefined();
  });
});

describe("a report sent again", () => {
  test("a report sent again changes nothing and gets the same response, even with other content", async () => {
    const report = program.placed({ coupon_codes: ["MIRA10"] });
    const { status, ...first } = await one(report);
    expect(status).toBe("accepted");
    expect(await one(report)).toEqual({ ...first, status: "duplicate" });
    expect(await one({ ...report, subtotal: 1, total: 1, coupon_codes: [] })).toEqual({
      ...first,
      status: "duplicate",
    });
    const { body } = await program.report([
      report,
      program.placed({ external_id: "twice" }),
      program.placed({ external_id: "twice" }),
    ]);
    expect(body).toMatchObject({ accepted: 1, duplicates: 2, rejected: 0 });
    expect(await order(first.order_id)).toMatchObject({ total: 10_000 });
    expect(await figures(mira.id)).toMatchObject({ total_orders: 1, total_revenue: 10_000, total_commissions: 1_000 });
  });

  test("a report sent again from eight processes at once makes one order, one commission and one refund", async () => {
    const calls = Array.from({ length: 8 }, () => services.another());
    const send = (orders: object[]) =>
      Promise.all(
        calls.map((call) => call("POST", "/affiliate/storefront/v1/orders", { key: program.key, body: { orders } })),
      );
    const click = await program.follow(link.code);
    const reports = ["a", "b", "c"].map((id) => program.placed({ external_id: id, click_id: click }));
    const answers = await send(reports);
    expect(answers.reduce((sum, { body }) => sum + body.accepted, 0)).toBe(3);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data.map((one: Body) => one.order_id)))).size).toBe(1);
    expect(await commissions()).toHaveLength(3);
    const refund = {
      type: "order.refunded",
      external_id: "a",
      refund_id: "r1",
      amount: 4_000,
      occurred_at: new Date(),
    };
    const refunds = await send([refund]);
    expect(refunds.map(({ body }) => body.data[0].status).sort()).toEqual(["accepted", ...Array(7).fill("duplicate")]);
    await services.clicksWritten();
    expect(await figures(mira.id)).toMatchObject({ total_clicks: 1, total_orders: 3, total_revenue: 26_000 });
  });
});

describe("refunds and cancellations", () => {
  const refund = (external_id: string, refund_id: string, amount: number) => ({
    type: "order.refunded",
    external_id,
    refund_id,
    amount,
    occurred_at: new Date().toISOString(),
  });
  const cancel = (external_id: string) => ({
    type: "order.cancelled",
    external_id,
    occurred_at: new Date().toISOString(),
  });

  test("reduce the order and its commission, step by step", async () => {
    await one(program.placed({ external_id: "1", coupon_codes: ["MIRA10"] }));
    expect(await one(refund("1", "r1", 2_500))).toMatchObject({ status: "accepted", affiliate_id: mira.id });
    expect(await one(refund("1", "r1", 2_500))).toMatchObject({ status: "duplicate" });
    expect(await order("1")).toMatchObject({ status: "partially_refunded", refunded_amount: 2_500 });
    expect(await commissions()).toMatchObject([{ amount: 750 }]);
    expect(await one(refund("1", "r2", 7_501))).toMatchObject({
      status: "rejected",
      errors: [
        { field: "amount", message: "Must be at most 75.00 EUR, the part of the order that is not refunded yet." },
      ],
    });
    expect(await one(refund("1", "r3", 7_500))).toMatchObject({ status: "accepted" });
    const record = await order("1");
    expect(record).toMatchObject({ status: "refunded", refunded_amount: 10_000 });
    expect(record.attribution_timeline.filter(({ type }: Body) => type === "refund")).toMatchObject([
      { refund_id: "r1", amount: 2_500 },
      { refund_id: "r3", amount: 7_500 },
    ]);
    expect(await commissions()).toMatchObject([{ amount: 0, status: "pending" }]);
    expect(await figures(mira.id)).toMatchObject({ total_orders: 1, total_revenue: 0, total_commissions: 0 });
  });

  test("refunds and cancellations leave a cancelled order without commission, and it stays cancelled", async () => {
    await one(program.placed({ external_id: "1", coupon_codes: ["MIRA10"] }));
    expect(await one(cancel("1"))).toMatchObject({ status: "accepted" });
    expect(await one(cancel("1"))).toMatchObject({ status: "duplicate" });
    expect(await one(refund("1", "r1", 100))).toMatchObject({ status: "accepted" });
    expect(await order("1")).toMatchObject({ status: "cancelled", refunded_amount: 100 });
    expect(await commissions()).toMatchObject([{ amount: 0 }]);
    expect(await figures(mira.id)).toMatchObject({ total_orders: 0, total_revenue: 0, total_commissions: 0 });
  });

  test("refunds and cancellations are applied anywhere in the batch of their order, and refused without an order", async () => {
    const placed = program.placed({ external_id: "1", coupon_codes: ["MIRA10"] });
    const { body } = await program.report([refund("1", "r1", 5_000), refund("2", "r1", 1), placed, cancel("3")]);
    expect(body.data.map(({ status }: Body) => status)).toEqual(["accepted", "rejected", "accepted", "rejected"]);
    expect(body.data[1].errors[0].field).toBe("external_id");
    expect(await order("1")).toMatchObject({ refunded_amount: 5_000 });
    expect(await commissions()).toMatchObject([{ amount: 500 }]);
  });
});

describe("a request with reports", () => {
  test("a request with reports has an outcome for each report", async () => {
    const { status, body } = await program.report([
      program.placed({ external_id: "good" }),
      program.placed({ external_id: "bad", total: 1 }),
      "nothing",
      program.placed({ external_id: "late", occurred_at: new Date(Date.now() + 2 * dayMs).toISOString() }),
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ accepted: 1, duplicates: 0, rejected: 3 });
    expect(body.data.map((outcome: Body) => [outcome.external_id, outcome.errors?.[0].field])).toEqual([
      ["good", undefined],
      ["bad", "total"],
      [undefined, ""],
      ["late", "occurred_at"],
    ]);
    expect((await program.call("GET", "/orders/bad")).status).toBe(404);
  });

  test("a request with reports may contain 500 reports and not one more", async () => {
    const orders = Array.from({ length: 500 }, (_, n) =>
      program.placed({ external_id: `b-${n}`, ...(n % 50 === 0 && { coupon_codes: ["MIRA10"] }) }),
    );
    expect((await program.report(orders)).body).toMatchObject({ accepted: 500 });
    expect((await program.report([...orders, program.placed()])).status).toBe(400);
    expect(await figures(mira.id)).toMatchObject({ total_orders: 10, total_revenue: 100_000 });
  });

  test("a request with reports needs a key with the scope, and a publishable key may only place orders", async () => {
    const { key: reader } = await services.key({ store: program.storeId, scopes: ["read:attributed_orders"] });
    expect((await program.report([program.placed()], { key: reader })).status).toBe(403);
    expect((await services.call("POST", "/affiliate/storefront/v1/orders", { body: { orders: [] } })).status).toBe(401);
    const facts = { storeId: program.storeId, mode: "live", name: "Page" } as const;
    const { key: checkout } = await createStorefrontKey(services.db, facts);
    expect((await program.report([program.placed()], { key: checkout })).status).toBe(401);
    const { key } = await createStorefrontKey(services.db, { ...facts, service: "affiliate" });
    expect(key).toMatch(/^pub_live_/);
    const cancel = { type: "order.cancelled", external_id: "1", occurred_at: new Date().toISOString() };
    const { body, headers } = await program.report([program.placed({ external_id: "1" }), cancel], { key });
    expect(body.data).toMatchObject([{ status: "accepted" }, { status: "rejected", errors: [{ field: "type" }] }]);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect((await services.call("GET", "/affiliate/v1/orders", { key })).status).toBe(403);
  });
});
