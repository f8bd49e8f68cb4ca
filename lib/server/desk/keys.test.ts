import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "../../contract/define.ts";
import { store, user } from "../../database/schema/desk.ts";
import { openTestDesk } from "../../testing/desk.ts";
import { failure } from "../../testing/second-desk.ts";
import { soon } from "../../testing/soon.ts";

// The sandbox uses our own services. The checkout API of live mode is another server.
let desk: Awaited<ReturnType<typeof openTestDesk>>;
let serve: typeof import("./serve.ts");
let embedded: typeof import("../wire/upstream.ts");
let connections: typeof import("../wire/connections.ts");
let access: typeof import("../wire/learned-key-rights.ts");

const facts = { currency: "EUR", timeZone: "UTC" };
let id = "";
let count = 0;

beforeAll(async () => {
  desk = await openTestDesk();
  serve = await import("./serve.ts");
  embedded = await import("../wire/upstream.ts");
  connections = await import("../wire/connections.ts");
  access = await import("../wire/learned-key-rights.ts");
  await desk.db.insert(user).values({ id: "ann", name: "Ann", email: "ann@test" });
});
afterAll(() => desk.close());
beforeEach(async () => {
  id = `shop-${++count}`;
  await desk.db.insert(store).values({ id, name: id, ...facts });
  await embedded.connectEmbedded({ id, name: id, ...facts });
  desk.upstream.seen.length = 0;
  desk.upstream.answer = (_, response) => response.end('{"data":[]}');
});

type Who = { storeId?: string; mode?: "live" | "sandbox"; role?: Role };

const ask = (resource: string, name: string, raw: object = {}, who: Who = {}) => {
  const { storeId = id, mode = "sandbox", role = "owner" } = who;
  const membership = {
    person: { id: "ann", name: "Ann", email: "ann@test" },
    store: { id: storeId, name: storeId, ...facts },
    role,
  };
  // biome-ignore lint/suspicious/noExplicitAny: answers of several operations
  return serve.runDesk({ membership, mode }, resource, name, { params: {}, ...raw }) as Promise<any>;
};
const create = (body: object, who?: Who) => ask("keys", "create", { body }, who);
const list = async (who?: Who) => (await ask("keys", "list", {}, who)).data;
const named = async (name: string) => (await list()).find((key: { name: string }) => key.name === name);

/** Calls like a merchant's program, each time with a new service that remembers nothing of earlier calls. */
async function call(key: string, path: string): Promise<number> {
  const { createServices } = await import("../../services/index.ts");
  const headers = { authorization: `Bearer ${key}`, "x-client-address": "203.0.113.7", "user-agent": "report/1" };
  return (await createServices(desk.db).request(`/services${path}`, { headers })).status;
}
const grow = (key: string, days: number) =>
  desk.db.execute(sql`update checkout.api_key set watched_since = now() - make_interval(days => ${days}::int),
    created_at = now() - make_interval(days => ${days}::int) where id = ${key}`);

describe("a key", () => {
  test("a key is created with its scopes and shown once, and no list or audit row contains it later", async () => {
    const made = await create({ name: "Nightly report", scopes: ["read:analytics", "read:commissions"] });
    expect(made.key).toMatch(/^test_[A-Za-z0-9_-]{43}$/);
    expect(await call(made.key, "/checkout/v1/analytics/metrics?start_date=2026-01-01&end_date=2026-01-02")).toBe(200);
    expect(await call(made.key, "/affiliate/v1/commissions")).toBe(200);
    expect(await call(made.key, "/checkout/v1/upsells")).toBe(403);

    const key = await named("Nightly report");
    expect(key).toMatchObject({
      id: made.id,
      prefix: "test_",
      last_four: made.key.slice(-4),
      created_by: "Ann",
      publishable: false,
      key: null,
      revoked_at: null,
      serves: [],
      spare: [],
    });
    expect(JSON.stringify([await list(), await ask("keys", "get", { params: { id: made.id } })])).not.toContain(
      made.key.slice(5, 30),
    );
    const { rows } = await desk.db.execute(
      sql`select to_jsonb(a)::text as row from desk.audit a where resource = 'keys' and store_id = ${id}`,
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).toContain("Nightly report");
    expect(JSON.stringify(rows)).not.toContain(made.key.slice(5, 30));
  });

  test("a key shows when, from where and for what it was used, and what it was refused", async () => {
    const made = await create({ name: "Report", scopes: ["read:upsells", "read:bundles"] });
    for (const path of ["upsells", "upsells", "settings"]) await call(made.key, `/checkout/v1/${path}`);
    const counted = async () => {
      const { calls, uses } = await named("Report");
      return [calls, uses.find(({ scope }: { scope: string }) => scope === "read:settings")?.refused];
    };
    await expect.poll(counted, { timeout: 15_000 }).toEqual([2, 1]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await named("Report")).toMatchObject({
      last_use: { address: "203.0.113.7", agent: "report/1" },
      uses: [
        { scope: "read:upsells", granted: true, calls: 2, refused: 0, last_day: today },
        { scope: "read:bundles", granted: true, calls: 0, refused: 0, last_day: null },
        { scope: "read:settings", granted: false, calls: 0, refused: 1, last_day: null },
      ],
      spare: [],
    });
    // Thirty days must be counted before a scope is known to be unneeded.
    await grow(made.id, 29);
    expect((await named("Report")).spare).toEqual([]);
    await grow(made.id, 31);
    expect((await named("Report")).spare).toEqual(["read:bundles"]);
    // The dashboard's own key gets no such advice.
    const [own] = (await list()).filter(({ serves }: { serves: string[] }) => serves.includes("checkout"));
    await grow(own.id, 31);
    expect((await ask("keys", "get", { params: { id: own.id } })).spare).toEqual([]);
  });

  test("a key is refused from the next request after it is revoked, and cannot be revoked twice", async () => {
    const made = await create({ name: "Report", scopes: ["read:upsells", "read:links"] });
    expect(await call(made.key, "/checkout/v1/upsells")).toBe(200);
    await ask("keys", "revoke", { params: { id: made.id } });
    expect(await call(made.key, "/checkout/v1/upsells")).toBe(401);
    expect(await call(made.key, "/affiliate/v1/links")).toBe(401);
    expect((await named("Report")).revoked_at).not.toBeNull();
    await expect(ask("keys", "revoke", { params: { id: made.id } })).rejects.toMatchObject({ status: 409 });
  });

  test("a key of another store or mode looks like one that does not exist", async () => {
    const made = await create({ name: "Mine", scopes: ["read:upsells"] });
    await desk.db.insert(store).values({ id: `${id}-b`, name: "B", ...facts });
    for (const who of [{ storeId: `${id}-b` }, { mode: "live" }] as const) {
      expect((await list(who)).map((key: { name: string }) => key.name)).not.toContain("Mine");
      for (const name of ["get", "revoke"]) {
        await expect(ask("keys", name, { params: { id: made.id } }, who)).rejects.toMatchObject({ status: 404 });
      }
    }
    expect(await call(made.key, "/checkout/v1/upsells")).toBe(200);
  });

  test("a key for a shop's pages has the storefront scope and no other", async () => {
    const pages = await create({ name: "Pages", scopes: ["storefront"], publishable: true });
    expect(pages.key).toMatch(/^pub_test_/);
    expect((await named("Pages")).key).toBe(pages.key);
    expect(await call(pages.key, "/checkout/storefront/v1/offers")).toBe(200);
    await expect.poll(async () => (await named("Pages")).last_use?.address, { timeout: 5_000 }).toBeNull();
    const origins = ["https://shop.test/", "HTTP://localhost:4000"];
    await create({ name: "Mine", scopes: ["storefront"], publishable: true, origins });
    expect((await named("Mine")).origins).toEqual(["https://shop.test", "http://localhost:4000"]);
    for (const body of [
      { publishable: true, scopes: ["storefront"], origins: ["https://shop.test/path"] },
      { publishable: true, scopes: ["storefront"], origins: ["shop.test"] },
      { publishable: false, scopes: ["storefront"], origins: ["https://shop.test"] },
      { publishable: true, scopes: ["read:upsells"] },
      { publishable: true, scopes: ["storefront", "write:storefront_orders"] },
      { publishable: false, scopes: [] },
      { publishable: false, scopes: ["read:everything"] },
    ]) {
      await expect(create({ name: "No", ...body })).rejects.toMatchObject({ status: 400 });
    }
  });

  test("a key is created and revoked by owners only, and seen by analysts", async () => {
    const made = await create({ name: "Report", scopes: ["read:upsells"] });
    for (const role of ["merchant", "affiliate_manager", "analyst"] as const) {
      await expect(create({ name: "No", scopes: ["read:upsells"] }, { role })).rejects.toMatchObject({ status: 403 });
      await expect(ask("keys", "revoke", { params: { id: made.id } }, { role })).rejects.toMatchObject({ status: 403 });
    }
    expect(await list({ role: "analyst" })).not.toEqual([]);
    await expect(list({ role: "merchant" })).rejects.toMatchObject({ status: 403 });
  });

  test("a key can be created twenty times an hour", async () => {
    for (let n = 0; n < 20; n++) await create({ name: `No. ${n}`, scopes: ["read:upsells"] });
    await expect(create({ name: "One more", scopes: ["read:upsells"] })).rejects.toMatchObject({ status: 429 });
  });
});

describe("the key that the dashboard itself uses", () => {
  test("the key that the dashboard itself uses cannot be revoked, but is replaced in one step, which revokes the old one", async () => {
    const own = (await list()).find(({ serves }: { serves: string[] }) => serves.includes("checkout"));
    expect(own).toMatchObject({ name: "Dashboard (checkout)", created_by: null });
    await expect(ask("keys", "revoke", { params: { id: own.id } })).rejects.toMatchObject({ code: "in_use" });
    const place = { storeId: id, mode: "sandbox", api: "checkout" } as const;
    const before = (await connections.readConnection(place)).key;
    expect(await call(before, "/checkout/v1/upsells")).toBe(200);

    const renewed = await ask("connections", "renew", { params: { api: "checkout" } });
    const after = (await connections.readConnection(place)).key;
    expect(renewed).toMatchObject({ revoked: own.id, key: { last_four: after.slice(-4) } });
    expect(await call(before, "/checkout/v1/upsells")).toBe(401);
    expect(await call(after, "/checkout/v1/upsells")).toBe(200);
    expect((await list()).find(({ id }: { id: string }) => id === renewed.made).serves).toEqual(["checkout"]);
    expect(JSON.stringify(renewed)).not.toContain(after.slice(5, 30));
  });

  test("the key that the dashboard itself uses that serves both APIs stays valid until both have another", async () => {
    const both = await create({ name: "Both", scopes: ["read:upsells", "read:affiliates"] });
    for (const api of ["checkout", "affiliate"]) {
      await ask("connections", "replace", { params: { api }, body: { key: both.key } });
    }
    expect((await named("Both")).serves).toEqual(["checkout", "affiliate"]);
    expect(await ask("connections", "renew", { params: { api: "checkout" } })).toMatchObject({ revoked: null });
    expect(await call(both.key, "/affiliate/v1/affiliates")).toBe(200);
    expect(await ask("connections", "renew", { params: { api: "affiliate" } })).toMatchObject({ revoked: both.id });
    expect(await call(both.key, "/affiliate/v1/affiliates")).toBe(401);
  });

  test("the key that the dashboard itself uses cannot be created here for another API", async () => {
    await expect(ask("connections", "renew", { params: { api: "checkout" } }, { mode: "live" })).rejects.toMatchObject({
      status: 409,
    });
  });
});

describe("a key for another API", () => {
  const live = { mode: "live" } as const;
  const place = () => ({ storeId: id, mode: "live", api: "checkout" }) as const;
  const params = { api: "checkout" };
  const replace = (key: string, more: object = {}) =>
    ask("connections", "replace", { params, body: { key, ...more } }, live);
  const stored = async () => (await connections.summarize(place())).key;
  const learned = async () => {
    const { data } = await ask("connections", "access", {}, live);
    return data
      .filter(({ api }: { api: string }) => api === "checkout")
      .map(({ resource, action, works, source }: Record<string, string>) => `${resource} ${action} ${works} ${source}`)
      .sort();
  };
  const answers = (of: Record<string, number>) => {
    desk.upstream.answer = ({ url }, response) => {
      response.statusCode = of[url.replace("/v1/", "").replace(/\?.*/, "")] ?? of["*"] ?? 200;
      response.end('{"data":[]}');
    };
  };

  test("a key for another API is tried before it is stored, and a refused one does not replace the stored one", async () => {
    await replace(`live_good_key_of_${id}`);
    const before = await stored();
    answers({ "*": 401 });
    const error = await failure(replace(`live_bad_key_of_${id}`));
    expect(error).toMatchObject({ status: 400, code: "key_rejected", details: [{ field: "key" }] });
    expect(error.message).not.toContain("bad_key");
    expect(await stored()).toEqual(before);
    expect(desk.upstream.seen.map(({ headers }) => headers.authorization ?? headers["x-api-key"])).toEqual([
      `Bearer live_good_key_of_${id}`,
      `Bearer live_bad_key_of_${id}`,
      `live_bad_key_of_${id}`,
    ]);
  });

  test("a key for another API that cannot be checked is stored only if the owner insists", async () => {
    answers({ "*": 503 });
    await expect(replace(`live_key_of_${id}`)).rejects.toMatchObject({ status: 409, code: "key_unproven" });
    expect(await stored()).toBeNull();
    await replace(`live_key_of_${id}`, { unproven: true });
    expect(await stored()).toMatchObject({ prefix: "live_" });
  });

  test("a key for another API of the other mode is refused without being sent", async () => {
    for (const name of ["replace", "probe"]) {
      const error = await failure(ask("connections", name, { params, body: { key: "test_0123456789" } }, live));
      expect(error).toMatchObject({ status: 400, details: [{ field: "key" }] });
    }
    expect(desk.upstream.seen).toEqual([]);
  });

  test("a key for another API has its rights shown when it is tried, and is not stored by that", async () => {
    answers({ bundles: 403, experiments: 500 });
    const found = await ask("connections", "probe", { params, body: { key: `live_key_of_${id}` } }, live);
    expect(found).toEqual({
      verdict: "accepted",
      message: null,
      reads: [
        { resource: "upsells", works: true },
        { resource: "bundles", works: false },
        { resource: "experiments", works: null },
        { resource: "analytics", works: true },
        { resource: "settings", works: true },
      ],
    });
    expect(await stored()).toBeNull();
    expect(new Set(desk.upstream.seen.map(({ method }) => method))).toEqual(new Set(["GET"]));
    // A key that is then stored is not probed again.
    await replace(`live_key_of_${id}`);
    expect(await learned()).toEqual([
      "analytics read true probe",
      "bundles read false probe",
      "settings read true probe",
      "upsells read true probe",
    ]);
  });

  test("a key for another API has its rights learned from ordinary calls, and forgotten when it is replaced", async () => {
    await replace(`live_key_of_${id}`);
    const { perform } = await import("../wire/perform-call.ts");
    answers({ "*": 403 });
    const membership = {
      person: { id: "ann", name: "Ann", email: "" },
      store: { id, name: id, ...facts },
      role: "owner",
    } as const;
    const creation = { api: "checkout", resource: "upsells", operation: "create" } as const;
    const write = { ...creation, membership, mode: "live", body: {} } as const;
    await expect(perform(write)).rejects.toMatchObject({ code: "scope_missing" });
    expect(await learned()).toEqual(["upsells read true probe", "upsells write false use"]);
    answers({});
    await perform(write);
    expect(await learned()).toEqual(["upsells read true probe", "upsells write true use"]);
    answers({ "*": 500 });
    await expect(perform(write)).rejects.toMatchObject({ status: 500 });
    expect(await learned()).toContain("upsells write true use");
    await replace(`live_next_key_of_${id}`, { unproven: true });
    expect(await learned()).toEqual([]);
    await access.flushAccess();
  });

  test("a key for another API shows the rights that were learned even while they are being written", async () => {
    await replace(`live_key_of_${id}`);
    await access.flushAccess();
    let asked: Promise<string[]> | undefined;
    let probed: Promise<unknown> | undefined;
    await desk.db.transaction(async (tx) => {
      await tx.execute(sql`lock table desk.key_access in exclusive mode`);
      answers({});
      probed = ask("connections", "probe", { params, body: {} }, live);
      const waits = sql`select 1 from pg_locks where relation = 'desk.key_access'::regclass and not granted`;
      await soon(async () => expect((await desk.db.execute(waits)).rows).toHaveLength(1));
      asked = learned();
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect(await asked).toContain("bundles read true probe");
    await probed;
  });

  test("a key for another API has new rights announced to every process: at once by a probe, soon by a use, and not when nothing is new", async () => {
    await replace(`live_key_of_${id}`);
    await access.flushAccess();
    const heard: string[] = [];
    const listener = new pg.Client(process.env.DATABASE_URL);
    await listener.connect();
    listener.on("notification", ({ payload = "" }) => {
      const { store: of, mode, api, resource } = JSON.parse(payload);
      if (of === id && mode === "live") heard.push(`${api} ${resource}`);
    });
    await listener.query("listen desk_live");
    // Read from the database, because another process has nothing in memory.
    const written = async () => {
      const { rows } = await listener.query(
        "select resource || ' ' || action || ' ' || source as is from desk.key_access where holder = $1",
        [(await connections.readConnection(place())).holder],
      );
      return rows.map(({ is }) => is);
    };
    answers({});
    await ask("connections", "probe", { params, body: {} }, live);
    expect(await written()).toEqual(expect.arrayContaining(["upsells read probe", "settings read probe"]));
    await soon(() => expect(heard).toEqual(["desk connections"]));

    const { perform } = await import("../wire/perform-call.ts");
    const membership = {
      person: { id: "ann", name: "Ann", email: "" },
      store: { id, name: id, ...facts },
      role: "owner",
    } as const;
    const reading = { api: "checkout", resource: "webhooks", operation: "logs" } as const;
    const use = (name: string) =>
      perform({ ...reading, membership, mode: "live", params: { id: name } }).catch(() => {});
    for (const name of ["one", "two", "three"]) await use(name);
    await soon(async () => expect(await written()).toContain("webhooks read use"));
    await soon(() => expect(heard).toHaveLength(2));
    await use("four");
    await access.flushAccess();
    await listener.query("select 1");
    expect(heard).toHaveLength(2);
    await listener.end();
  });

  test("a key for another API keeps its address when a set-up knows none", async () => {
    await desk.db.execute(sql`update desk.connection set base_url = 'https://api.example.com/v1'
      where store_id = ${id} and mode = 'sandbox' and api = 'checkout'`);
    await embedded.connectEmbedded({ id, name: id, ...facts });
    const { rows } = await desk.db.execute(
      sql`select base_url from desk.connection where store_id = ${id} and mode = 'sandbox' and api = 'checkout'`,
    );
    expect(rows).toEqual([{ base_url: "https://api.example.com/v1" }]);
  });
});
