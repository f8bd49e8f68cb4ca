import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, dayIn } from "../../days.ts";
import { openEarnings } from "../../testing/affiliate/earnings.ts";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { type RiskCounts, signsOf } from "./risk-signs.ts";

const counts = { clicks: 0, orders: 0, refunded: 0 };
const facts = (more: Partial<RiskCounts> = {}): RiskCounts => ({
  ...counts,
  others: { clicks: 10_000, orders: 500, refunded: 25 },
  days: 30,
  busiest: null,
  flagged: {},
  ...more,
});
const flagged = (count: number) => ({ count, ids: ["com_1"] });
const code = (more: Partial<RiskCounts>) => signsOf(facts(more)).map((sign) => `${sign.code} ${sign.severity}`);

describe("an affiliate", () => {
  test("like all others has no sign", () => {
    const usual = { clicks: 400, orders: 20, refunded: 1, busiest: { day: "2026-03-01", clicks: 40 } };
    expect(code(usual)).toEqual([]);
    expect(code({})).toEqual([]);
  });

  test("an affiliate who buys has the gravest sign, with the orders", () => {
    expect(signsOf(facts({ flagged: { self_referral: flagged(2) } }))).toEqual([
      { code: "self_referral", severity: "high", evidence: { orders: 2, commission_ids: ["com_1"] } },
    ]);
  });

  test.each([
    [4, 4, []],
    [5, 11, []],
    [5, 10, ["coupon_without_click low"]],
    [20, 22, ["coupon_without_click medium"]],
    [20, 30, ["coupon_without_click low"]],
  ])("an affiliate with %d of %d orders by a coupon without a click", (used, orders, found) => {
    expect(code({ orders, flagged: { coupon_without_click: flagged(used) } })).toEqual(found);
  });

  test.each([
    [49, 49, []],
    [50, 50, ["click_spike low"]],
    [100, 681, []],
    [100, 680, ["click_spike low"]],
    [1_000, 1_000, ["click_spike medium"]],
  ])("an affiliate with %d of %d clicks on one day", (most, clicks, found) => {
    const busiest = { day: "2026-03-01", clicks: most };
    expect(code({ clicks, orders: clicks * 0.05, busiest })).toEqual(found);
  });

  test.each([
    ["few clicks", { clicks: 199, orders: 0 }, []],
    ["a fifth of the others’ conversion", { clicks: 1_000, orders: 10 }, []],
    ["less than that", { clicks: 1_000, orders: 9 }, ["cookie_stuffing low"]],
    ["quick orders", { orders: 15, flagged: { fast_conversion: flagged(3) } }, ["cookie_stuffing low"]],
    ["few quick orders", { orders: 10, flagged: { fast_conversion: flagged(2) } }, []],
    ["few of many quick", { orders: 16, flagged: { fast_conversion: flagged(3) } }, []],
    ["only clicks without origin", { clicks: 400, orders: 20, latest: { clicks: 200, bare: 200 } }, []],
    ["both", { clicks: 1_000, orders: 0, latest: { clicks: 200, bare: 160 } }, ["cookie_stuffing medium"]],
    [
      "all three",
      { clicks: 1_000, orders: 5, flagged: { fast_conversion: flagged(3) }, latest: { clicks: 200, bare: 200 } },
      ["cookie_stuffing high"],
    ],
  ] as [string, Partial<RiskCounts>, string[]][])("an affiliate with %s", (_, more, found) => {
    expect(code(more)).toEqual(found);
  });

  test.each([
    [2, 4, 500, []],
    [3, 30, 500, ["refunds medium"]],
    [3, 31, 500, []],
    [5, 10, 500, ["refunds high"]],
    [5, 10, 19, []],
  ])("an affiliate with %d of %d orders refunded, beside %d orders of others", (refunded, orders, others, found) => {
    expect(code({ refunded, orders, others: { ...counts, orders: others, refunded: others * 0.05 } })).toEqual(found);
  });
});

describe("the risks of a program", () => {
  let services: TestServices;
  let program: Program;
  const now = new Date();
  const today = dayIn("Europe/Berlin", now);
  beforeAll(async () => {
    services = await openTestServices();
    program = await openProgram(services);
  });
  afterAll(() => services.close());

  const risks = async (query = "") => (await program.call("GET", `/risks?per_page=100${query}`)).body;
  const signs = async (id: string, query = "") => {
    const { data } = await risks(query);
    return data.find((one: { affiliate_id: string }) => one.affiliate_id === id)?.signs;
  };

  test("the risks of a program name who buys, poaches, stuffs cookies, has a spike or refunds, and nobody else", {
    tags: "long",
  }, async () => {
    const shop = openEarnings(services, program);
    const at = { createdAt: now, day: today };
    const [honest, buyer, poacher, stuffer, refunder, leaver] = await Promise.all(
      Array.from({ length: 6 }, () => program.affiliate()),
    );
    const links = new Map<string, { id: string }>();
    for (const { id } of [honest, stuffer]) links.set(id, await program.link(id));
    for (let n = 0; n < 25; n++) await shop.sell(honest.id, at);
    for (let n = 0; n < 40; n++) {
      const occurredAt = new Date(now.getTime() - (n % 20) * 86_400_000);
      for (let k = 0; k < 6; k++) await program.insertClick(links.get(honest.id)?.id ?? "", honest.id, { occurredAt });
    }
    const own = await shop.sell(buyer.id, { ...at, customerEmail: buyer.email });
    await shop.sell(leaver.id, { ...at, customerEmail: leaver.email });
    await services.db.execute(`update affiliate.affiliate set deleted_at = now() where id = '${leaver.id}'`);
    for (let n = 0; n < 5; n++) await shop.sell(poacher.id, { ...at, attributionMethod: "coupon", couponCode: "SAVE" });
    for (let n = 0; n < 240; n++) {
      const occurredAt = new Date(now.getTime() + n - 240);
      const more = { occurredAt, landingPage: "https://shop.example.com/", referrer: n < 80 ? "x.test" : null };
      await program.insertClick(links.get(stuffer.id)?.id ?? "", stuffer.id, more);
    }
    const occurredAt = new Date(now.getTime() - 10 * 86_400_000);
    for (let n = 0; n < 58; n++) {
      await program.insertClick(links.get(stuffer.id)?.id ?? "", stuffer.id, { occurredAt });
    }
    const refunded: string[] = [];
    for (let n = 0; n < 3; n++) {
      const { order } = await shop.sell(refunder.id, at);
      refunded.push(order.id);
      await shop.refund(order.id, 4_000);
    }

    const { data, pagination } = await risks();
    expect(pagination.total).toBe(4);
    // Two are as grave, and more money is at stake with the first.
    const names = [refunder, buyer, stuffer, poacher].map(({ id }) => id);
    expect(data.map(({ affiliate_id }: { affiliate_id: string }) => affiliate_id)).toEqual(names);
    expect(data[1]).toMatchObject({
      pending: [{ currency: "EUR", amount: 1_000 }],
      pending_count: 1,
      signs: [{ code: "self_referral", severity: "high", evidence: { orders: 1, commission_ids: [own.sale.id] } }],
    });
    expect(await signs(refunder.id)).toEqual([
      {
        code: "refunds",
        severity: "high",
        evidence: {
          refunded_orders: 3,
          of: 3,
          refund_rate: 1,
          others_refund_rate: 0,
          order_ids: expect.arrayContaining(refunded),
        },
      },
    ]);
    expect(await signs(poacher.id)).toMatchObject([
      { code: "coupon_without_click", evidence: { orders: 5, of: 5, coupon_codes: ["SAVE"] } },
    ]);
    expect(await signs(stuffer.id)).toMatchObject([
      { code: "cookie_stuffing", severity: "medium", evidence: { clicks: 298, latest_clicks: 200 } },
      { code: "click_spike", severity: "low", evidence: { day: today, clicks_that_day: 240, usual_clicks_a_day: 2 } },
    ]);
    expect((await risks("&sign=refunds")).data).toHaveLength(1);
    const second = await program.call("GET", "/risks?per_page=3&page=2");
    expect(second.body).toMatchObject({ data: [{ affiliate_id: poacher.id }], pagination: { total: 4 } });
    expect(JSON.stringify(data)).not.toContain("buyer@");
  });

  test("the risks of a program leave out what is older than the period", async () => {
    const { id, email } = await program.affiliate();
    const { sale } = await openEarnings(services, program).sell(id, { customerEmail: email });
    const createdAt = new Date(now.getTime() - 60 * 86_400_000);
    await program.change("commission", sale, { createdAt });
    expect(await signs(id)).toBeUndefined();
    expect(await signs(id, "&days=90")).toHaveLength(1);
  });

  test("the risks of a program say how many pending commissions are on hold at present, and until when at the latest", async () => {
    const { id, email } = await program.affiliate();
    const shop = openEarnings(services, program);
    const own = { createdAt: now, day: today, customerEmail: email };
    const [first, second, third] = [await shop.sell(id, own), await shop.sell(id, own), await shop.sell(id, own)];
    const risk = async () => {
      const { data } = await risks();
      const { held_count, held_until } = data.find((one: { affiliate_id: string }) => one.affiliate_id === id);
      return [held_count, held_until];
    };
    const hold = (sale: string, days: number) =>
      program.call("PUT", `/commissions/${sale}/hold`, {
        body: { until: addDays(today, days), reason: "Own orders." },
      });
    expect(await risk()).toEqual([0, null]);
    await hold(first.sale.id, 60);
    const { body } = await hold(second.sale.id, 90);
    await hold(third.sale.id, 90);
    await program.call("PUT", `/commissions/${third.sale.id}/approve`);
    expect(await risk()).toEqual([2, body.eligible_at]);
    await program.change("commission", second.sale, { eligibleAt: new Date(now.getTime() - 60_000) });
    await hold(first.sale.id, 0);
    expect(await risk()).toEqual([0, null]);
  });

  test("the risks of a program are refused for another period or sign", async () => {
    expect((await program.call("GET", "/risks?days=7")).body.error.message).toBe(
      "Parameter days must be one of 30, 90.",
    );
    expect((await program.call("GET", "/risks?sign=bots")).status).toBe(400);
  });
});

describe("a hold", () => {
  let services: TestServices;
  let program: Program;
  beforeAll(async () => {
    services = await openTestServices();
    program = await openProgram(services, "UTC");
  });
  afterAll(() => services.close());

  const today = dayIn("UTC", new Date());
  const clears = addDays(today, 10);
  const pending = async () => {
    const { id } = await program.affiliate();
    return program.insertCommission(id, { eligibleAt: new Date(`${clears}T00:00:00Z`), note: "By hand." });
  };
  const hold = (id: string, until: string, reason = "Quick orders.") =>
    program.call("PUT", `/commissions/${id}/hold`, { body: { until, reason } });

  test("a hold moves the day from which a pending commission can be paid, and ends no earlier than its own", async () => {
    const { id } = await pending();
    const until = addDays(today, 90);
    const { body } = await hold(id, until);
    expect(body).toMatchObject({ status: "pending", eligible_at: `${until}T00:00:00.000Z`, amount: 1_000 });
    expect(body.note).toBe(`By hand.\nOn hold until ${until}: Quick orders.`);
    const next = expect.objectContaining({ key: "heldUntil", values: { day: until, reason: "Quick orders." } });
    expect(body.note_key).toEqual({ key: "lineBelow", values: { line: { message: "By hand." }, next } });
    expect((await hold(id, until)).body).toEqual({ ...body });
    const sooner = addDays(today, 40);
    expect((await hold(id, sooner)).body.eligible_at).toBe(`${sooner}T00:00:00.000Z`);
    const { body: ended } = await hold(id, today, "All is well.");
    expect(ended.eligible_at).toBe(`${clears}T00:00:00.000Z`);
    expect(ended.note).toContain("Hold ended: All is well.");
    const again = await hold(id, addDays(today, 5));
    expect(again.body).toMatchObject({ eligible_at: `${clears}T00:00:00.000Z`, note: ended.note });
    const { data } = (await program.call("GET", "/commissions?sort=eligible_at&order=asc")).body;
    expect(data.map((one: { id: string }) => one.id)).toContain(id);
  });

  test("a hold keeps an approved commission out of payouts until then", async () => {
    const { id } = await program.insertCommission((await program.affiliate()).id);
    await hold(id, addDays(today, 30));
    const { body } = await program.call("PUT", `/commissions/${id}/approve`);
    const draft = { affiliate_id: body.affiliate_id, amount: 1_000, currency: "EUR", commission_ids: [id] };
    const refused = await program.call("POST", "/payouts", { body: draft });
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain("is on hold until");
  });

  test("a hold is refused for a past day, for more than a year, without a reason and for a decided commission", async () => {
    const { id } = await pending();
    const message = async (until: string, reason?: string) => (await hold(id, until, reason)).body.error.message;
    expect(await message(addDays(today, -1))).toBe("Until must not be before today.");
    expect(await message(addDays(today, 367))).toBe("Until must be at most one year from today.");
    expect((await hold(id, addDays(today, 366))).status).toBe(200);
    expect(await message("soon")).toContain("YYYY-MM-DD");
    expect(await message(today, " ")).toBe("Reason must not be empty.");
    await program.call("PUT", `/commissions/${id}/reject`);
    const late = await hold(id, addDays(today, 20));
    expect(late.status).toBe(409);
    expect(late.body.error.message).toContain("Only a pending commission can be put on hold.");
    expect((await hold("com_none", today)).status).toBe(404);
  });
});
