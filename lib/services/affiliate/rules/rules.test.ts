import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openEarnings } from "../../../testing/affiliate/earnings.ts";
import { openProgram, type Program } from "../../../testing/affiliate/program.ts";
import { openTestServices, type TestServices } from "../../../testing/services.ts";
import { unkeyed } from "../../../testing/unkeyed.ts";

// Orders are reported over HTTP, as a shop does.

type Body = Record<string, never> & { [field: string]: unknown };

let services: TestServices;
let program: Program;

beforeAll(async () => {
  services = await openTestServices();
});
beforeEach(async () => {
  program = await openProgram(services);
});
afterAll(() => services.close());

const march = (day: number, hour = 10) => `2026-03-${String(day).padStart(2, "0")}T${hour}:00:00Z`;
const percent = <M extends object>(rate: number, more?: M) => ({
  rate_type: "percentage" as const,
  rate,
  ...(more as M),
});
const line = (product_id: string, unit_price: number, more: object = {}) => ({
  product_id,
  quantity: 1,
  unit_price,
  ...more,
});

const commissionsOf = async (affiliate: string, query = "") =>
  (await program.call("GET", `/commissions?affiliate_id=${affiliate}&order=asc${query}`)).body.data;

/** Returns the commission of each order. The coupon attributes it. */
async function sell(coupon: string, ...orders: { total?: number; [field: string]: unknown }[]) {
  const placed = orders.map(({ total = 10_000, ...more }) =>
    program.placed({ total, subtotal: total, coupon_codes: [coupon], occurred_at: march(2), ...more }),
  );
  const { body } = await program.report(placed);
  expect(body.rejected, JSON.stringify(body)).toBe(0);
  return Promise.all(
    body.data.map(async ({ order_id }: Body) => {
      const { body: order } = await program.call("GET", `/orders/${order_id}`);
      const found = order.attribution_timeline.filter((entry: Body) => entry.type === "commission");
      return { order_id, ...found.find((entry: Body) => entry.commission_type === "sale"), all: found };
    }),
  );
}

const earner = (code: string, more: object = {}) => program.affiliate({ coupon_codes: [code], ...more });
const partsOf = ({ arithmetic }: { arithmetic: { parts: Body[] } }) =>
  arithmetic.parts.map(({ rule, base, amount }) => [rule, base, amount]);

describe("an order is judged by the version in force at its time", () => {
  test("an order is judged by the version in force at its time even if it is reported later, and so is its refund", async () => {
    await program.rules({ default_commission_rate: 10 });
    await earner("A");
    await program.call("PATCH", "/program", {
      body: { default_commission_rate: 50, exclude_tax: false, hold_days: 0 },
    });
    const [old, fresh] = await sell("A", { occurred_at: march(2) }, { occurred_at: new Date().toISOString() });
    expect(old).toMatchObject({ amount: 1_000, arithmetic: { version: 1 } });
    expect(fresh).toMatchObject({ amount: 5_000, arithmetic: { version: 2 } });
    await openEarnings(services, program).refund(old.order_id, 5_000);
    const { body } = await program.call("GET", `/commissions/${old.commission_id}`);
    expect(body).toMatchObject({ amount: 500, arithmetic: { version: 1, base: 5_000, rate: 10 } });
  });

  test("an order is judged by the version in force at its time if it is attributed by hand", async () => {
    const { id } = await earner("A");
    const order = await program.insertOrder({ createdAt: new Date(march(2)) });
    await program.call("PATCH", "/program", { body: { default_commission_rate: 50 } });
    const preview = await program.call("GET", `/orders/${order.id}/attribution-preview?affiliate_id=${id}`);
    await program.call("POST", `/orders/${order.id}/attribute`, { body: { affiliate_id: id, reason: "Asked for" } });
    const [made] = await commissionsOf(id);
    expect(made).toMatchObject({ amount: 1_000, arithmetic: { version: 1, parts: [{ rule: "default" }] } });
    if (preview.status === 200) expect(preview.body.amount).toBe(1_000);
  });
});

test("an order that the same affiliate gets again is not counted twice", async () => {
  await program.rules({
    volume_tiers: [percent(50, { threshold: 10_000 })],
    most_per_month: 1_500,
    first_sale_bonus: 300,
  });
  const { id } = await earner("A");
  const [first] = await sell("A", {});
  const body = { affiliate_id: id, reason: "Asked for", override: true };
  const preview = await program.call("GET", `/orders/${first.order_id}/attribution?affiliate_id=${id}`);
  expect((await program.call("POST", `/orders/${first.order_id}/attribute`, { body })).status).toBe(200);
  const standing = (await commissionsOf(id, "&status=pending")).map(({ type, amount }: Body) => [type, amount]);
  expect(standing.sort()).toEqual([
    ["bonus", 300],
    ["sale", 1_000],
  ]);
  if (preview.status === 200) expect(preview.body.amount).toBe(1_000);
});

describe("the rule that wins", () => {
  const all = {
    product_rates: [percent(50, { product_id: "boots" })],
    category_rates: [percent(40, { category: "Tea" })],
    new_customer_rate: percent(30),
    returning_customer_rate: percent(5),
    volume_tiers: [percent(20, { threshold: 1 })],
    group_rates: [percent(15, { group: "Blogs" })],
    default_commission_rate: 10,
  };
  const lines = [line("boots", 6_000), line("oolong", 3_000, { category: "Tea" }), line("mug", 1_000)];

  test("divides an order by product and category, and the customer decides the rest", async () => {
    await program.rules(all);
    await earner("A", { group: "Blogs" });
    const customer_id = "c1";
    const [first, second] = await sell(
      "A",
      { line_items: lines, customer_id },
      { line_items: lines, customer_id, occurred_at: march(3) },
    );
    expect(partsOf(first)).toEqual([
      ["product", 6_000, 3_000],
      ["category", 3_000, 1_200],
      ["customer", 1_000, 300],
    ]);
    expect(first.amount).toBe(4_500);
    expect(partsOf(second).at(-1)).toEqual(["customer", 1_000, 50]);
    await openEarnings(services, program).refund(first.order_id, 5_000);
    const { body } = await program.call("GET", `/commissions/${first.commission_id}`);
    expect(partsOf(body)).toEqual([
      ["product", 3_000, 1_500],
      ["category", 1_500, 600],
      ["customer", 500, 150],
    ]);
  });

  test("the rule that wins is the tier if nobody knows the customer, then the group, then the default", async () => {
    await program.rules(all);
    await earner("A", { group: "Blogs" });
    const [first, second] = await sell("A", { total: 2_000 }, { total: 2_000, occurred_at: march(3) });
    expect(partsOf(first)).toEqual([["group", 2_000, 300]]);
    expect(partsOf(second)).toEqual([["tier", 2_000, 400]]);
    await earner("B");
    const [third] = await sell("B", { total: 2_000 });
    expect(partsOf(third)).toEqual([["default", 2_000, 200]]);
  });

  test("the rule that wins is the affiliate's own rate before all others, until it is given up", async () => {
    await program.rules(all);
    const { id } = await earner("A", { commission_rate: 7 });
    expect((await sell("A", { line_items: lines }))[0]).toMatchObject({
      amount: 700,
      arithmetic: { parts: [{ rule: "own" }] },
    });
    const { body } = await program.call("PUT", `/affiliates/${id}`, { body: { own_rate: false } });
    expect(body).toMatchObject({ own_rate: false, commission_rate: 10 });
    expect(partsOf((await sell("A", { line_items: lines }))[0])[0]).toEqual(["product", 6_000, 3_000]);
  });

  test("the rule that wins pays a fixed rate of a product for each piece, and one of a group once", async () => {
    const fixed = { rate_type: "fixed" as const, rate: 300 };
    await program.rules({
      product_rates: [{ product_id: "boots", ...fixed }],
      group_rates: [{ group: "Blogs", ...fixed }],
    });
    await earner("A", { group: "Blogs" });
    const boots = line("boots", 2_000, { quantity: 2 });
    const [both, foreign] = await sell(
      "A",
      { line_items: [boots, line("mug", 6_000)] },
      { line_items: [boots, line("mug", 6_000)], currency: "USD" },
    );
    expect(partsOf(both)).toEqual([
      ["product", 4_000, 600],
      ["group", 6_000, 300],
    ]);
    expect(foreign).toMatchObject({ amount: 0, arithmetic: { base: 0 } });
    expect(foreign.arithmetic.exclusions).toContainEqual({ what: "currency", amount: 10_000 });
  });
});

test("tiers count the earlier orders of the month, in one batch and after it, and start again with the next month", async () => {
  await program.rules({ volume_tiers: [percent(20, { threshold: 10_000 }), percent(30, { threshold: 25_000 })] });
  const { id } = await earner("A");
  const first = await sell("A", { occurred_at: march(2) }, { occurred_at: march(3) });
  const [third, april] = await sell("A", { occurred_at: march(4) }, { occurred_at: "2026-04-01T10:00:00Z" });
  const [fourth] = await sell("A", { occurred_at: march(5) });
  expect([...first, third, fourth, april].map(({ amount }) => amount)).toEqual([1_000, 2_000, 2_000, 3_000, 1_000]);
  expect(fourth.arithmetic.parts[0]).toMatchObject({ rule: "tier", threshold: 25_000, volume: 30_000 });
  const others = await openProgram(services);
  expect(others.tenantId).not.toBe(program.tenantId);
  expect((await commissionsOf(id)).length).toBe(5);
});

test("two reports at the same time reach a tier and a cap one after the other", async () => {
  await program.rules({ volume_tiers: [percent(50, { threshold: 10_000 })], most_per_month: 11_000 });
  const { id } = await earner("A");
  await Promise.all(Array.from({ length: 6 }, () => sell("A", {})));
  const amounts = (await commissionsOf(id)).map(({ amount }: Body) => amount).sort((a: number, b: number) => a - b);
  expect(amounts).toEqual([0, 0, 0, 1_000, 5_000, 5_000]);
});

test("caps limit the commission of an order and of a month, and a refund keeps them", async () => {
  await program.rules({ default_commission_rate: 50, most_per_order: 4_000, most_per_month: 6_000 });
  await earner("A");
  const [first, second, third] = await sell("A", {}, { occurred_at: march(3) }, { occurred_at: march(4) });
  expect([first, second, third].map(({ amount }) => amount)).toEqual([4_000, 2_000, 0]);
  expect(second.arithmetic.caps).toEqual([
    { what: "order", limit: 4_000, taken: 1_000 },
    { what: "month", limit: 2_000, taken: 2_000 },
  ]);
  await openEarnings(services, program).refund(first.order_id, 1_000);
  expect((await program.call("GET", `/commissions/${first.commission_id}`)).body.amount).toBe(4_000);
  await openEarnings(services, program).refund(first.order_id, 5_000);
  expect((await program.call("GET", `/commissions/${first.commission_id}`)).body.amount).toBe(2_000);
});

describe("a bonus", () => {
  const bonuses = (id: string) => commissionsOf(id, "&type=bonus");

  test("a bonus is paid once for the first sale and once for reaching a volume", async () => {
    await program.rules({ first_sale_bonus: 1_500, volume_bonuses: [{ threshold: 25_000, amount: 5_000 }] });
    const { id } = await earner("A");
    await Promise.all([sell("A", {}), sell("A", {}), sell("A", {}), sell("A", {})]);
    expect((await bonuses(id)).map(({ amount, arithmetic }: Body) => [amount, arithmetic])).toEqual(
      expect.arrayContaining([
        [1_500, { version: 1, bonus: { rule: "first_sale" }, base: 1_500, amount: 1_500 }],
        [5_000, { version: 1, bonus: { rule: "volume", threshold: 25_000 }, base: 5_000, amount: 5_000 }],
      ]),
    );
    expect(await bonuses(id)).toHaveLength(2);
  });

  test("a bonus falls with its order, and the next first sale earns it again", async () => {
    await program.rules({ first_sale_bonus: 1_500 });
    const { id } = await earner("A");
    const [first] = await sell("A", {});
    await openEarnings(services, program).cancel(first.order_id);
    expect(await bonuses(id)).toMatchObject([{ amount: 0, status: "pending" }]);
    await sell("A", { occurred_at: march(3) });
    expect((await bonuses(id)).map(({ amount }: Body) => amount).sort()).toEqual([0, 1_500]);
  });
});

describe("attribution by the rules", () => {
  test("attribution by the rules lets the first click or the last one count", async () => {
    const [mira, noa] = [await earner("M"), await earner("N")];
    const clicks = [];
    for (const { id } of [mira, noa]) clicks.push(await program.follow((await program.link(id)).code));
    const click_id = clicks.join("-");
    const attributed = async () => (await program.report([program.placed({ click_id })])).body.data[0];
    expect(await attributed()).toMatchObject({
      affiliate_id: noa.id,
      attribution_reason: expect.stringMatching(/^The last/),
    });
    await program.call("PATCH", "/program", { body: { attributing_click: "first" } });
    expect(await attributed()).toMatchObject({
      affiliate_id: mira.id,
      attribution_reason: expect.stringMatching(/^The first/),
    });
  });

  test("the program remembers the first click at the tracking links of the store, for as long as it counts", async () => {
    const other = await openProgram(services);
    for (const one of [program, other]) await one.call("PATCH", "/program", { body: { attributing_click: "first" } });
    const [mira, noa, ben] = [await earner("M"), await earner("N"), await other.affiliate()];
    const follow = async (id: string, place: Program, cookie = "") => {
      const { code } = await place.link(id);
      return services.visit(`/r/${code}`, { headers: { "user-agent": "Firefox/140.0 (Windows)", cookie } });
    };
    const idsOf = (answer: Response) =>
      new URL(answer.headers.get("location") ?? "").searchParams.get("cw_click") ?? "";
    const first = await follow(mira.id, program);
    const kept = first.headers.getSetCookie().map((each) => each.split(";")[0]);
    expect(first.headers.getSetCookie()[1]).toMatch(
      /^cw_first_\d+=clk_\w+; Path=\/r; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );
    const second = await follow(noa.id, program, kept.join("; "));
    expect(second.headers.getSetCookie()).toHaveLength(1);
    expect(idsOf(second).split("-")).toEqual([idsOf(first), expect.stringMatching(/^clk_/)]);
    expect(idsOf(await follow(ben.id, other, kept.join("; ")))).not.toContain("-");
    const { body } = await program.report([program.placed({ click_id: idsOf(second) })]);
    expect(body.data[0]).toMatchObject({ affiliate_id: mira.id });
  });

  test("attribution by the rules lets the click win over the coupon, and the coupon count without a click", async () => {
    const [mira, noa] = [await earner("M"), await earner("N")];
    const click_id = await program.follow((await program.link(mira.id)).code);
    await program.call("PATCH", "/program", { body: { coupon_or_click: "click" } });
    const attributed = async (more: object) => (await program.report([program.placed(more)])).body.data[0].affiliate_id;
    expect(await attributed({ click_id, coupon_codes: ["N"] })).toBe(mira.id);
    expect(await attributed({ coupon_codes: ["N"] })).toBe(noa.id);
  });

  test("attribution by the rules lets customers count for some months after their first order", async () => {
    await program.rules({ recurring_months: 2 });
    await earner("A");
    const customer_id = "c1";
    await sell("A", { customer_id, occurred_at: "2026-01-31T10:00:00Z" });
    const again = async (occurred_at: string) =>
      (await program.report([program.placed({ customer_id, occurred_at })])).body.data[0];
    expect(await again("2026-02-28T10:00:00Z")).toMatchObject({ attribution_method: "customer" });
    expect(await again("2026-03-31T09:59:00Z")).toMatchObject({ attribution_method: "customer" });
    const late = await again("2026-03-31T10:00:00Z");
    expect(late.affiliate_id).toBeUndefined();
    const { body } = await program.call("GET", `/orders/${late.order_id}`);
    expect(body.attribution_reason).toBe("The customer’s first order for the affiliate was 2 months or more ago.");
  });
});

test("the minimum payout of the program counts for affiliates without one in the same currency", async () => {
  await program.call("PATCH", "/program", { body: { minimum_payout: 2_500 } });
  const made = [{}, { minimum_payout: 500 }, { currency: "USD" }];
  const minima = await Promise.all(made.map((more) => program.affiliate(more)));
  expect(minima.map((one) => one.effective_minimum_payout)).toEqual([2_500, 500, null]);
  await program.insertCommission(minima[0].id, { status: "approved" });
  const { body } = await program.call("GET", "/payouts/owed");
  expect(body.affiliates).toMatchObject([{ minimum_payout: null, effective_minimum_payout: 2_500 }]);
});

test("the program has a minimum payout for each currency, and none for a currency that it does not name", async () => {
  const change = (body: object) => program.call("PATCH", "/program", { body });
  await change({ minimum_payout: 2_500, minimum_payouts: [{ currency: "usd", amount: 3_000 }] });
  const all = [
    { currency: "EUR", amount: 2_500 },
    { currency: "USD", amount: 3_000 },
  ];
  const made = [{}, { currency: "USD" }, { currency: "GBP" }, { currency: "GBP", minimum_payout: 700 }];
  const minima = await Promise.all(made.map((more) => program.affiliate(more)));
  expect(minima.map((one) => one.effective_minimum_payout)).toEqual([2_500, 3_000, null, 700]);
  expect(minima[2].effective_minimum_payouts).toEqual(all);
  expect(minima[3].effective_minimum_payouts).toEqual([all[0], { currency: "GBP", amount: 700 }, all[1]]);
  await program.insertCommission(minima[0].id, { status: "approved" });
  const { body } = await program.call("GET", "/payouts/owed");
  expect(body.affiliates).toMatchObject([{ effective_minimum_payouts: all }]);
  for (const [currency, message] of [
    ["EUR", "Must be another currency than EUR, the store’s."],
    ["euro", "Must be an ISO 4217 currency code such as EUR."],
  ]) {
    const refused = await change({ minimum_payouts: [{ currency, amount: 5 }] });
    expect(unkeyed(refused.body.error.details)).toEqual([{ field: "minimum_payouts.0.currency", message }]);
  }
});

describe("a dry run", () => {
  const preview = (rules: object, month = "2026-03") =>
    program.call("POST", "/program/dry-run", { body: { month, rules } });

  test("a dry run shows what a draft would have paid beside what was paid, and changes nothing", async () => {
    await program.rules({ first_sale_bonus: 700 });
    const [a, b] = [await earner("A"), await earner("B", { commission_rate: 20 })];
    const [first] = await sell("A", {}, { occurred_at: march(5) }, { occurred_at: "2026-04-02T10:00:00Z" });
    const [, rejected] = await sell("B", {}, { occurred_at: march(6) });
    await program.call("PUT", `/commissions/${rejected.commission_id}/reject`, { body: { reason: "fraud" } });
    const before = await commissionsOf(a.id);
    const { body } = await preview({
      default_commission_rate: 30,
      volume_bonuses: [{ threshold: 15_000, amount: 900 }],
    });
    const byId = Object.fromEntries(body.data.map((row: Body) => [row.affiliate_id, row]));
    expect(body).toMatchObject({ month: "2026-03", complete: true, orders: 4 });
    expect(byId[a.id]).toMatchObject({ currency: "EUR", orders: 2, present: 2_700, draft: 6_000 + 700 + 900 });
    expect(byId[b.id]).toMatchObject({ orders: 2, present: 2_700, draft: 2_000 + 700 + 900 });
    expect(await commissionsOf(a.id)).toEqual(before);
    expect(first.amount).toBe(1_000);
  });

  test("a dry run of the rules in force pays what they paid", async () => {
    await program.rules({
      volume_tiers: [percent(20, { threshold: 9_000 })],
      most_per_month: 6_000,
      returning_customer_rate: percent(3),
      first_sale_bonus: 250,
      volume_bonuses: [{ threshold: 30_000, amount: 400 }],
    });
    await earner("A");
    const shop = openEarnings(services, program);
    const orders = Array.from({ length: 12 }, (_, n) => ({
      total: 3_000 + n * 571,
      occurred_at: march(2 + n),
      ...(n % 3 === 0 && { customer_id: `c${n % 2}` }),
    }));
    const sold = await sell("A", ...orders);
    await shop.cancel(sold[11].order_id);
    const { body } = await preview({});
    expect(body.data[0].present).toBeGreaterThan(0);
    expect(body.data[0].draft).toBe(body.data[0].present);
  });

  test("a dry run says how many orders are paid at an own rate, which other rules do not change", async () => {
    const [own] = [await earner("A", { commission_rate: 12 }), await earner("B")];
    await sell("A", { occurred_at: march(3) }, { occurred_at: march(4) });
    await sell("B", { occurred_at: march(5) });
    const { body } = await preview({ default_commission_rate: 40 });
    expect(body).toMatchObject({ orders: 3, by_own_rate: 2 });
    const row = body.data.find((each: Body) => each.affiliate_id === own.id);
    expect(row.draft).toBe(row.present);
  });

  test.each([
    [{ month: "2026-13", rules: {} }, "month"],
    [{ month: "2026-03", rules: { default_commission_rate: 10.12345 } }, "rules.default_commission_rate"],
    [{ month: "2026-03", rules: { nonsense: 1 } }, "rules.nonsense"],
  ])("a dry run of %j is refused", async (body, field) => {
    const answer = await program.call("POST", "/program/dry-run", { body });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.map((detail: Body) => detail.field)).toEqual([field]);
  });
});
