import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkout } from "../../contract/checkout/index.ts";
import { operationsOf } from "../../contract/define.ts";
import { log } from "../../log.ts";
import { type Conformance, expectFields, openConformance } from "../../testing/conformance.ts";
import { revokeApiKey } from "../tenants.ts";

// Sections 5, 7, 8 and 9 of the specification: keys, errors, limits and versions.

let service: Conformance;
beforeAll(async () => {
  service = await openConformance();
});
afterAll(() => service.close());

const specified = operationsOf(checkout)
  .map(({ operation }) => operation)
  .filter((operation) => !operation.extension);
const endpoints = specified.map(
  ({ method, path }) => [method, path.replace(":type", "conversion_funnel").replace(":id", "none")] as const,
);

describe("5 Authentication", () => {
  test.each(endpoints)("5.2 %s %s accepts the key in either header", async (method, path) => {
    const forms: Record<string, string>[] = [
      { authorization: `Bearer ${service.shop.key}` },
      { "x-api-key": service.shop.key },
    ];
    for (const headers of forms) {
      const { status } = await service.call(method, `/checkout/v1${path}`, {
        headers,
      });
      expect([200, 400, 404]).toContain(status);
    }
  });

  test.each(endpoints)("5.7 %s %s without a key, or with a wrong one, is 401", async (method, path) => {
    const forms: Record<string, string>[] = [{}, { authorization: "Bearer live_wrong" }, { "x-api-key": "live_wrong" }];
    for (const headers of forms) {
      expect((await service.call(method, `/checkout/v1${path}`, { headers })).status).toBe(401);
    }
  });

  test("5.1 a key belongs to one store", async () => {
    const { body } = await service.api("POST", "/upsells", checkout.upsells.create.example);
    const other = await service.key({ store: "another" });
    expect((await service.api("GET", `/upsells/${body.id}`, undefined, other.key)).status).toBe(404);
  });

  test("5.3 a key is stored nowhere", async () => {
    const key = await service.shopKey();
    await service.api("GET", "/settings", undefined, key);
    const { rows } = await service.db.execute(sql`select to_jsonb(k)::text as row from checkout.api_key k`);
    expect(JSON.stringify(rows)).not.toContain(key.slice(5));
  });

  test("5.4 a revoked key fails at once", async () => {
    const { id, key } = await service.key({ store: service.shop.storeId });
    expect((await service.api("GET", "/settings", undefined, key)).status).toBe(200);
    await revokeApiKey(service.db, id);
    expect((await service.api("GET", "/settings", undefined, key)).status).toBe(401);
  });

  test("5.5 the sandbox has its own keys and its own data", async () => {
    const store = service.shop.storeId;
    const [live, sandbox] = [await service.key({ store }), await service.key({ store, mode: "sandbox" })];
    expect(live.key).toMatch(/^live_/);
    expect(sandbox.key).toMatch(/^test_/);
    const { body } = await service.api("POST", "/upsells", checkout.upsells.create.example, sandbox.key);
    expect((await service.api("GET", `/upsells/${body.id}`, undefined, live.key)).status).toBe(404);
    expect((await service.api("GET", "/upsells", undefined, sandbox.key)).body.pagination.total).toBe(1);
  });

  // What each scope grants. The specification does not show which endpoint needs which scope; experiments count as
  // analytics data here.
  test.each<[scope: string, grants: string[]]>([
    ["read:upsells", ["GET /upsells", "GET /upsells/:id"]],
    ["write:upsells", ["POST /upsells", "PUT /upsells/:id", "DELETE /upsells/:id"]],
    ["read:bundles", ["GET /bundles"]],
    ["write:bundles", ["POST /bundles"]],
    [
      "read:analytics",
      ["GET /analytics/metrics", "GET /analytics/reports/:type", "GET /experiments", "GET /experiments/:id/results"],
    ],
    ["read:orders", ["GET /orders/:id"]],
    ["write:orders", []],
    ["read:settings", ["GET /settings"]],
    ["write:settings", ["PATCH /settings"]],
    ["webhooks:manage", ["POST /webhooks", "POST /webhooks/:id/test", "GET /webhooks/:id/logs"]],
  ])("5.6 %s", async (scope, grants) => {
    const key = await service.shopKey([scope, "read:affiliates"]);
    const granted: string[] = [];
    for (const [n, { method, path }] of specified.entries()) {
      const { status } = await service.api(method, endpoints[n]?.[1] ?? "", undefined, key);
      if (status !== 403) granted.push(`${method} ${path}`);
    }
    expect(granted.toSorted()).toEqual(grants.toSorted());
  });
});

describe("7 Errors", () => {
  test.each<[status: number, code: string | undefined, cause: () => Promise<{ status: number; body: unknown }>]>([
    [400, "invalid_request", () => service.api("POST", "/upsells", { name: "" })],
    [400, "invalid_request", () => service.api("GET", "/bundles?type=another")],
    [400, "invalid_request", () => service.api("POST", "/upsells", "{")],
    [401, undefined, () => service.api("GET", "/settings", undefined, "live_wrong")],
    [403, undefined, async () => service.api("GET", "/settings", undefined, await service.shopKey(["read:upsells"]))],
    [404, undefined, () => service.api("GET", "/upsells/none")],
    [404, undefined, () => service.api("GET", "/nothing")],
  ])("%d %s", async (status, code, cause) => {
    const answer = await cause();
    expect(answer.status).toBe(status);
    expectFields(answer.body, { error: { code: "string", message: "string" } });
    if (code) expect(answer.body).toMatchObject({ error: { code } });
  });

  test("details name each field and its message", async () => {
    const { body } = await service.api("POST", "/bundles", { type: "another" });
    expectFields(body, { error: { details: [{ field: "string", message: "string" }] } });
    const fields = body.error.details.map(({ field }: { field: string }) => field);
    expect(fields.toSorted()).toEqual(["name", "pricing", "products", "type"]);
  });

  test("500 if the service fails", async () => {
    const broken = await openConformance();
    const { level } = log;
    log.level = "silent";
    await broken.db.$client.end();
    const headers = { "x-api-key": broken.shop.key };
    const response = await fetch(`${broken.origin}/services/checkout/v1/settings`, { headers });
    expect(response.status).toBe(500);
    expectFields(await response.json(), { error: { code: "string", message: "string" } });
    log.level = level;
    await broken.close();
  });
});

describe("8 Limits", () => {
  let limited: Conformance;
  beforeAll(async () => {
    limited = await openConformance(null);
  });
  afterAll(() => limited.close());

  test.each<[window: string, limit: number, seconds: number]>([
    ["minute", 120, 60],
    ["hour", 3600, 3600],
    ["second", 20, 1],
  ])("per %s: %d, then 429 until it is over", async (window, limit, seconds) => {
    const key = await limited.shopKey();
    const call = () => limited.api("GET", "/settings", undefined, key);
    const set = (change: string) => limited.db.execute(sql.raw(`update checkout.rate_budget set ${change}`));
    const first = await call();
    expectFields(Object.fromEntries(first.headers), {
      "x-ratelimit-limit": "string",
      "x-ratelimit-remaining": "string",
    });
    expect(first.headers.get("x-ratelimit-limit")).toBe("120");
    expect(first.headers.get("x-ratelimit-remaining")).toBe("119");
    expect(first.headers.get("x-ratelimit-reset")).toMatch(/^\d+$/);

    // Sets the counter to one before the limit, a little ahead, so that no slow machine outlives the second.
    await set(`${window}_used = ${limit - 1}, ${window}_start = now() + interval '5 seconds'`);
    expect((await call()).status).toBe(200);
    const { status, body, headers } = await call();
    expect(status).toBe(429);
    expectFields(body, { error: { code: ["rate_limited"], message: "string", retry_after: "integer" } });
    const { retry_after: wait, message } = body.error;
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(seconds + 5);
    expect(message).toContain(`${wait} seconds`);
    expect(headers.get("x-ratelimit-limit")).toBe(String(limit));
    expect(headers.get("x-ratelimit-remaining")).toBe("0");
    expect(headers.get("x-ratelimit-reset")).toMatch(/^\d+$/);

    await set(`${window}_start = now() - interval '${seconds} seconds'`);
    expect((await call()).status).toBe(200);
  });
});

describe("9 Versioning", () => {
  test("the version is the end of the base address, in both environments", async () => {
    for (const mode of ["live", "sandbox"] as const) {
      const { key } = await service.key({ store: service.shop.storeId, mode });
      expect((await service.call("GET", "/checkout/v1/settings", { key })).status).toBe(200);
      for (const base of ["/checkout", "/checkout/v2"]) {
        expect((await service.call("GET", `${base}/settings`, { key })).status).toBe(404);
      }
    }
  });
});
