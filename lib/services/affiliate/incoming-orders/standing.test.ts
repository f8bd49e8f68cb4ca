import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openProgram, type Program } from "../../../testing/affiliate/program.ts";
import { openTestServices, type TestServices } from "../../../testing/services.ts";

let services: TestServices;
let program: Program;
// biome-ignore lint/suspicious/noExplicitAny: records as the API answers them
type Body = any;
let mira: Body;

beforeAll(async () => {
  services = await openTestServices();
});
beforeEach(async () => {
  program = await openProgram(services);
  mira = await program.affiliate({ coupon_codes: ["MIRA10"] });
});
afterAll(() => services.close());

const placedAt = Date.now() - 10 * 86_400_000;
const at = (minute: number) => new Date(placedAt + minute * 60_000).toISOString();
const one = async (report: object): Promise<Body> => (await program.report([report])).body.data[0];
const order = async (): Promise<Body> => (await program.call("GET", "/orders/1")).body;
const commissions = async (): Promise<Body[]> => (await program.call("GET", "/commissions")).body.data;
const earned = async () => (await commissions()).reduce((sum, { amount }) => sum + amount, 0);

const boots = { product_id: "boots", quantity: 1, unit_price: 6_000 };
const socks = { product_id: "socks", quantity: 4, unit_price: 1_000 };
/** Goods of 100.00, with 19.00 tax and 5.00 to ship. */
const sold = { subtotal: 10_000, tax: 1_900, shipping: 500, total: 12_400, line_items: [boots, socks] };
const place = (more: object = {}) =>
  one(program.placed({ external_id: "1", occurred_at: at(0), coupon_codes: ["MIRA10"], ...sold, ...more }));
const stands = (minute: number, more: object = {}) =>
  one({
    type: "order.updated",
    external_id: "1",
    occurred_at: at(minute),
    ...sold,
    cancelled: false,
    refunds: [],
    ...more,
  });
const larger = {
  subtotal: 20_000,
  tax: 3_800,
  total: 24_300,
  line_items: [boots, socks, { ...boots, product_id: "hat", unit_price: 10_000 }],
};

describe("an order as it now stands", () => {
  test("an order as it now stands earns by its present lines: edited up and refunded down is where it began", async () => {
    await place();
    expect(await earned()).toBe(1_000);
    expect(await stands(1, larger)).toMatchObject({ status: "accepted", affiliate_id: mira.id });
    expect(await earned()).toBe(2_000);
    expect(await order()).toMatchObject({ total: 24_300, status: "paid" });
    const back = {
      refund_id: "r",
      amount: 11_900,
      goods: 10_000,
      tax: 1_900,
      line_items: [{ product_id: "hat", amount: 10_000 }],
    };
    await stands(2, { ...larger, refunds: [back] });
    expect(await earned()).toBe(1_000);
    expect(await order()).toMatchObject({ refunded_amount: 11_900, status: "partially_refunded" });
    await stands(3);
    expect(await earned()).toBe(1_000);
    expect(await order()).toMatchObject({ total: 12_400, refunded_amount: 0, status: "paid" });
  });

  test("an order as it now stands counts as it stood latest, whatever the sequence of the reports, and each report once", async () => {
    await place();
    expect(await stands(5, larger)).toMatchObject({ status: "accepted" });
    expect(await stands(5, larger)).toMatchObject({ status: "duplicate" });
    expect(await stands(4, { cancelled: true })).toMatchObject({ status: "duplicate" });
    expect(await order()).toMatchObject({ total: 24_300, status: "paid" });
    const early = { type: "order.refunded", external_id: "1", refund_id: "early", amount: 100, occurred_at: at(3) };
    expect(await one(early)).toMatchObject({ status: "duplicate" });
    expect(await one({ ...early, refund_id: "late", occurred_at: at(6) })).toMatchObject({ status: "accepted" });
    await stands(5.5, larger);
    expect(await order()).toMatchObject({ refunded_amount: 100 });
    await stands(7, larger);
    expect(await order()).toMatchObject({ refunded_amount: 0 });
  });

  test("an order as it now stands may be cancelled and processed again", async () => {
    await place();
    await stands(1, { cancelled: true });
    expect([await earned(), (await order()).status]).toEqual([0, "cancelled"]);
    await stands(2);
    expect([await earned(), (await order()).status]).toEqual([1_000, "paid"]);
    await one({ type: "order.cancelled", external_id: "1", occurred_at: at(4) });
    await stands(3);
    expect([await earned(), (await order()).status]).toEqual([0, "cancelled"]);
    await stands(5);
    expect([await earned(), (await order()).status]).toEqual([1_000, "paid"]);
  });

  test("an order as it now stands loses a chargeback and has it back when the shop wins", async () => {
    await place();
    const chargeback = { refund_id: "dp_1", amount: 12_400, chargeback: true };
    await stands(1, { refunds: [chargeback] });
    expect([await earned(), (await order()).status]).toEqual([0, "refunded"]);
    expect((await order()).attribution_timeline.filter(({ type }: Body) => type === "refund")).toMatchObject([
      { refund_id: "dp_1", amount: 12_400, chargeback: true },
    ]);
    await stands(2);
    expect([await earned(), (await order()).status]).toEqual([1_000, "paid"]);
  });

  test("an order as it now stands adds to a commission that is paid, and takes from it, in records of their own", async () => {
    await place();
    const [sale] = await commissions();
    await program.call("POST", `/commissions/${sale.id}/approve`);
    await services.db.$client.query("update affiliate.commission set payout_id = 'pay_1' where id = $1", [sale.id]);
    await stands(1, larger);
    await stands(2);
    const added = (await commissions()).filter(({ type }) => type !== "sale");
    expect(added.map(({ type, amount, status }) => [type, amount, status]).sort()).toEqual([
      ["adjustment", 1_000, "approved"],
      ["clawback", -1_000, "approved"],
    ]);
    expect(await earned()).toBe(1_000);
  });

  test("an order as it now stands earns by the rules of its own time, also for products that it had not at first", async () => {
    await program.rules({ product_rates: [{ product_id: "hat", rate_type: "percentage", rate: 50 }] });
    await place();
    await program.call("PATCH", "/program", { body: { product_rates: [], default_commission_rate: 1 } });
    await stands(1, larger);
    expect(await earned()).toBe(6_000);
    const hat = { product_id: "hat", quantity: 1, unit_price: 10_000 };
    await one(program.placed({ external_id: "2", occurred_at: at(0), coupon_codes: ["MIRA10"], line_items: [hat] }));
    const second = { type: "order.updated", external_id: "2", occurred_at: at(1), cancelled: false, refunds: [] };
    await one({ ...second, subtotal: 10_000, total: 10_000, line_items: [boots] });
    expect(await earned()).toBe(7_000);
  });

  test("an order as it now stands gives a bonus back only if no other order has it since", async () => {
    await program.rules({ first_sale_bonus: 500 });
    await place();
    await stands(1, { cancelled: true });
    await stands(2);
    expect(await earned()).toBe(1_500);
    await stands(3, { cancelled: true });
    await one(program.placed({ external_id: "2", occurred_at: at(4), coupon_codes: ["MIRA10"] }));
    expect(await earned()).toBe(1_500);
    await stands(5);
    expect(await earned()).toBe(2_500);
  });
});

describe("a refund", () => {
  const refund = (more: object) =>
    one({ type: "order.refunded", external_id: "1", refund_id: "r", occurred_at: at(9), ...more });

  test.each([
    ["of the shipping alone", { amount: 500, shipping: 500 }, 1_000],
    ["of the tax alone", { amount: 1_900, tax: 1_900 }, 1_000],
    ["of goods with their tax", { amount: 2_380, goods: 2_000, tax: 380 }, 800],
    ["of which nothing more is known", { amount: 2_480 }, 800],
    ["of a part that is told and a part that is not", { amount: 1_000 + 1_140, goods: 1_000 }, 808],
  ])("%s takes only what was paid for it", async (_, parts, left) => {
    await place();
    expect(await refund(parts)).toMatchObject({ status: "accepted" });
    expect(await earned()).toBe(left);
    expect(await order()).toMatchObject({ refunded_amount: parts.amount });
  });

  test("a refund takes from the lines that came back, and from pieces with a fixed rate", async () => {
    await program.rules({
      product_rates: [
        { product_id: "boots", rate_type: "percentage", rate: 20 },
        { product_id: "socks", rate_type: "fixed", rate: 50 },
      ],
    });
    await place();
    expect(await earned()).toBe(1_400);
    await refund({ amount: 3_570, tax: 570, line_items: [{ product_id: "boots", amount: 3_000 }] });
    expect(await earned()).toBe(800);
    await refund({
      refund_id: "s",
      amount: 1_190,
      tax: 190,
      line_items: [{ product_id: "socks", quantity: 1, amount: 1_000 }],
    });
    expect(await earned()).toBe(750);
    await refund({ refund_id: "rest", amount: 12_400 - 3_570 - 1_190 });
    expect(await earned()).toBe(0);
  });

  test("a refund of shipping counts where the program pays for shipping", async () => {
    await program.rules({ exclude_shipping: false });
    await place();
    expect(await earned()).toBe(1_050);
    await refund({ amount: 500, shipping: 500 });
    expect(await earned()).toBe(1_000);
  });
});

test.each([
  [
    "a refund whose parts are more than it",
    { refunds: [{ refund_id: "r", amount: 100, goods: 80, tax: 21 }] },
    "refunds.0.amount",
  ],
  [
    "lines that are more than the goods",
    { refunds: [{ refund_id: "r", amount: 100, goods: 10, line_items: [{ product_id: "boots", amount: 11 }] }] },
    "refunds.0.line_items",
  ],
  ["refunds of more than the order", { refunds: [{ refund_id: "r", amount: 12_401 }] }, "refunds"],
  ["a refund that is there twice", { refunds: ["r", "r"].map((refund_id) => ({ refund_id, amount: 1 })) }, "refunds"],
  ["no list of refunds", { refunds: undefined }, "refunds"],
  ["a total that does not add up", { tax: 0 }, "total"],
])("a report of how an order stands with %s is rejected", async (_, more, field) => {
  await place();
  expect(await stands(1, more)).toMatchObject({ status: "rejected", errors: [{ field }] });
  expect(await order()).toMatchObject({ total: 12_400 });
});
