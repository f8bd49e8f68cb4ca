import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as the API answers them
type Body = any;
let services: TestServices;
let program: Program;
let mira: Body;
let jon: Body;

beforeAll(async () => {
  services = await openTestServices();
});
beforeEach(async () => {
  program = await openProgram(services);
  const rate = { commission_type: "percentage", commission_rate: 10 };
  mira = await program.affiliate({ coupon_codes: ["MIRA10"], ...rate });
  jon = await program.affiliate({ ...rate, commission_rate: 20 });
});
afterAll(() => services.close());

const reason = "The customer named the affiliate at checkout.";
const attribute = (id: string, body: object) =>
  program.call("POST", `/orders/${id}/attribute`, { body: { reason, ...body } });
const sell = async (more: object = {}): Promise<Body> => {
  const { body } = await program.report([program.placed(more)]);
  return body.data[0];
};
const commissionsOf = async (affiliate: Body): Promise<Body[]> =>
  (await program.call("GET", `/commissions?affiliate_id=${affiliate.id}`)).body.data;
const figures = async (affiliate: Body) => (await program.call("GET", `/affiliates/${affiliate.id}`)).body;

test("a preview shows the commission of the attribution, has the same refusals and changes nothing", async () => {
  await program.rules({ exclude_tax: true, exclude_shipping: true, hold_days: 7 });
  const preview = (id: string, query: Record<string, string>) =>
    program.call("GET", `/orders/${id}/attribution-preview?${new URLSearchParams(query)}`);
  for (const terms of [{}, { commission_rate: 12.3456 }, { commission_amount: 1 }, { commission_rate: 0 }]) {
    const { order_id } = await sell({ subtotal: 7_913, tax: 1_597, shipping: 490 });
    const asked = Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, String(value)]));
    const { status, body } = await preview(order_id, { affiliate_id: jon.id, ...asked });
    expect(status).toBe(200);
    expect((await program.call("GET", `/orders/${order_id}`)).body.affiliate_id).toBeNull();
    await attribute(order_id, { affiliate_id: jon.id, ...terms });
    const made = (await commissionsOf(jon)).find((one) => one.order_id === order_id);
    expect(made).toMatchObject(body);
    expect(made.arithmetic).toEqual(body.arithmetic);
  }
  const { order_id } = await sell();
  const refused = async (terms: Record<string, string>) => (await preview(order_id, terms)).body.error.details[0].field;
  expect(await refused({ affiliate_id: "aff_none" })).toBe("affiliate_id");
  expect(await refused({ affiliate_id: jon.id, commission_amount: "99999999" })).toBe("commission_amount");
  expect(await refused({ affiliate_id: jon.id, commission_amount: "1", commission_rate: "1" })).toBe("commission_rate");
  expect(await refused({ affiliate_id: jon.id, link_id: (await program.link(mira.id)).id })).toBe("link_id");
  expect((await preview("ord_none", { affiliate_id: jon.id })).status).toBe(404);
});

test("an order without an affiliate is attributed by a person with a reason", async () => {
  const { order_id, external_id } = await sell();
  const link = await program.link(jon.id);
  const { status, body } = await attribute(external_id, {
    affiliate_id: jon.id,
    link_id: link.id,
    note: "Seen in chat.",
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: order_id,
    affiliate_id: jon.id,
    link_id: link.id,
    attribution_method: "manual",
    attribution_reason: reason,
    attributed_by: expect.stringMatching(/^key_/),
  });
  expect(body.attribution_history).toMatchObject([
    { method: "manual", affiliate_id: jon.id, reason, note: "Seen in chat.", by: body.attributed_by },
  ]);
  expect(body.attribution_timeline.map(({ type }: Body) => type)).toEqual(["order", "attribution", "commission"]);
  expect(await commissionsOf(jon)).toMatchObject([
    { amount: 2_000, status: "pending", rate: 20, note: "Seen in chat." },
  ]);
  expect(await figures(jon)).toMatchObject({ total_orders: 1, total_revenue: 10_000, total_commissions: 2_000 });
  expect((await program.call("GET", `/links/${link.id}`)).body).toMatchObject({ orders: 1, revenue: 10_000 });
  expect((await program.call("GET", "/orders?attributed=false")).body.pagination.total).toBe(0);
});

test("an attributed order is refused without override, and nothing changes", async () => {
  const { order_id } = await sell({ coupon_codes: ["MIRA10"] });
  const before = (await program.call("GET", `/orders/${order_id}`)).body;
  for (const body of [{ affiliate_id: jon.id }, { affiliate_id: mira.id }, { affiliate_id: jon.id, override: false }]) {
    const answer = await attribute(order_id, body);
    expect([answer.status, answer.body.error.code]).toEqual([409, "already_attributed"]);
  }
  expect((await program.call("GET", `/orders/${order_id}`)).body).toEqual(before);
});

test("an override moves the order and its figures, rejects the pending commission, and keeps the history", async () => {
  const { order_id } = await sell({ coupon_codes: ["MIRA10"] });
  const { body } = await attribute(order_id, { affiliate_id: jon.id, override: true });
  expect(body).toMatchObject({ affiliate_id: jon.id, coupon_code: null, attribution_method: "manual" });
  expect(body.attribution_history).toMatchObject([
    { method: "manual", affiliate_id: jon.id, superseded_at: null },
    { method: "coupon", affiliate_id: mira.id, coupon_code: "MIRA10", superseded_at: body.attribution_history[0].at },
  ]);
  expect(body.attribution_timeline.map(({ type, affiliate_id }: Body) => [type, affiliate_id])).toEqual([
    ["coupon", mira.id],
    ["order", undefined],
    ["attribution", mira.id],
    ["commission", mira.id],
    ["attribution", jon.id],
    ["commission", jon.id],
  ]);
  expect(await commissionsOf(mira)).toMatchObject([{ status: "rejected", rejection_reason: "tracking_error" }]);
  expect(await commissionsOf(jon)).toMatchObject([{ status: "pending", amount: 2_000 }]);
  expect(await figures(mira)).toMatchObject({ total_orders: 0, total_revenue: 0, total_commissions: 0 });
  expect(await figures(jon)).toMatchObject({ total_orders: 1, total_revenue: 10_000, total_commissions: 2_000 });
});

test("an override claws a paid commission back", async () => {
  const { order_id } = await sell({ coupon_codes: ["MIRA10"] });
  const [{ id }] = await commissionsOf(mira);
  await program.call("PATCH", "/program", { body: { hold_days: 0 } });
  await services.db.$client.query("update affiliate.commission set eligible_at = now() where id = $1", [id]);
  await program.call("PUT", `/commissions/${id}/approve`);
  const payout = { affiliate_id: mira.id, amount: 1_000, currency: "EUR", commission_ids: [id] };
  const { body: made } = await program.call("POST", "/payouts", { body: payout });
  expect((await program.call("PUT", `/payouts/${made.id}`, { body: { status: "paid" } })).body.status).toBe("paid");
  expect((await attribute(order_id, { affiliate_id: jon.id, override: true })).status).toBe(200);
  expect((await commissionsOf(mira)).map(({ type, amount }) => [type, amount])).toEqual([
    ["clawback", -1_000],
    ["sale", 1_000],
  ]);
  expect(await figures(mira)).toMatchObject({ total_orders: 0, unpaid_balance: -1_000 });
});

test.each<[object, number, string]>([
  [{ commission_amount: 1_234 }, 1_234, "fixed"],
  [{ commission_rate: 12.5 }, 1_250, "percentage"],
  [{ commission_amount: 0 }, 0, "fixed"],
])("the commission can be entered by hand: %j", async (by, amount, rate_type) => {
  const { order_id } = await sell({ currency: "USD" });
  expect((await attribute(order_id, { affiliate_id: jon.id, ...by })).status).toBe(200);
  expect(await commissionsOf(jon)).toMatchObject([{ amount, rate_type, currency: "USD" }]);
});

test("an invalid attribution is refused and changes nothing", async () => {
  const { order_id } = await sell();
  const suspended = await program.affiliate({ status: "suspended" });
  const foreign = await program.link(mira.id);
  const other = await openProgram(services);
  for (const [body, field] of [
    [{ affiliate_id: "aff_none" }, "affiliate_id"],
    [{ affiliate_id: suspended.id }, "affiliate_id"],
    [{ affiliate_id: (await other.affiliate()).id }, "affiliate_id"],
    [{ affiliate_id: jon.id, link_id: foreign.id }, "link_id"],
    [{ affiliate_id: jon.id, commission_amount: 10_001 }, "commission_amount"],
    [{ affiliate_id: jon.id, commission_amount: 1, commission_rate: 1 }, "commission_rate"],
    [{ affiliate_id: jon.id, commission_rate: 1.00001 }, "commission_rate"],
    [{ affiliate_id: jon.id, reason: "" }, "reason"],
  ] as const) {
    const answer = await attribute(order_id, body);
    expect([answer.status, answer.body.error.details[0].field]).toEqual([400, field]);
  }
  expect((await attribute("ord_none", { affiliate_id: jon.id })).status).toBe(404);
  expect((await program.call("GET", `/orders/${order_id}`)).body).toMatchObject({
    affiliate_id: null,
    attribution_history: [],
  });
  expect(await commissionsOf(jon)).toEqual([]);
});

test("eight attributions of an order at once succeed once and are refused seven times", async () => {
  const { order_id } = await sell();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => attribute(order_id, { affiliate_id: n % 2 ? mira.id : jon.id })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  const [{ total_orders: a }, { total_orders: b }] = [await figures(mira), await figures(jon)];
  expect(a + b).toBe(1);
});

test("eight overrides at once leave one pending commission and add eight entries to the history", async () => {
  const { order_id } = await sell({ coupon_codes: ["MIRA10"] });
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      attribute(order_id, { affiliate_id: n % 2 ? mira.id : jon.id, override: true }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const { body } = await program.call("GET", `/orders/${order_id}`);
  expect(body.attribution_history).toHaveLength(9);
  const live = [...(await commissionsOf(mira)), ...(await commissionsOf(jon))].filter(
    ({ status }) => status === "pending",
  );
  expect(live).toMatchObject([{ affiliate_id: body.affiliate_id }]);
  const [a, b] = [await figures(mira), await figures(jon)];
  expect([a.total_orders + b.total_orders, a.total_commissions + b.total_commissions]).toEqual([1, live[0].amount]);
});

test("the next affiliate earns nothing on refunds before the override, and loses commission with later refunds", async () => {
  const { external_id } = await sell({ coupon_codes: ["MIRA10"] });
  const refund = (refund_id: string) => ({
    type: "order.refunded",
    external_id,
    refund_id,
    amount: 2_500,
    occurred_at: new Date().toISOString(),
  });
  await program.report([refund("r1")]);
  await attribute(external_id, { affiliate_id: jon.id, override: true });
  expect(await commissionsOf(jon)).toMatchObject([{ amount: 1_500 }]);
  await program.report([refund("r2")]);
  expect(await commissionsOf(jon)).toMatchObject([{ amount: 1_000 }]);
  expect(await figures(jon)).toMatchObject({ total_revenue: 5_000, total_commissions: 1_000 });
});
