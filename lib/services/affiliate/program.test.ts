import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { emptyProgram } from "../sandbox.ts";

let services: TestServices;
let program: Program;

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
    hold_days: 30,
    attribution_window_days: 30,
    default_commission_type: "percentage",
    default_commission_rate: 10,
    exclude_tax: true,
    exclude_shipping: true,
    excluded_products: [],
    coupons_attribute: true,
    customers_attribute: true,
    self_referrals: "flag",
  });
});

test("a change keeps all other rules, even those that another request changes at the same time", async () => {
  const before = await read();
  await Promise.all([change({ hold_days: 14 }), change({ excluded_products: ["gift-card"] })]);
  expect(await read()).toEqual({ ...before, hold_days: 14, excluded_products: ["gift-card"] });
});

test.each<[object, string]>([
  [{ hold_days: -1 }, "hold_days"],
  [{ attribution_window_days: 0 }, "attribution_window_days"],
  [{ excluded_products: ["a", "a"] }, "excluded_products"],
  [{ default_commission_rate: 10.12345 }, "default_commission_rate"],
  [{ default_commission_rate: 101 }, "default_commission_rate"],
  [{ default_commission_type: "fixed", default_commission_rate: 0.5 }, "default_commission_rate"],
  [{ hold_days: 5, colour: "red" }, "colour"],
  [{}, ""],
])("%j is refused, and nothing changes", async (body, field) => {
  const before = await read();
  const answer = await change(body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.details.map((detail: { field: string }) => detail.field)).toEqual([field]);
  expect(await read()).toEqual(before);
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
