import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { type Answer, openTestServices, type TestServices } from "../../testing/services.ts";
import { specifiedLimits } from "./limits.ts";

let services: TestServices;
afterEach(() => services.close());

const upsells = "/checkout/v1/upsells?per_page=1";
const statuses = (answers: Answer[]) => answers.map(({ status }) => status);

test("the limits are those of the specification", async () => {
  services = await openTestServices();
  expect(specifiedLimits).toEqual({ perSecond: 20, perMinute: 120, perHour: 3600 });
});

test("the 121st request within a minute is refused with its wait", { timeout: 60_000 }, async () => {
  services = await openTestServices(specifiedLimits);
  const { key } = await services.key({ store: "shop" });
  const started = Date.now();
  for (let n = 1; n <= 120; n++) {
    // The requests stay just below the burst limit.
    await sleep(54);
    const { status, headers } = await services.call("GET", upsells, { key });
    expect(status, `request ${n}`).toBe(200);
    expect(headers.get("x-ratelimit-limit")).toBe("120");
    expect(headers.get("x-ratelimit-remaining")).toBe(String(120 - n));
  }
  await sleep(1_000);
  const { status, headers, body } = await services.call("GET", upsells, { key });
  expect(status).toBe(429);
  const wait = body.error.retry_after;
  expect(Number.isInteger(wait)).toBe(true);
  expect(wait).toBeGreaterThan(60 - (Date.now() - started) / 1000 - 1);
  expect(wait).toBeLessThanOrEqual(60);
  expect(body).toEqual({
    error: {
      code: "rate_limited",
      message: `Rate limit exceeded: at most 120 requests per minute. Try again in ${wait} seconds.`,
      retry_after: wait,
    },
  });
  expect(headers.get("retry-after")).toBe(String(wait));
  expect(headers.get("x-ratelimit-limit")).toBe("120");
  expect(headers.get("x-ratelimit-remaining")).toBe("0");
  const reset = Number(headers.get("x-ratelimit-reset"));
  expect(Math.abs(reset - (Date.now() / 1000 + wait))).toBeLessThan(2.5);
  // Another key of the same store has a budget of its own.
  const other = await services.key({ store: "shop" });
  expect((await services.call("GET", upsells, { key: other.key })).status).toBe(200);
});

test("a burst is limited to twenty requests in one second", async () => {
  services = await openTestServices(specifiedLimits);
  const { key } = await services.key({ store: "shop" });
  const burst = await Promise.all(Array.from({ length: 30 }, () => services.call("GET", upsells, { key })));
  expect(statuses(burst).filter((status) => status === 200)).toHaveLength(20);
  const refused = burst.find(({ status }) => status === 429) as Answer;
  expect(refused.body.error.retry_after).toBe(1);
  expect(refused.body.error.message).toContain("20 requests in one second. Try again in 1 second");
  expect(refused.headers.get("x-ratelimit-limit")).toBe("20");
  await sleep(1_050);
  expect((await services.call("GET", upsells, { key })).status).toBe(200);
});

test("two processes share one exact count", async () => {
  services = await openTestServices({ perSecond: 1_000, perMinute: 25, perHour: 1_000 });
  const { key } = await services.key({ store: "shop" });
  const elsewhere = services.another();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => (n % 2 ? elsewhere : services.call)("GET", upsells, { key })),
  );
  expect(statuses(answers).filter((status) => status === 200)).toHaveLength(25);
  expect(statuses(answers).filter((status) => status === 429)).toHaveLength(35);
});

test("a client that waits as long as told is admitted, even if it called in the meantime", async () => {
  services = await openTestServices({ perSecond: 2, perMinute: 100, perHour: 100 });
  const { key } = await services.key({ store: "shop" });
  const call = () => services.call("GET", upsells, { key });
  const started = Date.now();
  let admitted = 0;
  let first = await call();
  for (; first.status === 200; admitted++) first = await call();
  expect(first.status).toBe(429);
  const until = Date.now() + first.body.error.retry_after * 1000;
  while (Date.now() < started + 900) {
    await call();
    await sleep(40);
  }
  await sleep(until + 20 - Date.now());
  const after = await call();
  expect(after.status).toBe(200);
  expect(after.headers.get("x-ratelimit-remaining")).toBe(String(100 - admitted - 1));
});

test("the hourly limit refuses a request that the minute would admit", async () => {
  services = await openTestServices({ perSecond: 50, perMinute: 50, perHour: 3 });
  const { key } = await services.key({ store: "shop" });
  for (let n = 0; n < 3; n++) expect((await services.call("GET", upsells, { key })).status).toBe(200);
  const { status, body, headers } = await services.call("GET", upsells, { key });
  expect(status).toBe(429);
  expect(body.error.retry_after).toBeGreaterThan(3_590);
  expect(headers.get("x-ratelimit-limit")).toBe("3");
});

describe("what counts", () => {
  test("every request with a valid key counts, even if it fails, and one without counts for no key", async () => {
    services = await openTestServices({ perSecond: 50, perMinute: 4, perHour: 50 });
    const { key } = await services.key({ store: "shop", scopes: ["read:upsells"] });
    for (let n = 0; n < 10; n++) await services.call("GET", upsells, { key: `${key}x` });
    expect((await services.call("GET", "/checkout/v1/upsells/none", { key })).status).toBe(404);
    expect((await services.call("DELETE", "/checkout/v1/upsells/none", { key })).status).toBe(403);
    expect((await services.call("GET", "/checkout/v1/nowhere", { key })).status).toBe(404);
    expect((await services.call("GET", upsells, { key })).headers.get("x-ratelimit-remaining")).toBe("0");
    expect((await services.call("GET", upsells, { key })).status).toBe(429);
  });
});
