import { setTimeout as sleep } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "../../contract/define.ts";
import type { ApiError } from "../../contract/errors.ts";
import { connection, store, user } from "../../database/schema/desk.ts";
import { audit } from "../../database/schema/desk-audit.ts";
import { hook } from "../../database/schema/desk-live.ts";
import { personal, remembered } from "../../database/schema/desk-work.ts";
import { openTestDesk } from "../../testing/desk.ts";
import { soon } from "../../testing/soon.ts";

// Modules of this folder read the environment once, so they are loaded after the desk has set it.
let desk: Awaited<ReturnType<typeof openTestDesk>>;
let operations: typeof import("./perform-call.ts");
let connections: typeof import("./connections.ts");
let vault: typeof import("./vault.ts");

beforeAll(async () => {
  desk = await openTestDesk();
  operations = await import("./perform-call.ts");
  connections = await import("./connections.ts");
  vault = await import("./vault.ts");
  for (const id of ["shop", "other"]) {
    await desk.db.insert(store).values({ id, name: id, currency: "EUR", timeZone: "UTC" });
  }
  await desk.db.insert(user).values({ id: "ann", name: "Ann", email: "ann@test" });
});
afterAll(() => desk.close());

let keys = 0;
beforeEach(async () => {
  // Each test has keys of its own, so that none waits for limits that another one has used up.
  keys++;
  await connect("shop", `live_shop_canary_${keys}`);
  await connect("other", `live_other_canary_${keys}`);
  desk.upstream.answer = (_, response) => response.end('{"data":[]}');
  desk.upstream.seen.length = 0;
});

const connect = (storeId: string, key: string) =>
  connections.saveConnection({ storeId, mode: "live", api: "checkout" }, key);

function perform(
  name: "list" | "get" | "create" | "delete",
  more: object = {},
  storeId = "shop",
  role: Role = "owner",
) {
  return operations.perform({
    membership: {
      person: { id: "p", name: "P", email: "p@test" },
      store: { id: storeId, name: storeId, currency: "EUR", timeZone: "UTC" },
      role,
    },
    mode: "live",
    api: "checkout",
    resource: "upsells",
    operation: name,
    ...more,
  });
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable(),
    (error: ApiError) => error,
  );

describe("identical reads at one time", () => {
  const slowly = (body: () => string) => {
    desk.upstream.answer = async (_, response) => {
      const text = body();
      await sleep(100);
      response.end(text);
    };
  };

  const onScreen = (name: "list" | "get", more: object = {}, storeId = "shop", role: Role = "owner") =>
    perform(name, { screen: true, ...more }, storeId, role);

  const storedKey = async (id: string) => {
    const [row] = await desk.db.select().from(connection).where(eq(connection.storeId, id));
    return { ...row, writes: 0 };
  };

  test("identical reads at one time share one call per key", async () => {
    slowly(() => '{"data":[]}');
    // The proxy has read the key before, so that no call waits for the database while another one is answered.
    const [ofShop, ofOther] = await Promise.all(["shop", "other"].map(storedKey));
    await Promise.all([
      onScreen("list", { stored: ofShop }),
      onScreen("list", { stored: ofShop }),
      onScreen("list", { stored: ofOther }, "other"),
      onScreen("list", { stored: ofShop, query: { page: 2 } }),
    ]);
    const sent = desk.upstream.seen.map(({ url, headers }) => `${headers.authorization} ${url}`);
    expect(sent.sort()).toEqual([
      `Bearer live_other_canary_${keys} /v1/upsells`,
      `Bearer live_shop_canary_${keys} /v1/upsells`,
      `Bearer live_shop_canary_${keys} /v1/upsells?page=2`,
    ]);
  });

  test("identical reads at one time share nothing with a role that may not read", async () => {
    slowly(() => '{"data":[]}');
    const allowed = onScreen("list");
    const error = await failure(onScreen("list", {}, "shop", "affiliate_manager"));
    expect(error).toMatchObject({ status: 403, code: "role_forbidden" });
    await allowed;
  });

  test("identical reads at one time never give a response from before a write to a read after it", async () => {
    let state = "before";
    slowly(() => `{"id":"u1","name":"${state}"}`);
    const early = onScreen("get", { params: { id: "u1" } });
    await soon(() => expect(desk.upstream.seen).toHaveLength(1));
    desk.upstream.answer = (_, response) => {
      state = "after";
      response.end('{"id":"u2"}');
    };
    await perform("create", { body: {} });
    slowly(() => `{"id":"u1","name":"${state}"}`);
    const late = await onScreen("get", { params: { id: "u1" } });
    expect((await early).body).toMatchObject({ name: "before" });
    expect(late.body).toMatchObject({ name: "after" });
  });

  test("identical reads at one time share a failure, which is not cached", async () => {
    desk.upstream.answer = (_, response) => response.writeHead(500).end("{}");
    const errors = await Promise.all([failure(onScreen("list")), failure(onScreen("list"))]);
    expect(errors.map(({ status }) => status)).toEqual([500, 500]);
    desk.upstream.answer = (_, response) => response.end("[]");
    expect((await onScreen("list")).status).toBe(200);
  });
});

describe("a response", () => {
  test("a response that repeats the key is passed on without it", async () => {
    desk.upstream.answer = ({ headers }, response) =>
      response.writeHead(400).end(JSON.stringify({ error: { code: "bad", message: `No: ${headers.authorization}` } }));
    const error = await failure(perform("list"));
    expect(error.message).toBe("No: Bearer [key]");
    desk.upstream.answer = ({ headers }, response) => response.end(JSON.stringify({ data: [], headers }));
    expect(JSON.stringify(await perform("list"))).not.toContain("canary");
  });

  test("a response that is nested too deeply is answered 502", async () => {
    desk.upstream.answer = (_, response) => response.end(`{"data":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
    expect(await failure(perform("list"))).toMatchObject({ status: 502, code: "bad_gateway" });
  });

  test.each([204, 205])("a response of %i without a body becomes one with an empty body", async (status) => {
    desk.upstream.answer = (_, response) => response.writeHead(status).end();
    expect(await perform("delete", { params: { id: "u1" } })).toMatchObject({ status: 200, body: {} });
  });

  test("a response of 429 with a short wait is followed by a second call, for reads and writes alike", async () => {
    for (const name of ["list", "create"] as const) {
      let refusals = 0;
      desk.upstream.answer = (_, response) =>
        refusals++ ? response.end("[]") : response.writeHead(429, { "retry-after": "1" }).end("{}");
      const started = Date.now();
      expect((await perform(name, name === "create" ? { body: {} } : {})).status).toBe(200);
      expect(Date.now() - started).toBeGreaterThan(950);
    }
  }, 10_000);

  test("a response of 429 with a long wait is passed on, and the key's next call is not sent", async () => {
    desk.upstream.answer = (_, response) => response.writeHead(429).end('{"error":{"retry_after":40}}');
    expect(await failure(perform("list"))).toMatchObject({ status: 429, retryAfter: 40 });
    desk.upstream.answer = (_, response) => response.end("[]");
    const second = await failure(perform("get", { params: { id: "u1" } }));
    expect(second).toMatchObject({ status: 429, code: "rate_limited" });
    expect(second.retryAfter).toBeGreaterThan(35);
    expect(desk.upstream.seen).toHaveLength(1);
    expect((await perform("list", {}, "other")).status).toBe(200);
  });

  test("a response that never arrives is answered 504", async () => {
    desk.upstream.answer = () => {};
    expect(await failure(perform("list"))).toMatchObject({ status: 504, code: "upstream_timeout" });
    desk.upstream.answer = (_, response) => response.write('{"data":');
    expect(await failure(perform("list"))).toMatchObject({ status: 504 });
  });
});

test("a role without the right is refused before anything is sent", async () => {
  for (const role of ["analyst", "affiliate_manager"] as const) {
    expect(await failure(perform("create", { body: {} }, "shop", role))).toMatchObject({ status: 403 });
  }
  expect(desk.upstream.seen).toEqual([]);
});

test("only declared parameters are sent, without our extensions", async () => {
  await perform("list", { query: { page: 2, search: "mug", status: "active", evil: "1", __proto__: "x" } });
  expect(desk.upstream.seen[0]?.url).toBe("/v1/upsells?page=2");
});

test("who decided is the person of the session, whatever the caller wrote", async () => {
  const decision = { outcome: "keep", reason: "No difference.", by: "Somebody else" };
  for (const body of [decision, { ...decision, by: undefined }, { ...decision, by: ["x"] }]) {
    await perform("create", { resource: "experiments", operation: "decide", params: { id: "exp_1" }, body });
    expect(JSON.parse(desk.upstream.seen.at(-1)?.body ?? "")).toMatchObject({ reason: "No difference.", by: "P" });
  }
  const rows = await desk.db.select().from(audit).where(eq(audit.operation, "decide"));
  expect(JSON.stringify(rows)).not.toContain("Somebody else");
});

test("a body may have fields named like properties of every object", async () => {
  const body = JSON.parse('{"name":"Kit","__proto__":{"admin":true},"constructor":1}');
  await perform("create", { body });
  expect(JSON.parse(desk.upstream.seen.at(-1)?.body ?? "")).toEqual(body);
});

describe("a stored key", () => {
  const place = { storeId: "shop", mode: "live", api: "checkout" } as const;

  test("a stored key is encrypted in its row, and only its ends are shown", async () => {
    await connect("shop", "live_canary_of_the_vault_1234");
    const { rows } = await desk.db.execute<{ row: string }>(
      sql`select to_jsonb(c)::text as row from desk.connection c`,
    );
    expect(JSON.stringify(rows)).not.toMatch(/canary_of/);
    const bytes = await desk.db.execute<{ t: string }>(
      sql`select encode(key_ciphertext, 'escape') as t from desk.connection`,
    );
    expect(JSON.stringify(bytes.rows)).not.toMatch(/canary_of/);
    expect(await connections.summarize(place)).toMatchObject({ key: { prefix: "live_", last_four: "1234" } });
    expect((await connections.readConnection(place)).key).toBe("live_canary_of_the_vault_1234");
  });

  test("a stored key cannot be decrypted from another store's row", async () => {
    await desk.db.execute(sql`update desk.connection set key_ciphertext =
      (select key_ciphertext from desk.connection where store_id = 'shop') where store_id = 'other'`);
    expect(await failure(perform("list", {}, "other"))).toMatchObject({ status: 409, code: "connection_missing" });
    expect(desk.upstream.seen).toEqual([]);
  });

  test("a stored key for another address is sent nowhere, and is deleted when the dashboard starts", async () => {
    await desk.db.execute(sql`update desk.connection set base_url = 'https://before.test/v1' where store_id = 'shop'`);
    expect(await failure(perform("list"))).toMatchObject({ status: 409, code: "connection_missing" });
    const stored = async () => (await desk.db.execute(sql`select store_id from desk.connection`)).rows;
    expect(await stored()).toHaveLength(2);
    await connections.eraseForElsewhere();
    expect(await stored()).toEqual([{ store_id: "other" }]);
    expect(desk.upstream.seen).toEqual([]);
  });

  test("a stored key is deleted with the orders and endpoints of its address, but not with the names of products", async () => {
    for (const [storeId, mode] of [
      ["shop", "live"],
      ["shop", "sandbox"],
      ["other", "live"],
    ] as const) {
      const place = { storeId, mode };
      const kinds = ["order", "customer", "webhook_endpoint", "product"] as const;
      await desk.db.insert(remembered).values(kinds.map((kind) => ({ ...place, kind, id: "1" })));
      await desk.db.insert(personal).values([
        { ...place, userId: "ann", kind: "recent_order", id: "1" },
        { ...place, userId: "ann", kind: "dismissed", id: "checklist" },
      ]);
      await desk.db.insert(hook).values({ ...place, id: `${storeId} ${mode}`, baseUrl: "https://before.test/v1" });
    }
    await desk.db.execute(sql`update desk.connection set base_url = 'https://before.test/v1' where store_id = 'shop'`);
    await connections.eraseForElsewhere();
    const { rows } = await desk.db.execute<{ place: string; kinds: string }>(sql`
      select store_id || ' ' || mode as place, string_agg(kind, ', ' order by kind) as kinds
      from (select store_id, mode, kind from desk.remembered union all select store_id, mode, kind from desk.personal
        union all select store_id, mode, 'hook' from desk.hook where ended_at is null) as kept
      group by 1 order by 1`);
    const all = "customer, dismissed, hook, order, product, recent_order, webhook_endpoint";
    expect(rows).toEqual([
      { place: "other live", kinds: all },
      { place: "shop live", kinds: "dismissed, product" },
      { place: "shop sandbox", kinds: all },
    ]);
  });

  test.each([
    ["live", "test_0123456789ab"],
    ["sandbox", "live_0123456789ab"],
    ["live", "0123456789abcdef"],
  ] as const)("a stored key for %s may not be %s", async (mode, key) => {
    const error = await failure(connections.saveConnection({ storeId: "shop", mode, api: "checkout" }, key));
    expect(error).toMatchObject({ status: 400, details: [{ field: "key" }] });
    expect(error.message).not.toContain(key);
  });

  test.each([
    ["store", { storeId: "other" }],
    ["mode", { mode: "sandbox" }],
    ["API", { api: "affiliate" }],
    ["address", { origin: "https://elsewhere.test/v1" }],
  ])("a stored key opens for no other %s", (_, changed) => {
    const binding = { storeId: "shop", mode: "live", api: "checkout", origin: "https://api.test/v1" };
    const sealed = vault.seal("live_secret", binding);
    expect(vault.open(sealed, binding)).toBe("live_secret");
    expect(vault.open(sealed, { ...binding, ...changed })).toBeNull();
    expect(vault.seal("live_secret", binding).equals(sealed)).toBe(false);
  });

  test("a stored key cannot be decrypted if any byte was changed", () => {
    const binding = { storeId: "shop", mode: "live", api: "checkout", origin: "https://api.test/v1" };
    const sealed = vault.seal("live_secret", binding);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] as number) ^ 1;
      expect(vault.open(changed, binding)).toBeNull();
    }
    expect(vault.open(Buffer.alloc(0), binding)).toBeNull();
    expect(vault.open(sealed.subarray(0, 20), binding)).toBeNull();
  });
});
