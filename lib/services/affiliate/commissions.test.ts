import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEarnings } from "../../testing/affiliate/earnings.ts";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";

let services: TestServices;
let program: Program;
let shop: ReturnType<typeof openEarnings>;

beforeAll(async () => {
  services = await openTestServices();
  program = await openProgram(services);
  shop = openEarnings(services, program);
});
afterAll(() => services.close());

const read = async (id: string) => (await program.call("GET", `/commissions/${id}`)).body;
const approve = (id: string) => program.call("PUT", `/commissions/${id}/approve`);
const reject = (id: string, body: object = {}) => program.call("PUT", `/commissions/${id}/reject`, { body });
const balance = async (affiliateId: string) =>
  (await program.call("GET", `/affiliates/${affiliateId}`)).body.balances[0];

describe("a review", () => {
  test("approves a pending commission, and records who did it and when", async () => {
    const { id: affiliateId } = await program.affiliate({ commission_rate: 10 });
    const { sale } = await shop.sell(affiliateId);
    const { status, body } = await approve(sale.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: sale.id, status: "approved", amount: 1_000, rejection_reason: null });
    expect(body.reviewed_by).toMatch(/^key_/);
    expect(Math.abs(Date.parse(body.reviewed_at) - Date.now())).toBeLessThan(60_000);
    expect(await read(sale.id)).toEqual(body);
    expect(await balance(affiliateId)).toMatchObject({
      pending_commissions: 0,
      approved_commissions: 1_000,
      unpaid_balance: 1_000,
    });
  });

  test("a review rejects a commission, with or without a reason and a note", async () => {
    const { id: affiliateId } = await program.affiliate();
    const [a, b] = [await shop.sell(affiliateId), await shop.sell(affiliateId)];
    const { status, body } = await reject(a.sale.id, { reason: "coupon_leak", note: "Seen on a coupon site." });
    expect(status).toBe(200);
    const why = { rejection_reason: "coupon_leak", note: "Seen on a coupon site." };
    expect(body).toMatchObject({ status: "rejected", ...why });
    expect(body.reviewed_by).toMatch(/^key_/);
    expect((await reject(b.sale.id)).body).toMatchObject({ status: "rejected", rejection_reason: null, note: null });
    expect(await balance(affiliateId)).toMatchObject({ pending_commissions: 0, commissions: 0, unpaid_balance: 0 });
    expect((await reject(a.sale.id, { reason: "dislike" })).status).toBe(400);
  });

  test("a review is final: a second review is refused and changes nothing", async () => {
    const { id: affiliateId } = await program.affiliate();
    for (const first of [approve, reject]) {
      const { sale } = await shop.sell(affiliateId);
      await first(sale.id);
      const before = await read(sale.id);
      for (const second of [approve, reject]) {
        const { status, body } = await second(sale.id, { reason: "fraud", note: "Changed my mind." });
        expect(status).toBe(409);
        expect(body.error).toMatchObject({ code: "invalid_transition", details: [{ field: "status" }] });
        expect(body.error.message).toContain(before.status);
      }
      expect(await read(sale.id)).toEqual(before);
    }
  });

  test("a review by many callers at once succeeds once", async () => {
    const { id: affiliateId } = await program.affiliate({ commission_rate: 10 });
    const { sale } = await shop.sell(affiliateId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? approve(sale.id) : reject(sale.id, { reason: "fraud" }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    const winner = answers.find(({ status }) => status === 200);
    expect(await read(sale.id)).toEqual(winner?.body);
    const approved = winner?.body.status === "approved" ? 1_000 : 0;
    expect(await balance(affiliateId)).toMatchObject({ pending_commissions: 0, approved_commissions: approved });
  });

  test("a review of an unknown commission or another store's commission is 404", async () => {
    const other = await openProgram(services);
    const { id } = await other.insertCommission((await other.affiliate()).id);
    for (const path of [`/commissions/${id}/approve`, "/commissions/com_none/reject"]) {
      expect((await program.call("PUT", path)).status).toBe(404);
    }
    expect((await other.call("GET", `/commissions/${id}`)).body.status).toBe("pending");
  });
});

describe("an order that earns", () => {
  test("an order that earns makes a commission that shows its arithmetic and the end of its hold", async () => {
    await program.rules({ hold_days: 14, excluded_products: ["card"] });
    const { id: affiliateId } = await program.affiliate({ commission_rate: 12.5 });
    const lineItems = [
      { product_id: "boots", quantity: 1, unit_price: 9_000 },
      { product_id: "card", quantity: 1, unit_price: 1_000 },
    ];
    const { order, sale } = await shop.sell(affiliateId, { lineItems, tax: 1_900, total: 11_900 });
    expect(await read(sale.id)).toMatchObject({
      affiliate_id: affiliateId,
      order_id: order.id,
      type: "sale",
      status: "pending",
      amount: 1_125,
      sale_amount: 9_000,
      rate: 12.5,
      rate_type: "percentage",
      currency: "EUR",
      eligible_at: "2026-03-15T10:00:00.000Z",
      arithmetic: { order_total: 11_900, base: 9_000, exact: "1125", rounding: "half_up", amount: 1_125 },
    });
    await program.call("PATCH", "/program", { body: { excluded_products: [] } });
    // The rules of the day of the order still apply to its commission.
    await shop.refund(order.id, 5_950);
    expect(await read(sale.id)).toMatchObject({ amount: 563, sale_amount: 4_500, arithmetic: { exact: "562.5" } });
  });

  test("an order that earns and is refunded lowers a pending or approved commission, but not a rejected one", async () => {
    const { id: affiliateId } = await program.affiliate({ commission_rate: 10 });
    const [a, b, c] = [await shop.sell(affiliateId), await shop.sell(affiliateId), await shop.sell(affiliateId)];
    await approve(b.sale.id);
    await reject(c.sale.id, { reason: "duplicate" });
    // Thirds would lose a cent if each were rounded.
    for (const { order } of [a, b, c]) for (const amount of [3_333, 3_333]) await shop.refund(order.id, amount);
    expect(await read(a.sale.id)).toMatchObject({ status: "pending", amount: 333, arithmetic: { base: 3_334 } });
    expect(await read(b.sale.id)).toMatchObject({ status: "approved", amount: 333 });
    expect(await read(c.sale.id)).toMatchObject({ status: "rejected", amount: 1_000 });
    expect(await balance(affiliateId)).toMatchObject({ pending_commissions: 333, approved_commissions: 333 });
    await shop.cancel(b.order.id);
    expect(await read(b.sale.id)).toMatchObject({ status: "approved", amount: 0 });
    expect(await shop.commissionsOf(b.order.id)).toHaveLength(1);
  });

  test("an order that earns and is refunded after the payout is clawed back, exact to the cent over many refunds", async () => {
    const { id: affiliateId } = await program.affiliate({ commission_rate: 10 });
    const { order, sale } = await shop.sell(affiliateId, { total: 9_999 });
    await approve(sale.id);
    const body = { affiliate_id: affiliateId, amount: 1_000, currency: "EUR" };
    const paid = await program.call("POST", "/payouts", { body });
    await program.call("PUT", `/payouts/${paid.body.id}`, { body: { status: "paid" } });
    for (const amount of [3_333, 3_333, 1, 3_332]) await shop.refund(order.id, amount);
    const [kept, ...clawbacks] = await shop.commissionsOf(order.id);
    expect(kept).toMatchObject({ id: sale.id, amount: 1_000, status: "approved" });
    expect(clawbacks.map(({ amount }) => amount)).toEqual([-333, -334, -333]);
    expect(await read(clawbacks[1]?.id as string)).toMatchObject({
      type: "clawback",
      status: "approved",
      reverses: sale.id,
      order_id: order.id,
      payout_id: null,
      arithmetic: { base: 3_333, exact: "333.3", already_counted: 667, amount: -334 },
    });
    expect(await balance(affiliateId)).toMatchObject({ clawed_back: 1_000, unpaid_balance: -1_000 });
  });

  test("an order that earns is clawed back while its commission is in a payout, and lowered once the payout has failed", async () => {
    const { id: affiliateId } = await program.affiliate({ commission_rate: 10 });
    const { order, sale } = await shop.sell(affiliateId);
    await approve(sale.id);
    const body = { affiliate_id: affiliateId, amount: 1_000, currency: "EUR" };
    const held = await program.call("POST", "/payouts", { body });
    await shop.refund(order.id, 4_000);
    await program.call("PUT", `/payouts/${held.body.id}`, { body: { status: "failed" } });
    await shop.refund(order.id, 5_000);
    const [kept, clawback, ...more] = await shop.commissionsOf(order.id);
    expect([kept?.amount, clawback?.amount, more.length]).toEqual([500, -400, 0]);
    expect(kept?.arithmetic).toMatchObject({ base: 1_000, already_counted: -400, amount: 500 });
    expect(await balance(affiliateId)).toMatchObject({ unpaid_balance: 100, reserved: 0 });
  });

  test("an order that earns and gets another affiliate loses the commission of the previous affiliate", async () => {
    const [former, next] = [await program.affiliate({ commission_rate: 10 }), await program.affiliate()];
    const [pending, approved, paid] = [
      await shop.sell(former.id),
      await shop.sell(former.id),
      await shop.sell(former.id),
    ];
    await approve(approved.sale.id);
    await approve(paid.sale.id);
    await program.call("POST", "/payouts", {
      body: { affiliate_id: former.id, amount: 1_000, currency: "EUR", commission_ids: [paid.sale.id] },
    });
    for (const { order } of [pending, approved, paid]) await shop.reattribute(order.id, next.id);
    expect(await read(pending.sale.id)).toMatchObject({
      status: "rejected",
      rejection_reason: "tracking_error",
      reviewed_by: "key_of_a_person",
      amount: 1_000,
    });
    expect(await read(approved.sale.id)).toMatchObject({ status: "approved", amount: 0 });
    const [, second, third] = await shop.commissionsOf(paid.order.id);
    expect([second, third].map((row) => [row?.type, row?.affiliateId, row?.status])).toEqual([
      ["clawback", former.id, "approved"],
      ["sale", next.id, "pending"],
    ]);
    expect(second).toMatchObject({ amount: -1_000, reverses: paid.sale.id });
    expect(await balance(former.id)).toMatchObject({ unpaid_balance: 0, reserved: 1_000 });
    expect(await balance(next.id)).toMatchObject({ pending_commissions: 3_000 });
    // A commission that was taken back is not taken back twice.
    await shop.cancel(paid.order.id);
    expect(await balance(former.id)).toMatchObject({ unpaid_balance: 0 });
    expect(await balance(next.id)).toMatchObject({ pending_commissions: 2_000 });
  });
});
