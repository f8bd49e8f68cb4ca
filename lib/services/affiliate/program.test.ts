import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { emptyProgram } from "../sandbox.ts";
import { readProgram } from "./rules/versions.ts";

let services: TestServices;
let program: Program;

const rate = (more: object) => ({ rate_type: "percentage", rate: 5, ...more });

const read = async () => (await program.call("GET", "/program")).body;
const change = (body: unknown) => program.call("PATCH", "/program", { body });

beforeAll(async () => {
  services = await openTestServices();
});
beforeEach(async () => {
  program = await openProgram(services);
});
afterAll(() => services.close());

test("rules that were never set have their defaults", async () => {
  expect(await read()).toEqual({
    version: 1,
    effective_at: "1970-01-01T00:00:00.000Z",
    currency: "EUR",
    hold_days: 30,
    attribution_window_days: 30,
    default_commission_type: "percentage",
    default_commission_rate: 10,
    exclude_tax: true,
    exclude_shipping: true,
    excluded_products: [],
    coupons_attribute: true,
    customers_attribute: true,
    recurring_months: null,
    self_referrals: "flag",
    attributing_click: "last",
    coupon_or_click: "coupon",
    product_rates: [],
    category_rates: [],
    new_customer_rate: null,
    returning_customer_rate: null,
    volume_tiers: [],
    group_rates: [],
    first_sale_bonus: null,
    volume_bonuses: [],
    most_per_order: null,
    most_per_month: null,
    minimum_payout: null,
    minimum_payouts: [],
  });
});

test("a change keeps all other rules, even those that another request changes at the same time", async () => {
  const before = await read();
  await Promise.all([change({ hold_days: 14 }), change({ excluded_products: ["gift-card"] })]);
  const changed = { hold_days: 14, excluded_products: ["gift-card"], version: 3 };
  expect(await read()).toEqual({ ...before, ...changed, effective_at: expect.any(String) });
});

test.each<[object, string]>([
  [{ hold_days: -1 }, "hold_days"],
  [{ attribution_window_days: 0 }, "attribution_window_days"],
  [{ excluded_products: ["a", "a"] }, "excluded_products"],
  [{ default_commission_rate: 10.12345 }, "default_commission_rate"],
  [{ default_commission_rate: 101 }, "default_commission_rate"],
  [{ default_commission_type: "fixed", default_commission_rate: 0.5 }, "default_commission_rate"],
  [{ hold_days: 5, colour: "red" }, "colour"],
  [{ hold_days: 5, effective_at: "2020-01-01T00:00:00Z" }, "effective_at"],
  [{ effective_at: "2999-01-01T00:00:00Z" }, ""],
  [{ product_rates: [rate({ product_id: "a" }), rate({ product_id: "a" })] }, "product_rates.1"],
  [{ product_rates: [rate({ product_id: "a", rate: 101 })] }, "product_rates.0.rate"],
  [{ category_rates: [rate({ category: "Tea", rate_type: "fixed", rate: 0.5 })] }, "category_rates.0.rate"],
  [{ group_rates: [rate({ group: "Blogs", rate: 1.23456 })] }, "group_rates.0.rate"],
  [{ new_customer_rate: rate({ rate: 101 }) }, "new_customer_rate.rate"],
  [{ volume_tiers: [rate({ threshold: 0 })] }, "volume_tiers.0.threshold"],
  [{ volume_bonuses: [{ threshold: 100, amount: 1.5 }] }, "volume_bonuses.0.amount"],
  [{ most_per_order: 0 }, "most_per_order"],
  [{ recurring_months: 121 }, "recurring_months"],
  [{ coupon_or_click: "both" }, "coupon_or_click"],
  [{}, ""],
])("%j is refused, and nothing changes", async (body, field) => {
  const before = await read();
  const answer = await change(body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.details.map((detail: { field: string }) => detail.field)).toEqual([field]);
  expect(await read()).toEqual(before);
});

describe("a version", () => {
  const later = "2999-01-01T00:00:00.000Z";
  const versions = async () => (await program.call("GET", "/program/versions")).body.data;
  const state = ({ version, state }: { version: number; state: string }) => [version, state];

  test("a version with a later date is planned, and takes effect with what has changed in the meantime", async () => {
    expect((await change({ hold_days: 60, effective_at: later })).body).toMatchObject({ version: 2, hold_days: 60 });
    expect(await read()).toMatchObject({ version: 1, hold_days: 30 });
    await change({ most_per_order: 5_000 });
    expect(await read()).toMatchObject({ version: 3, hold_days: 30, most_per_order: 5_000 });
    const listed = await versions();
    expect(listed.map(state)).toEqual([
      [3, "current"],
      [2, "planned"],
      [1, "past"],
    ]);
    expect(listed[1]).toMatchObject({ effective_at: later, before: { hold_days: 30 }, after: { hold_days: 60 } });
    const then = await readProgram(services.db, program.tenantId, new Date(later));
    expect(then).toMatchObject({ version: 2, hold_days: 60, most_per_order: 5_000 });
  });

  test("a version that is planned can be withdrawn, and one that took effect cannot", async () => {
    await change({ hold_days: 60, effective_at: later });
    await change({ exclude_tax: false, effective_at: "2999-02-01T00:00:00Z" });
    const withdraw = (version: number | string) => program.call("DELETE", `/program/versions/${version}`);
    expect((await withdraw(2)).body).toMatchObject({ version: 2, state: "withdrawn" });
    const then = await readProgram(services.db, program.tenantId, new Date("2999-03-01"));
    expect(then).toMatchObject({ version: 3, hold_days: 30, exclude_tax: false });
    expect((await withdraw(2)).body.error.message).toBe("Version 2 is withdrawn already.");
    expect((await withdraw(1)).body.error.message).toBe("Version 1 has taken effect already.");
    expect((await withdraw(9)).status).toBe(404);
    expect((await change({ hold_days: 7 })).body.version).toBe(4);
  });

  test("a version must fit those that are planned", async () => {
    await change({ default_commission_rate: 12.5, effective_at: later });
    const answer = await change({ default_commission_type: "fixed", default_commission_rate: 500 });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0].message).toMatch(/^Does not fit version 2, which is planned: Must be a whole/);
    expect(await read()).toMatchObject({ version: 1, default_commission_type: "percentage" });
  });
});

test("emptying a sandbox deletes its program and nothing that is live", async () => {
  const { id } = await program.affiliate();
  const { key } = await services.key({ store: program.storeId, mode: "sandbox" });
  const body = { email: "s@example.com", first_name: "S", last_name: "B", coupon_codes: ["S"] };
  expect((await services.call("POST", "/affiliate/v1/affiliates", { key, body })).status).toBe(201);
  await emptyProgram(services.db, program.storeId);
  expect((await services.call("GET", "/affiliate/v1/affiliates", { key })).body.pagination.total).toBe(0);
  expect((await services.call("POST", "/affiliate/v1/affiliates", { key, body })).status).toBe(201);
  expect((await program.call("GET", `/affiliates/${id}`)).status).toBe(200);
});
