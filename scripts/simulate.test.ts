// @module-tag long
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "../lib/database/client.ts";
import { bundle, experiment, product, tenant, upsell } from "../lib/database/schema/checkout.ts";
import { projectDir } from "../lib/runtime/runtime.ts";
import { makeBundles } from "../lib/services/simulator/bundles.ts";
import { makeOffers } from "../lib/services/simulator/offers.ts";
import { productRows } from "../lib/services/simulator/products.ts";
import { createApiKey, createStorefrontKey, provision } from "../lib/services/tenants.ts";
import { createTestDatabase } from "../lib/testing/database.ts";
import { allScopes } from "../lib/testing/services.ts";

const dataDir = mkdtempSync(join(tmpdir(), "cartwright-simulate-"));
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let services: ChildProcess;
let origin: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, 2);
  env = { ...process.env, DATABASE_URL: database.url, CARTWRIGHT_DATA_DIR: dataDir, SERVICES_PORT: "0" };
  await provision(db, { storeId: "shop", currency: "EUR", timeZone: "UTC" });
  const tenants = await db.select().from(tenant);
  const tenantId = tenants.find(({ mode }) => mode === "sandbox")?.id as number;
  const facts = ["2026-01-01", "UTC", "EUR"] as const;
  await db.insert(upsell).values(makeOffers(...facts).map(({ row }) => ({ ...row, tenantId })));
  const described = productRows("EUR", new Date(), undefined);
  await db.insert(product).values(described.map((row) => ({ ...row, tenantId })));
  await db.insert(bundle).values(makeBundles(...facts).map(({ row }) => ({ ...row, tenantId })));
  const variants = ["control", "b"].map((name) => ({ name, weight: 1 }));
  await db
    .insert(experiment)
    .values({ tenantId, id: "exp_1", name: "A", status: "running", variants, startedAt: new Date(0) });
  services = start("services");
  origin = await said(services, /(http:\S+)\/services/);
}, 60_000);

afterAll(async () => {
  const ended = new Promise((resolve) => services.once("exit", resolve));
  services.kill("SIGTERM");
  await ended;
  await db.$client.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

function start(...words: string[]): ChildProcess {
  return spawn(process.execPath, [join(projectDir, "scripts/start.mjs"), ...words], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function said(child: ChildProcess, what: RegExp): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        text += chunk;
        const found = what.exec(text);
        if (found) resolve(found[1] ?? found[0]);
      });
    }
    child.once("exit", () => reject(new Error(`It ended without saying so. ${text}`)));
  });
}

async function end(child: ChildProcess): Promise<{ code: number | null; out: string; counts: Record<string, number> }> {
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (out += chunk));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const lines = [...out.matchAll(/^(sent|accepted|duplicate|rejected|429) +(\d+)/gm)];
  return { code, out, counts: Object.fromEntries(lines.map(([, word, count]) => [word, Number(count)])) };
}

const simulators = async () => {
  const { rows } = await db.$client.query("select revoked_at from checkout.api_key where name = 'Simulator'");
  return rows.map(({ revoked_at }) => (revoked_at === null ? "open" : "revoked"));
};
const stored = async () =>
  Number((await db.$client.query("select count(*) from checkout.storefront_event")).rows[0].count);

test("simulate without a running Cartwright says how to start one", async () => {
  const { code, out } = await end(start("simulate", "--rate", "5", "--seconds", "1", "--store", "shop"));
  expect(code).toBe(1);
  expect(out).toMatch(
    /^No Cartwright is running on .* Start it with npm start, or name its address with --origin\.\n$/m,
  );
});

test("the simulated events are accepted and shown by analytics, and the key is revoked afterwards", {
  timeout: 120_000,
}, async () => {
  writeFileSync(join(dataDir, "instance.json"), JSON.stringify({ pid: services.pid, origin }));
  const { code, out, counts } = await end(start("simulate", "--rate", "200", "--seconds", "3", "--store", "shop"));
  rmSync(join(dataDir, "instance.json"));
  expect(code, out).toBe(0);
  expect(counts).toMatchObject({ accepted: counts.sent, duplicate: 0, rejected: 0 });
  // A busy machine may fall behind the rate, but it never runs ahead by more than the last shoppers' events.
  expect(counts.sent).toBeGreaterThan(100);
  expect(counts.sent).toBeLessThan(800);
  expect(out).toMatch(/GET \/offers +\d+ calls, p50 [\d.]+ ms, p99 [\d.]+ ms/);
  const [, made, redeemed, refused, again, tried] = (
    /^POST \/tickets .*; (\d+) made, (\d+) redeemed, (\d+) refused; (\d+) of (\d+) refused for a second order/m.exec(
      out,
    ) ?? []
  ).map(Number);
  expect([made, refused, again]).toEqual([redeemed, 0, tried]);
  expect(redeemed).toBeGreaterThan(0);
  expect(await stored()).toBe(Number(counts.sent) + Number(redeemed));
  expect(await simulators()).toEqual(["revoked"]);

  const { key } = await createApiKey(db, {
    storeId: "shop",
    mode: "sandbox",
    name: "Test",
    scopes: ["read:analytics"],
  });
  const [yesterday, tomorrow] = [-1, 1].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  );
  const range = `start_date=${yesterday}&end_date=${tomorrow}`;
  const report = await fetch(`${origin}/services/checkout/v1/analytics/reports/conversion_funnel?${range}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const body = await report.json();
  expect(report.status, JSON.stringify(body)).toBe(200);
  const { totals } = body;
  expect(totals.visits).toBeGreaterThan(30);
  expect(totals.offers_shown).toBeGreaterThan(10);
  expect(totals.orders).toBeGreaterThan(0);
});

test("simulate follows tracking links as people and as bots, reports orders, and revokes its key in both services", {
  timeout: 120_000,
}, async () => {
  const query = async (text: string) => (await db.$client.query(text)).rows;
  const { key } = await createApiKey(db, { storeId: "shop", mode: "sandbox", name: "Test", scopes: allScopes });
  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await fetch(`${origin}/services/affiliate/v1${path}`, sent)).json();
  };
  const person = { email: "mira@example.com", first_name: "Mira", last_name: "Lindqvist", status: "active" };
  const { id } = await call("POST", "/affiliates", person);
  await call("POST", "/links", { affiliate_id: id, destination_url: "https://shop.example.com/" });
  const { code, out } = await end(
    start("simulate", "--rate", "400", "--seconds", "5", "--store", "shop", "--origin", origin),
  );
  expect(code, out).toBe(0);
  const [, clicks, bots] = /^GET \/r +(\d+) clicks, (\d+) of them bots/m.exec(out) ?? [];
  const [, orders, attributed] = /^POST \/orders +(\d+) orders, (\d+) attributed/m.exec(out) ?? [];
  expect(Number(clicks)).toBeGreaterThan(30);
  expect(Number(bots)).toBeGreaterThan(0);
  expect(Number(orders)).toBeGreaterThan(0);
  expect(attributed).toBe(orders);
  const count = () =>
    query(`select count(*)::int as clicks, count(*) filter (where is_bot)::int as bots from affiliate.click`);
  await vi.waitFor(async () => expect(await count()).toEqual([{ clicks: Number(clicks), bots: Number(bots) }]), 5_000);
  expect((await call("GET", "/orders?per_page=1")).pagination.total).toBe(Number(orders));
  expect((await call("GET", "/commissions?status=pending&per_page=1")).pagination.total).toBe(Number(orders));
  const keys = await query("select revoked_at is not null as revoked from affiliate.api_key where name = 'Simulator'");
  expect(new Set(keys.map(({ revoked }) => revoked))).toEqual(new Set([true]));
  await query("update affiliate.link set status = 'disabled'");
});

test("Ctrl+C makes simulate print its counts and revoke the key", { timeout: 120_000 }, async () => {
  const child = start("simulate", "--rate", "50", "--seconds", "600", "--store", "shop", "--origin", origin);
  const before = await stored();
  const ended = end(child);
  await said(child, /[1-9]\d* accepted/);
  child.kill("SIGINT");
  const { code, out, counts } = await ended;
  expect(code).toBe(0);
  expect(counts.accepted).toBe(counts.sent);
  const redeemed = Number(/ made, (\d+) redeemed/.exec(out)?.[1]);
  expect((await stored()) - before).toBe(Number(counts.sent) + redeemed);
  expect(new Set(await simulators())).toEqual(new Set(["revoked"]));
});

test("simulate accepts a sandbox key with a currency instead of a store", {
  timeout: 60_000,
}, async () => {
  const run = (...words: string[]) =>
    end(start("simulate", "--rate", "20", "--seconds", "1", "--origin", origin, ...words));
  const { key } = await createStorefrontKey(db, { storeId: "shop", mode: "sandbox", name: "Own" });
  expect((await run("--key", key, "--currency", "EUR")).code).toBe(0);
  expect((await run("--key", key)).out).toContain("--currency is required beside --key");
  expect((await run("--key", "pub_live_x", "--currency", "EUR")).out).toContain("a storefront key of a sandbox");
  const refused = await run("--key", "pub_test_wrong", "--currency", "EUR");
  expect(refused.code).toBe(1);
  expect(refused.out).toMatch(/The simulation ended early: .* answered 401/);
});
