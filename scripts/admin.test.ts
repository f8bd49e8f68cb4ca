import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../lib/database/client.ts";
import { projectDir } from "../lib/runtime/runtime.ts";
import { createServices } from "../lib/services/index.ts";
import { checksums } from "../lib/testing/checksums.ts";
import { createTestDatabase } from "../lib/testing/database.ts";
import { command, commandHere } from "./test/command.ts";

const dataDir = mkdtempSync(join(tmpdir(), "cartwright-admin-"));
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, 2);
  Object.assign(process.env, { DATABASE_URL: database.url, CARTWRIGHT_DATA_DIR: dataDir });
  await run(setup);
});

afterAll(async () => {
  await db.$client.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const setup = ["setup", "--email", "o@example.com", "--name", "O", "--password", "a long enough password"];
setup.push("--store", "shop", "--currency", "EUR", "--timezone", "Europe/Berlin");

type Result = { code: number; out: string; err: string };

const admin = (...args: string[]) => commandHere(args);

/** With other settings or an input. */
const inside = (args: string[], input: string, more: Record<string, string> = {}) =>
  command(args, { DATABASE_URL: database.url, CARTWRIGHT_DATA_DIR: dataDir, ...more }, input);

async function run(args: string[], input?: string, more: Record<string, string> = {}): Promise<Result> {
  const env = { ...process.env, ...more };
  const child = spawn(process.execPath, [join(projectDir, "scripts/start.mjs"), "admin", ...args], { env });
  child.stdin.end(input);
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number>((resolve) => child.on("close", (status) => resolve(status ?? -1))),
  ]);
  return { code, out, err };
}

test("setup may be run again and reports that nothing changed", async () => {
  const { code, out } = await admin(...setup, "--json");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({ store: "shop", created: false, joined: false });
});

test("setup with another person reports that this person is an owner now", async () => {
  const other = setup.map((word) => (word === "o@example.com" ? "second@example.com" : word));
  expect((await admin(...other)).out).toContain("second@example.com is now an owner of it.");
});

test("setup does not change the role of a store's only owner", async () => {
  const store = ["--store", "lonely", "--currency", "EUR", "--timezone", "UTC"];
  const person = ["--email", "lonely@example.com", "--name", "L", "--password", "a long enough password"];
  await admin("setup", ...person, ...store);
  const { code, err } = await admin("people", "add", "--store", "lonely", ...person, "--role", "analyst");
  expect(code).toBe(1);
  expect(err).toBe("lonely@example.com is the only owner of lonely. Add another owner first.\n");
});

test("setup names every option that is missing or wrong, and exits with 2", async () => {
  const { code, err, out } = await admin("setup", "--email", "nobody", "--store", "Shop!");
  expect(code).toBe(2);
  expect(out).toBe("");
  expect(err).toMatch(/--name is required\.\n--email must be an email address\.\n--password is required\./);
});

test("keys create prints the new key alone on the last line, and the key works until it is revoked", async () => {
  const created = await admin("keys", "create", "--store", "shop", "--mode", "sandbox", "--scopes", "read:upsells");
  const key = created.out.trim().split("\n").at(-1) as string;
  expect(key).toMatch(/^test_[A-Za-z0-9_-]{43}$/);
  const list = async () => {
    const headers = { authorization: `Bearer ${key}` };
    return (await createServices(db).request("/services/checkout/v1/upsells", { headers })).status;
  };
  expect(await list()).toBe(200);

  const keys = JSON.parse((await admin("keys", "list", "--store", "shop", "--json")).out);
  const { id, scopes } = keys.find((each: { lastFour: string }) => key.endsWith(each.lastFour));
  expect(scopes).toEqual(["read:upsells"]);
  expect((await admin("keys", "list")).out).not.toContain(key);

  expect((await admin("keys", "revoke", id)).code).toBe(0);
  expect(await list()).toBe(401);
  expect(await admin("keys", "revoke", id)).toMatchObject({
    code: 1,
    err: `There is no active key with the ID ${id}.\n`,
  });
});

test("connect calls our own service without a limit, so that it notes no call for which others would wait", async () => {
  const { out } = await admin("keys", "create", "--store", "shop", "--mode", "sandbox", "--scopes", "all");
  const key = out.trim().split("\n").at(-1) as string;
  const words = ["connect", "--store", "shop", "--mode", "sandbox", "--api", "checkout", "--key-stdin"];
  expect((await inside(words, key)).code).toBe(0);
  const { rows } = await db.execute(sql`select state -> 'open' as open from desk.rate_budget`);
  expect(rows).toEqual([]);
});

test("twenty commands at once on one built-in database all end", { tags: "long", timeout: 600_000 }, async () => {
  const here = { CARTWRIGHT_DATA_DIR: mkdtempSync(join(tmpdir(), "cartwright-twenty-")), DATABASE_URL: "" };
  await run(setup, undefined, here);
  const create = ["keys", "create", "--store", "shop", "--mode", "sandbox", "--scopes", "all"];
  const key = (await run(create, undefined, here)).out.trim().split("\n").at(-1) as string;
  const connect = ["connect", "--store", "shop", "--mode", "sandbox", "--api", "checkout", "--key-stdin"];
  const ended = await Promise.all(Array.from({ length: 20 }, () => run(connect, key, here)));
  expect(ended.map(({ code }) => code)).toEqual(Array(20).fill(0));
  rmSync(here.CARTWRIGHT_DATA_DIR, { recursive: true, force: true });
});

test("an unknown scope is refused and the known ones are named", async () => {
  const { code, err } = await admin("keys", "create", "--store", "shop", "--mode", "live", "--scopes", "read:minds");
  expect(code).toBe(2);
  expect(err).toContain("Unknown scope read:minds. The scopes are read:upsells,");
});

test("a storefront key is created, listed and revoked like others, and gives access to the storefront API only", async () => {
  const create = ["keys", "create", "--store", "shop", "--mode", "sandbox", "--storefront", "--name", "Shop window"];
  expect((await admin(...create, "--scopes", "all")).code).toBe(2);
  const { id, key, scopes } = JSON.parse((await admin(...create, "--json")).out);
  expect(key).toMatch(/^pub_test_[A-Za-z0-9_-]{43}$/);
  expect(scopes).toEqual(["storefront"]);
  const ask = async (path: string) =>
    (await createServices(db).request(`/services/checkout/${path}`, { headers: { authorization: `Bearer ${key}` } }))
      .status;
  expect([await ask("storefront/v1/offers"), await ask("v1/upsells")]).toEqual([200, 403]);

  const { out } = await admin("keys", "list", "--store", "shop");
  expect(out.split("\n").find((line) => line.startsWith(id))).toMatch(
    /pub_test_….{4} {2}checkout.*active.*Shop window$/,
  );
  expect((await admin("keys", "revoke", id)).code).toBe(0);
  expect(await ask("storefront/v1/offers")).toBe(401);
});

test("a storefront key for the affiliate service reports orders and nothing else", async () => {
  const create = ["keys", "create", "--store", "shop", "--mode", "sandbox", "--json"];
  const { key, scopes } = JSON.parse((await admin(...create, "--storefront", "--api", "affiliate")).out);
  expect(key).toMatch(/^pub_test_/);
  expect(scopes).toEqual(["write:storefront_orders"]);
  const send = async (path: string, method = "GET", body?: string) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    return (await createServices(db).request(`/services${path}`, { method, headers, ...(body && { body }) })).status;
  };
  expect(await send("/affiliate/storefront/v1/orders", "POST", '{"orders":[{}]}')).toBe(200);
  expect(await send("/checkout/storefront/v1/offers")).toBe(401);
  expect(await send("/affiliate/v1/affiliates")).toBe(403);
  expect((await admin(...create, "--storefront", "--api", "desk")).code).toBe(2);
  expect((await admin(...create, "--scopes", "all", "--api", "affiliate")).code).toBe(2);
});

test("people reset-link prints a link for a known person and refuses an unknown one", async () => {
  const email = "locked.out@example.com";
  const person = ["--email", email, "--name", "Lou", "--password", "a wheel has six spokes"];
  await admin("people", "add", "--store", "shop", "--role", "analyst", ...person);
  const { out, code } = await admin("people", "reset-link", "--email", "Locked.Out@example.com");
  expect(code).toBe(0);
  expect(out).toMatch(
    /^locked\.out@example\.com can set a new password with this link, .*\nhttps?:\/\/\S+\/password\/[\w-]{43}\n$/,
  );
  expect((await admin("people", "two-factor-off", "--email", email)).out).toContain(
    "The password alone is enough now.",
  );
  expect((await admin("people", "reset-link", "--email", "nobody@example.com")).code).toBe(1);
});

test("keys and people have help texts of their own", async () => {
  expect((await admin("keys", "--help")).out).toMatch(/read:upsells.*--storefront.*revoke/s);
  expect((await admin("people", "add", "--help")).out).toMatch(
    /owner.*\n.*merchant.*\n.*affiliate_manager.*\n.*analyst/,
  );
  expect((await admin("--help")).out).toContain("keys create --store ID --mode live|sandbox --storefront");
});

test("connect reads the key from standard input and refuses a key of the other mode", { tags: "long" }, async () => {
  const connect = ["connect", "--store", "shop", "--mode", "sandbox", "--api", "checkout", "--key-stdin", "--json"];
  const refused = await inside(connect, `live_${"x".repeat(43)}\n`);
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.out).error).toContain("This is a live key");
  const unknown = await inside(connect, `test_${"x".repeat(43)}\n`);
  expect(unknown.code).toBe(1);
  expect(JSON.parse(unknown.out).error).toBe("The checkout service rejected this sandbox key. Nothing was stored.");
  const create = ["keys", "create", "--store", "shop", "--mode", "sandbox", "--scopes", "all", "--json"];
  const { key } = JSON.parse((await admin(...create)).out);
  const accepted = await run(connect, `${key}\n`);
  expect(JSON.parse(accepted.out)).toMatchObject({ connected: true, mode: "sandbox", api: "checkout" });
  for (const { out, err } of [refused, unknown, accepted]) {
    expect(out + err).not.toContain("xxxx");
    expect(out + err).not.toContain(key);
  }
});

test("connect sets the unit of an API's amounts", { timeout: 120_000 }, async () => {
  const unit = ["connect", "--store", "shop", "--mode", "sandbox", "--api", "affiliate", "--money-unit"];
  expect((await admin(...unit, "cents")).err).toContain("--money-unit must be minor or major.");
  expect((await admin(...unit, "major")).err).toContain("Only an external affiliate API has a unit of amounts to set.");
  const other = { AFFILIATE_SANDBOX_API_URL: "http://127.0.0.1:1/v1" };
  expect((await inside([...unit, "major"], "", other)).err).toContain("No sandbox key is stored");
  const told = await inside([...unit, "major", "--key-stdin", "--json"], `test_${"y".repeat(43)}\n`, other);
  expect(JSON.parse(told.out)).toMatchObject({ connected: true, money_unit: "major" });
  // Another key of the same API keeps the unit of amounts; another address resets it.
  const connect = [...unit.slice(0, -1), "--key-stdin", "--json"];
  const again = await inside(connect, `test_${"z".repeat(43)}\n`, other);
  expect(JSON.parse(again.out)).toMatchObject({ money_unit: "major" });
  const moved = { AFFILIATE_SANDBOX_API_URL: "http://127.0.0.1:2/v1" };
  expect(JSON.parse((await inside(connect, `test_${"z".repeat(43)}\n`, moved)).out)).toMatchObject({
    money_unit: "minor",
  });
  // Without the address, the key would be stored for an address that the server does not use.
  const untold = JSON.parse((await inside(connect, `test_${"z".repeat(43)}\n`)).out);
  expect(untold.error).toContain("AFFILIATE_SANDBOX_API_URL");
});

test("demo fills the sandbox, reset-sandbox empties and fills it again, and both leave live data unchanged", {
  tags: "long",
  timeout: 300_000,
}, async () => {
  const counts = async () => {
    const { rows } = await db.$client.query(
      `select mode, count(u.id)::int as count from checkout.tenant t
       left join checkout.upsell u on u.tenant_id = t.id where store_id = 'shop' group by mode order by mode`,
    );
    return Object.fromEntries(rows.map((row) => [row.mode, row.count]));
  };
  await db.$client.query(
    `insert into checkout.upsell (tenant_id, id, name, status, product_id, trigger_products, discount_type, discount_value, placement)
     select id, 'ups_live', 'Live', 'active', 'p', '{}', 'percentage', 5, 'cart' from checkout.tenant where store_id = 'shop' and mode = 'live'`,
  );
  const sandbox = () => checksums(db, "shop", "sandbox");
  const live = await checksums(db, "shop", "live");
  const { code, out } = await admin("demo", "--store", "shop", "--seed", "5", "--visits", "60000");
  expect(code).toBe(0);
  expect(out).toMatch(
    /the totals of 1\d{2},\d{3} events in 396 days,\n\d{3} orders, 40 upsells, 25 bundles, 11 experi/,
  );
  expect(await counts()).toEqual({ live: 1, sandbox: 40 });
  const { rows: named } = await db.$client.query(
    `select mode, count(*)::int as count from checkout.product join checkout.tenant t on t.id = tenant_id
     where title <> '' and price > 0 group by mode`,
  );
  expect(named).toEqual([{ mode: "sandbox", count: 17 }]);

  // The dashboard stores past readings of experiments, so the demo has to add them.
  const readings = async () => {
    const { rows } = await db.$client.query(
      `select mode, experiment, count(*)::int as count, max(taken_at) > now() as ahead from desk.experiment_snapshot group by 1, 2`,
    );
    return rows;
  };
  const read = await readings();
  expect(read).toHaveLength(9);
  expect(read.every(({ mode, count, ahead }) => mode === "sandbox" && count > 5 && !ahead)).toBe(true);

  expect((await admin("reset-sandbox", "--store", "shop", "--empty")).out).toBe("The sandbox of shop is empty.\n");
  expect(await sandbox()).toEqual({});
  expect(await readings()).toEqual([]);
  expect((await admin("reset-sandbox", "--store", "shop", "--seed", "x")).code).toBe(2);
  expect((await admin("reset-sandbox", "--store", "shop", "--visits", "9")).code).toBe(2);
  const refilled = await admin("reset-sandbox", "--store", "shop", "--visits", "60000", "--json");
  const refill = JSON.parse(refilled.out);
  expect(refill).toMatchObject({ store: "shop", emptied: true, upsells: 40, experiments: 11 });
  expect(refill.events).toBeGreaterThan(100_000);
  expect(refill.events).toBeLessThan(200_000);
  expect(await counts()).toEqual({ live: 1, sandbox: 40 });
  expect(await checksums(db, "shop", "live")).toEqual(live);
});

test("audit verify accepts the rows of these commands and names a row that SQL has changed", async () => {
  const whole = await admin("audit", "verify", "--store", "shop");
  expect(whole.code).toBe(0);
  expect(whole.out).toMatch(/^The audit chain of shop is intact: [1-9]\d* rows, head [0-9a-f]{64}\.\n$/);
  const { rows } = await db.execute<{ deed: string }>(
    sql`select resource || '.' || operation as deed from desk.audit where store_id = 'shop' order by seq`,
  );
  expect(rows[0]).toEqual({ deed: "store.set_up" });
  await db.execute(sql`alter table desk.audit disable trigger audit_stays`);
  await db.execute(sql`update desk.audit set actor_name = 'Nobody' where store_id = 'shop' and seq = 1`);
  const { code, err } = await admin("audit", "verify", "--store", "shop");
  expect({ code, err }).toEqual({ code: 1, err: "The audit chain of shop is broken. Entry 1 was altered.\n" });
});

test("an unknown command and an unknown store are refused in plain words", async () => {
  expect(await run(["fly"])).toMatchObject({ code: 2, err: expect.stringContaining("There is no command “fly”.") });
  expect(await admin("demo", "--store", "nowhere")).toMatchObject({ code: 1, err: "There is no store nowhere.\n" });
});
