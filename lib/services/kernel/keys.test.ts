import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { unkeyed } from "../../testing/unkeyed.ts";
import { createStorefrontKey, revokeApiKey } from "../tenants.ts";
import { pruneKeyUse } from "./key-use.ts";

let services: TestServices;
let live: { id: string; key: string };

beforeAll(async () => {
  services = await openTestServices();
  live = await services.key({ store: "shop" });
});
afterAll(() => services.close());

const list = (headers: Record<string, string>) => services.call("GET", "/checkout/v1/upsells", { headers });

describe("a key is accepted", () => {
  test.each([
    ["as a Bearer token", () => ({ authorization: `Bearer ${live.key}` })],
    ["as a Bearer token in any case", () => ({ authorization: `bearer ${live.key}` })],
    ["as X-API-Key", () => ({ "x-api-key": live.key })],
    ["in both headers, if it is the same", () => ({ authorization: `Bearer ${live.key}`, "x-api-key": live.key })],
  ])("%s", async (_, headers) => {
    expect((await list(headers())).status).toBe(200);
  });
});

describe("a request is refused with 401 for", () => {
  test.each([
    ["no key", () => ({})],
    ["an empty key", () => ({ "x-api-key": "" })],
    ["an empty Bearer token", () => ({ authorization: "Bearer " })],
    ["another scheme", () => ({ authorization: `Basic ${live.key}` })],
    ["a key without its scheme", () => ({ authorization: live.key })],
    ["two words after Bearer", () => ({ authorization: `Bearer ${live.key} ${live.key}` })],
    ["two different keys", () => ({ authorization: `Bearer ${live.key}`, "x-api-key": "live_another" })],
    ["two different keys, the wrong one first", () => ({ authorization: "Bearer live_x", "x-api-key": live.key })],
    ["one header with two keys", () => ({ "x-api-key": `${live.key}, ${live.key}` })],
    ["an unknown key", () => ({ "x-api-key": `live_${randomBytes(32).toString("base64url")}` })],
    ["a key with its last letter off", () => ({ "x-api-key": live.key.slice(0, -1) })],
    ["a key in capitals", () => ({ "x-api-key": live.key.toUpperCase() })],
    ["the hash of the key", () => ({ "x-api-key": createHash("sha256").update(live.key).digest("hex") })],
    ["a key that is SQL", () => ({ "x-api-key": "' or 1=1 --" })],
    ["a key of 10,000 letters", () => ({ "x-api-key": "a".repeat(10_000) })],
  ])("%s", async (_, headers) => {
    const { status, body } = await list(headers());
    expect(status).toBe(401);
    expect(unkeyed(body)).toEqual({ error: { code: "unauthorized", message: expect.any(String) } });
  });
});

test("a key in the address or in a cookie is not read", async () => {
  const { status } = await services.call("GET", `/checkout/v1/upsells?api_key=${live.key}&key=${live.key}`, {
    headers: { cookie: `api_key=${live.key}` },
  });
  expect(status).toBe(401);
});

test("P10: a revoked key fails on its next request, in every process, and looks like an unknown one", async () => {
  const { id, key } = await services.key({ store: "shop" });
  const elsewhere = services.another();
  expect((await elsewhere("GET", "/checkout/v1/upsells", { key })).status).toBe(200);
  expect((await services.call("GET", "/checkout/v1/upsells", { key })).status).toBe(200);
  expect(await revokeApiKey(services.db, id)).toBe(true);

  const revoked = await services.call("GET", "/checkout/v1/upsells", { key });
  const unknown = await services.call("GET", "/checkout/v1/upsells", { key: `live_${"x".repeat(43)}` });
  const names = (headers: Headers) => [...headers.keys()].sort();
  expect(revoked.status).toBe(401);
  expect((await elsewhere("GET", "/checkout/v1/upsells", { key })).status).toBe(401);
  expect(revoked.body).toEqual(unknown.body);
  expect(names(revoked.headers)).toEqual(names(unknown.headers));
  expect(await revokeApiKey(services.db, id)).toBe(false);
});

test("P12: a key is 256 random bits, and the table holds only its SHA-256", async () => {
  const keys = await Promise.all([1, 2, 3].map(() => services.key({ store: "shop", mode: "sandbox" })));
  expect(new Set(keys.map(({ key }) => key)).size).toBe(3);
  for (const { id, key } of keys) {
    expect(key).toMatch(/^test_[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(key.slice(5), "base64url")).toHaveLength(32);
    const { rows } = await services.db.execute<{ hash: Buffer; row: string }>(
      sql`select hash, to_jsonb(k)::text as row from checkout.api_key k where id = ${id}`,
    );
    expect(rows[0]?.hash).toEqual(createHash("sha256").update(key).digest());
    // Only the prefix and the last four letters stay readable.
    for (let at = 5; at < key.length - 5; at++) expect(rows[0]?.row).not.toContain(key.slice(at, at + 6));
  }
});

describe("a scope", () => {
  test("a scope that a key lacks is named", async () => {
    const { key } = await services.key({ store: "shop", scopes: ["read:upsells"] });
    expect((await services.call("GET", "/checkout/v1/upsells", { key })).status).toBe(200);
    const { status, body } = await services.call("DELETE", "/checkout/v1/upsells/ups_1", { key });
    expect(status).toBe(403);
    expect(unkeyed(body.error)).toEqual({
      code: "insufficient_scope",
      message: "This API key lacks the scope write:upsells.",
    });
  });

  test("a scope is checked before the body and before the record", async () => {
    const { key } = await services.key({ store: "shop", scopes: ["read:upsells"] });
    const sent = { key, body: "{", headers: { "content-type": "text/plain" } };
    expect((await services.call("POST", "/checkout/v1/upsells", sent)).status).toBe(403);
    expect((await services.call("PUT", "/checkout/v1/upsells/unknown", sent)).status).toBe(403);
  });

  test("a scope to write does not include the scope to read", async () => {
    const { key } = await services.key({ store: "shop", scopes: ["write:upsells"] });
    expect((await services.call("GET", "/checkout/v1/upsells", { key })).status).toBe(403);
  });

  test("a scope of one API grants nothing in the other", async () => {
    const { key } = await services.key({ store: "shop", scopes: ["read:affiliates"] });
    expect((await services.call("GET", "/checkout/v1/upsells", { key })).status).toBe(401);
    expect((await services.call("GET", "/affiliate/v1/affiliates", { key })).status).not.toBe(401);
  });
});

test("the last use of a key is recorded in each service", async () => {
  const { id, key } = await services.key({ store: "shop", scopes: ["read:upsells", "read:affiliates"] });
  const lastUsed = async () => {
    const { rows } = await services.db.execute<{ api: string; fresh: boolean | null }>(sql`
      select 'checkout' as api, last_used_at > now() - interval '10 seconds' as fresh from checkout.api_key where id = ${id}
      union all select 'affiliate', last_used_at > now() - interval '10 seconds' from affiliate.api_key where id = ${id}`);
    return Object.fromEntries(rows.map(({ api, fresh }) => [api, fresh]));
  };
  expect(await lastUsed()).toEqual({ checkout: null, affiliate: null });
  await services.call("GET", "/checkout/v1/upsells", { key });
  await services.call("GET", "/affiliate/v1/affiliates", { key });
  await expect.poll(lastUsed, { timeout: 2_000 }).toEqual({ checkout: true, affiliate: true });
});

test("uses and refusals of a key are counted by scope and day, and deleted after 400 days", async () => {
  const { id, key } = await services.key({ store: "shop", scopes: ["read:upsells", "read:bundles", "read:links"] });
  const uses = async () => {
    const { rows } = await services.db.execute(sql`
      select scope, calls, refused from checkout.key_use where key_id = ${id}
      union all select scope, calls, refused from affiliate.key_use where key_id = ${id} order by scope`);
    return rows;
  };
  const elsewhere = services.another();
  const upsells = (call = services.call) => call("GET", "/checkout/v1/upsells", { key });
  await Promise.all([upsells(), upsells(), upsells(elsewhere)]);
  await services.call("GET", "/affiliate/v1/links", { key });
  await services.call("POST", "/checkout/v1/upsells", { key, body: {} });
  const counted = [
    { scope: "read:links", calls: 1, refused: 0 },
    { scope: "read:upsells", calls: 3, refused: 0 },
    { scope: "write:upsells", calls: 0, refused: 1 },
  ];
  await expect.poll(uses, { timeout: 5_000 }).toEqual(counted);
  await services.db.execute(sql`
    insert into checkout.key_use values (${id}, 'read:bundles', current_date - 401, 1, 0),
      (${id}, 'read:bundles', current_date - 399, 1, 0)`);
  expect(await pruneKeyUse(services.db)).toBe(1);
  expect(await uses()).toEqual([{ scope: "read:bundles", calls: 1, refused: 0 }, ...counted]);
});

test("the last use has the caller's address, except for a publishable key", async () => {
  await services.key({ store: "shop" });
  const secret = await services.key({ store: "shop" });
  const pages = await createStorefrontKey(services.db, { storeId: "shop", mode: "live", name: "Pages" });
  const headers = { "x-client-address": "203.0.113.7", "user-agent": "nightly-report/2.1" };
  await services.call("GET", "/checkout/v1/upsells", { key: secret.key, headers });
  await services.call("GET", "/checkout/storefront/v1/offers", { key: pages.key, headers });
  const places = async () => {
    const { rows } = await services.db.execute(sql`
      select last_used_address as address, last_used_agent as agent from checkout.api_key
      where id = any(${sql.param([secret.id, pages.id])}::text[]) and last_used_at is not null order by 1 nulls last`);
    return rows;
  };
  await expect.poll(places, { timeout: 5_000 }).toEqual([
    { address: "203.0.113.7", agent: "nightly-report/2.1" },
    { address: null, agent: null },
  ]);
});

test("a live and a test key of one store see different records", async () => {
  const sandbox = await services.key({ store: "shop", mode: "sandbox" });
  const draft = { name: "Only live", product_id: "p", discount: { type: "percentage", value: 10 } };
  const { body: created } = await services.call("POST", "/checkout/v1/upsells", { key: live.key, body: draft });
  expect((await services.call("GET", `/checkout/v1/upsells/${created.id}`, { key: live.key })).status).toBe(200);
  expect((await services.call("GET", `/checkout/v1/upsells/${created.id}`, { key: sandbox.key })).status).toBe(404);
  expect((await services.call("GET", "/checkout/v1/upsells", { key: sandbox.key })).body.data).toEqual([]);
});
