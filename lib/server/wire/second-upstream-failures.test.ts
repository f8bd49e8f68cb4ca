import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { failure, openSecondDesk, type SecondShop, type Sent } from "../../testing/second-desk.ts";

// Failures of the other API, before or after it has acted, are reported as what they are and never sent twice.

let desk: Awaited<ReturnType<typeof openSecondDesk>>;
let shop: SecondShop;

beforeAll(async () => {
  desk = await openSecondDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  shop = await desk.newShop();
});
afterEach(() => desk.control.reset());

const offer = { name: "Care kit", product_id: "sku:kit", discount: { type: "percentage", value: 15 } };
const one = (id: string, more: object = {}): Sent => ({ params: { id }, ...more });

test("the error of an API is reported, whatever its form", async () => {
  const update = one("off-1", { body: { discount: { type: "percentage", value: 140 } } });
  expect(await failure(shop.perform("checkout", "upsells.update", update))).toMatchObject({
    status: 400,
    code: "invalid_request",
    details: [{ field: "discount.value", message: "must be between 1 and 100" }],
  });
  expect(await failure(shop.perform("affiliate", "affiliates.create", { body: { email: "kai" } }))).toMatchObject({
    status: 422,
    message: "The given data was invalid.",
    details: [{ field: "email", message: "email is not an address" }],
  });
  await shop.perform("affiliate", "commissions.approve", one("8001"));
  expect(await failure(shop.perform("affiliate", "commissions.approve", one("8001")))).toMatchObject({
    status: 422,
    message: "Commission is approved",
  });
});

test("a key without a scope is distinguished from an invalid key", async () => {
  const narrow = await desk.newShop(["read:upsells"]);
  expect((await narrow.perform("checkout", "upsells.list")).status).toBe(200);
  const error = await failure(narrow.perform("checkout", "upsells.create", { body: offer }));
  expect(error).toMatchObject({ status: 403, code: "scope_missing" });
  desk.control.keys.delete(narrow.key);
  expect(await failure(narrow.perform("checkout", "bundles.list"))).toMatchObject({ code: "connection_rejected" });
  expect(await failure(narrow.perform("affiliate", "links.list"))).toMatchObject({ code: "connection_rejected" });
});

test.each(["delta", "seconds", "milliseconds"] as const)(
  "a rate limit reported in %s is kept to without a refusal",
  async (reset) => {
    desk.control.choices.reset = reset;
    desk.control.choices.checkoutLimits = { burst: 20, minute: 5, hour: 3_600 };
    const onScreen = one("off-1", { screen: true });
    for (let count = 0; count < 5; count++) await shop.perform("checkout", "upsells.get", onScreen);
    const error = await failure(shop.perform("checkout", "upsells.get", one("off-2")));
    expect(error).toMatchObject({ status: 429, code: "rate_limited" });
    expect(error.retryAfter).toBeGreaterThan(50);
    expect(error.retryAfter).toBeLessThanOrEqual(61);
    // A screen gets the response of a moment ago, with its age.
    expect((await shop.perform("checkout", "upsells.get", onScreen)).rate.age).toMatch(/^\d+$/);
    // Code that decides something does not get a response that may be outdated.
    const deciding = await failure(shop.perform("checkout", "upsells.get", one("off-1")));
    expect(deciding).toMatchObject({ status: 429 });
    expect(desk.control.calls("* *", shop.id).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  },
);

test("thirty reads at once are sent as the limits allow, and the API refuses none of them", async () => {
  const quick = await desk.newShop();
  const ids = Array.from({ length: 30 }, (_, n) => `off-${n + 1}`);
  const answers = await Promise.allSettled(ids.map((id) => quick.perform("checkout", "upsells.get", one(id))));
  const sent = desk.control.calls("* *", quick.id).map(({ status }) => status);
  expect(sent).not.toContain(429);
  // A burst is sent at once. Calls that would wait too long for a person are refused without being sent.
  expect(sent.length).toBeGreaterThanOrEqual(20);
  const refused = answers.filter((answer) => answer.status === "rejected").map(({ reason }) => reason);
  expect(sent).toHaveLength(30 - refused.length);
  for (const reason of refused) expect(reason).toMatchObject({ status: 429, code: "rate_limited" });
});

const gateway = { status: 502, code: "bad_gateway" };
const writes: [api: "checkout" | "affiliate", name: string, on: string, sent: Sent][] = [
  ["checkout", "upsells.create", "POST /upsells", { body: offer }],
  ["checkout", "upsells.update", "PUT /upsells/:id", one("off-1", { body: { name: "New" } })],
  ["checkout", "upsells.delete", "DELETE /upsells/:id", one("off-2")],
  ["checkout", "settings.update", "PATCH /settings", { body: { upsells: { max_offers_per_checkout: 1 } } }],
  ["affiliate", "commissions.approve", "PUT /commissions/:id/approve", one("8001")],
  ["affiliate", "payouts.create", "POST /payouts", { body: { affiliate_id: "11", amount: 100, currency: "EUR" } }],
];

describe.each([
  ["error", { status: 500 }],
  ["silence", { status: 504, code: "upstream_timeout" }],
  ["cut", gateway],
  ["cut-body", gateway],
  ["html", gateway],
  ["huge", gateway],
  ["short", gateway],
  ["redirect", gateway],
  ["not-gzip", gateway],
] as const)("an API that goes wrong with %s", (fault, told) => {
  test("an API that goes wrong has its failure reported for a read", async () => {
    desk.control.misbehave({ on: "GET *", fault, store: shop.id });
    expect(await failure(shop.perform("checkout", "upsells.get", one("off-1")))).toMatchObject(told);
    expect((await shop.perform("checkout", "upsells.get", one("off-1"))).body).toMatchObject({ id: "off-1" });
  });

  test.each(["before", "after"] as const)("gets no write twice, if it failed %s it acted", async (when) => {
    const send = async ([api, name, on, sent]: (typeof writes)[number]) => {
      desk.control.misbehave({ on, fault, when, store: shop.id });
      expect(await failure(shop.perform(api, name, sent)), name).toMatchObject(told);
      expect(desk.control.calls(on, shop.id), name).toHaveLength(1);
    };
    // All at once, large responses could reach the time-out of a busy machine. Only silence is waited for together.
    if (fault === "silence") await Promise.all(writes.map(send));
    else for (const write of writes) await send(write);
    expect(shop.store().count()).toBe(when === "after" ? writes.length : 0);
  });
});

test("a slow API is waited for, and a slow write is made once", async () => {
  desk.control.misbehave({ on: "POST /upsells", fault: "slow", ms: 700 });
  expect((await shop.perform("checkout", "upsells.create", { body: offer })).body).toMatchObject({ name: "Care kit" });
  expect(shop.store().count({ resource: "upsells", action: "created" })).toBe(1);
});

test("a 429 is waited out, and the delayed write is made once", async () => {
  desk.control.misbehave({ on: "POST /payouts", fault: "too-many", retryAfter: 1 });
  const body = { affiliate_id: "11", amount: 100, currency: "EUR" };
  await shop.perform("affiliate", "payouts.create", { body });
  expect(desk.control.calls("POST /payouts", shop.id).map(({ status }) => status)).toEqual([429, 200]);
  expect(shop.store().count({ resource: "payouts" })).toBe(1);
});
