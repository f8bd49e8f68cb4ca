import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "../../../contract/define.ts";
import { store } from "../../../database/schema/desk.ts";
import { openTestDesk } from "../../../testing/desk.ts";

// Modules of this folder read the environment once, so they are loaded after the desk has set it.
let desk: Awaited<ReturnType<typeof openTestDesk>>;
let operations: typeof import("../../wire/perform-call.ts");
let serve: typeof import("../../desk/serve.ts");
let record: typeof import("./record.ts");
let verify: typeof import("./chain.ts");
let redact: typeof import("./redact.ts");

const shop = { name: "Shop", currency: "EUR", timeZone: "UTC" };
let id = "";
let count = 0;

beforeAll(async () => {
  desk = await openTestDesk();
  operations = await import("../../wire/perform-call.ts");
  serve = await import("../../desk/serve.ts");
  record = await import("./record.ts");
  verify = await import("./chain.ts");
  redact = await import("./redact.ts");
});
afterAll(() => desk.close());

// Each test has a store of its own, and so its own chain and key.
beforeEach(async () => {
  id = `shop-${++count}`;
  await desk.db.insert(store).values({ id, ...shop });
  const { saveConnection } = await import("../../wire/connections.ts");
  await saveConnection({ storeId: id, mode: "live", api: "checkout" }, `live_canary_of_the_connection_${count}`);
  desk.upstream.answer = ({ url, method }, response) =>
    response.end(JSON.stringify({ id: url.split("/")[3] ?? "ups_new", name: method === "GET" ? "Before" : "After" }));
  desk.upstream.seen.length = 0;
});

const member = (role: Role = "owner") => ({
  person: { id: "p1", name: "Olive Owner", email: "o@test" },
  store: { id, ...shop },
  role,
});
const ask = (resource: string, name: string, raw: object = {}, role: Role = "owner") =>
  // biome-ignore lint/suspicious/noExplicitAny: answers of several operations
  serve.runDesk({ membership: member(role), mode: "live" }, resource, name, { params: {}, ...raw }) as Promise<any>;
const list = async (query: object = {}, role?: Role) => (await ask("audit", "list", { query }, role)).data;

function perform(name: string, more: object = {}, resource = "upsells") {
  return operations.perform({
    membership: member(),
    mode: "live",
    api: "checkout",
    resource,
    operation: name,
    ...more,
  });
}

const note = (text: string) =>
  record.noteDeed({
    storeId: id,
    mode: "live",
    actor: record.operator,
    api: "desk",
    resource: "notes",
    operation: "add",
    method: "POST",
    path: "/notes",
    recordId: text,
  });

/** As somebody who owns the table and takes its guard away. */
async function unguarded<T>(work: () => Promise<T>): Promise<T> {
  await desk.db.execute(sql`alter table desk.audit disable trigger audit_stays`);
  try {
    return await work();
  } finally {
    await desk.db.execute(sql`alter table desk.audit enable trigger audit_stays`);
  }
}

describe("a write", () => {
  test("a write is recorded with its person and the record before and after", async () => {
    const body = { name: "After" };
    await perform("update", { params: { id: "ups_1" }, body, requestId: "desk_request" });
    const [entry, ...others] = await list();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      actor: { kind: "person", id: "p1", name: "Olive Owner" },
      role: "owner",
      api: "checkout",
      operation: "upsells.update",
      method: "PUT",
      path: "/upsells/ups_1",
      record: "ups_1",
      outcome: "ok",
      status: 200,
      mode: "live",
      request_id: "desk_request",
    });
    const whole = await ask("audit", "get", { params: { id: entry.id } });
    expect(whole).toMatchObject({ sent: body, before: { name: "Before" }, after: { name: "After" } });
    expect(desk.upstream.seen.map(({ method }) => method)).toEqual(["GET", "PUT"]);
  });

  test("a write that creates a record is listed under the new record's id", async () => {
    await perform("create", { body: { name: "After" } });
    expect(await list({ record: "ups_new" })).toHaveLength(1);
    const invited = { storeId: id, mode: null, actor: record.operator, api: "desk", resource: "invitations" } as const;
    const after = { invitation: { id: "inv_1" }, mailed: false };
    const act = async () => ({ result: null, status: 201, after });
    await record.audited({ ...invited, operation: "create", method: "POST", path: "/invitations" }, act);
    expect(await list({ record: "inv_1" })).toHaveLength(1);
  });

  test("a write is still made if the record cannot be read first, and its row says so", async () => {
    desk.upstream.answer = ({ method }, response) =>
      method === "GET" ? response.writeHead(500).end("{}") : response.end('{"id":"ups_1"}');
    await perform("update", { params: { id: "ups_1" }, body: { name: "After" } });
    const [entry] = await list();
    const whole = await ask("audit", "get", { params: { id: entry.id } });
    expect(whole).toMatchObject({
      outcome: "ok",
      before: null,
      note: expect.stringMatching(/previous state could not be read/),
      note_key: expect.objectContaining({ key: "beforeFailed" }),
    });
  });

  test.each([
    [400, "refused"],
    [404, "refused"],
    [429, "refused"],
    [401, "refused"],
    [500, "unknown"],
  ])("a write that is answered with %i is %s", async (status, outcome) => {
    desk.upstream.answer = ({ method }, response) =>
      response
        .writeHead(method === "GET" ? 200 : status, { "retry-after": "60" })
        .end('{"error":{"message":"Because."}}');
    await expect(perform("delete", { params: { id: "ups_1" } })).rejects.toThrow();
    expect(await list()).toMatchObject([{ outcome, operation: "upsells.delete" }]);
  });

  test("a write whose response never arrives is listed as unknown", async () => {
    desk.upstream.answer = ({ method }, response) => method === "GET" && response.end("{}");
    await expect(perform("delete", { params: { id: "ups_1" } })).rejects.toThrow();
    expect(await list()).toMatchObject([{ outcome: "unknown", status: 504, code: "upstream_timeout" }]);
  });

  test("a write is sent only after its intent has been stored", async () => {
    let announced = 0;
    desk.upstream.answer = async ({ method }, response) => {
      if (method === "PUT") {
        const { rows } = await desk.db.execute(
          sql`select 1 from desk.audit where store_id = ${id} and outcome = 'intended'`,
        );
        announced = rows.length;
      }
      response.end("{}");
    };
    await perform("update", { params: { id: "ups_1" }, body: {} });
    expect(announced).toBe(1);
    desk.upstream.seen.length = 0;
    await desk.db.execute(sql`alter table desk.audit rename to audit_away`);
    await expect(perform("create", { body: {} })).rejects.toThrow();
    await desk.db.execute(sql`alter table desk.audit_away rename to audit`);
    expect(desk.upstream.seen).toEqual([]);
  });

  test("a write whose process died is listed as unknown", async () => {
    const deed = { storeId: id, mode: "live", actor: record.operator, api: "checkout" } as const;
    await Promise.race([
      record.audited(
        { ...deed, resource: "payouts", operation: "create", method: "POST", path: "/payouts" },
        () => new Promise<never>(() => {}),
      ),
      sleep(300),
    ]);
    expect(await list()).toEqual([]);
    await unguarded(() =>
      desk.db.execute(sql`update desk.audit set at = at - interval '1 hour' where store_id = ${id}`),
    );
    expect(await list({ outcome: "unknown" })).toMatchObject([{ operation: "payouts.create", outcome: "unknown" }]);
  });

  test("a write of the dashboard itself is recorded without the key that it contained", async () => {
    const key = "live_canary_of_a_replaced_key_0001";
    await ask("connections", "replace", { params: { api: "checkout" }, body: { key } });
    expect(await list()).toMatchObject([{ api: "desk", operation: "connections.replace", record: "checkout" }]);
    const { rows } = await desk.db.execute(sql`select to_jsonb(a)::text as row from desk.audit a`);
    expect(JSON.stringify(rows)).not.toContain("canary");
  });

  test("a write with a secret in its response is recorded without the secret", async () => {
    desk.upstream.answer = (_, response) =>
      response.end('{"id":"wh_1","signing_secret":"canary","url":"https://a.test"}');
    await perform("create", { body: { url: "https://a.test", events: ["order.placed"] } }, "webhooks");
    const [{ id: row }] = await list();
    const whole = await ask("audit", "get", { params: { id: row } });
    expect(whole.after).toMatchObject({ id: "wh_1", signing_secret: redact.removed, url: "https://a.test" });
  });
});

test("reads leave no audit rows", async () => {
  await perform("list");
  await ask("connections", "list");
  expect((await verify.verifyAudit(id)).rows).toBe(0);
});

test("secrets are removed at any depth, and everything else is kept", () => {
  const secretNames = ["signing_secret", "password", "key", "api_key", "apiKey", "X-Api-Key", "authorization", "token"];
  const name = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !redact.isSecretName(text));
  const tree = (leaf: fc.Arbitrary<unknown>) =>
    fc.letrec((tie) => ({
      node: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie("node"), { maxLength: 3 }), fc.dictionary(name, tie("node"))),
    })).node;
  const secret = fc.oneof(
    fc
      .tuple(fc.constantFrom(...secretNames), fc.oneof(fc.constant("CANARY"), fc.constant({ deep: ["CANARY"] })))
      .map(([key, value]) => ({ [key]: value })),
    fc.constantFrom("live_CANARY0123456789abcdef", "say whsec_CANARY0123456789abc now", "Bearer CANARY0123"),
  );
  fc.assert(
    fc.property(tree(secret), (body) => {
      expect(JSON.stringify(redact.imageOf(body))).not.toContain("CANARY");
    }),
  );
  const plain = tree(fc.oneof(fc.constant("kept"), fc.integer(), fc.boolean(), fc.constant(null)));
  fc.assert(fc.property(plain, (body) => void expect(redact.withoutSecrets(body)).toEqual(body)));
});

describe("the chain", () => {
  const broken = async () => (await verify.verifyAudit(id)).broken?.reason;
  const fill = async (rows = 6) => {
    for (let number = 1; number <= rows; number++) await note(`note-${number}`);
  };
  const change = (statement: string) =>
    unguarded(() => desk.db.execute(sql.raw(statement.replaceAll("$S", `store_id = '${id}'`))));

  test.each([
    "update desk.audit set actor_name = 'Nobody'",
    "delete from desk.audit where seq = 1",
    "truncate desk.audit",
  ])("the chain refuses %s", async (statement) => {
    await fill(1);
    await expect(desk.db.execute(sql.raw(statement))).rejects.toMatchObject({ cause: { code: "42501" } });
    expect(await verify.verifyAudit(id)).toMatchObject({ ok: true, rows: 1 });
  });

  test("the chain of written rows verifies, with its length and last hash", async () => {
    await fill();
    const verdict = await verify.verifyAudit(id);
    expect(verdict).toMatchObject({ ok: true, rows: 6, broken: null });
    expect(verdict.head).toMatch(/^[0-9a-f]{64}$/);
  });

  test("the chain verifies with any values that an API may return", async () => {
    const odd = { nul: "a\u0000b", half: "\ud800", big: 1e300, tiny: 1e-7, minus: -0, "": [null, { b: 1, a: 2 }] };
    desk.upstream.answer = (_, response) =>
      response.end(`{"__proto__":{"x":1},"odd":${JSON.stringify(odd)},"id":"a\\u0000"}`);
    await perform("create", { body: odd });
    expect(await verify.verifyAudit(id)).toMatchObject({ ok: true, rows: 2 });
  });

  test.each([
    ["an altered row", "update desk.audit set actor_name = 'Nobody' where $S and seq = 3", "Entry 3 was altered."],
    ["an altered time", "update desk.audit set at = at + interval '1 ms' where $S and seq = 3", "Entry 3 was altered."],
    ["an altered image", `update desk.audit set after = '{"a":1}' where $S and seq = 1`, "Entry 1 was altered."],
    ["a deleted row", "delete from desk.audit where $S and seq = 4", "Entry 4 is missing."],
    ["a deleted first row", "delete from desk.audit where $S and seq = 1", "Entry 1 is missing."],
    ["a deleted last row", "delete from desk.audit where $S and seq = 6", "Entry 6 is missing."],
    ["a chain without its end", "delete from desk.audit where $S", "Entry 1 is missing."],
    [
      "an inserted row",
      "insert into desk.audit select (jsonb_populate_record(a, '{\"seq\": 7}')).* from desk.audit a where $S and seq = 6",
      "Entry 7 was inserted.",
    ],
    [
      "two swapped rows",
      "update desk.audit set seq = -seq where $S and seq in (2, 4); update desk.audit set seq = 6 + seq where $S and seq < 0",
      "Entry 2 was altered.",
    ],
    [
      "a row with a fitting hash of its own",
      `update desk.audit set prev_hash = sha256('x'), hash = (select hash from desk.audit where $S and seq = 2) where $S and seq = 2`,
      "Entry 2 was altered.",
    ],
  ])("the chain names %s", async (_what, statement, reason) => {
    await fill();
    await change(statement);
    expect(await broken()).toBe(reason);
  });

  test("the chain names a row that was replaced by one with a valid hash", async () => {
    await fill();
    const { hashOf } = await import("./chain.ts");
    const { audit } = await import("../../../database/schema/desk-audit.ts");
    const rows = await desk.db.select().from(audit).where(sql`store_id = ${id} and seq = 3`);
    const forged = hashOf({ ...(rows[0] as (typeof rows)[0]), actorName: "Nobody" }).toString("hex");
    await change(`update desk.audit set actor_name = 'Nobody', hash = '\\x${forged}' where $S and seq = 3`);
    expect(await broken()).toBe("Entry 3 was replaced.");
  });

  /** Makes the chain from an entry on as somebody would who can write to the database but has no secret. */
  async function forge(
    from: number,
    hashOf: (row: Row, previous: Buffer) => Buffer,
    keyId: (row: Row) => string | null,
  ) {
    const { audit, auditHead } = await import("../../../database/schema/desk-audit.ts");
    const rows = await desk.db.select().from(audit).where(sql`store_id = ${id} and seq >= ${from}`).orderBy(audit.seq);
    let previous = (rows[0] as Row).prevHash;
    for (const row of rows) {
      const forged = { ...row, prevHash: previous, keyId: keyId(row), actorName: "Nobody" };
      const hash = hashOf(forged, previous);
      const { actorName, prevHash } = forged;
      const one = sql`store_id = ${id} and seq = ${row.seq}`;
      await unguarded(() => desk.db.update(audit).set({ actorName, prevHash, keyId: forged.keyId, hash }).where(one));
      previous = hash;
    }
    await desk.db.update(auditHead).set({ hash: previous }).where(sql`store_id = ${id}`);
  }
  type Row = typeof import("../../../database/schema/desk-audit.ts").audit.$inferSelect;

  test("the chain that was made anew without the secret, up to its head, names the first changed entry", async () => {
    await fill();
    const { createHash, createHmac } = await import("node:crypto");
    const { contentOf } = await import("./chain.ts");
    await forge(
      3,
      (row, previous) => createHash("sha256").update(previous).update(contentOf(row)).digest(),
      () => null,
    );
    expect(await broken()).toBe("Entry 3 was altered.");
    const keyed = (row: Row, previous: Buffer) =>
      createHmac("sha256", "a guess").update(previous).update(contentOf(row)).digest();
    await forge(3, keyed, () => "0123456789abcdef");
    expect(await broken()).toBe("Entry 3 needs the key of a secret that is not known here.");
    const { auditKeyOf } = await import("./keys.ts");
    await forge(3, keyed, () => auditKeyOf(process.env.CARTWRIGHT_SECRET as string).id);
    expect(await broken()).toBe("Entry 3 was altered.");
  });

  test("the chain of an earlier version, whose hashes have no key, still verifies and continues with a key", async () => {
    await fill(3);
    const { createHash } = await import("node:crypto");
    const { contentOf } = await import("./chain.ts");
    await forge(
      1,
      (row, previous) => createHash("sha256").update(previous).update(contentOf(row)).digest(),
      () => null,
    );
    await note("later");
    expect(await verify.verifyAudit(id)).toMatchObject({ ok: true, rows: 4, keyed_from: 4 });
  });

  test("still verifies after the secret was replaced, and takes no entry with the earlier key afterwards", async () => {
    await fill(2);
    const { keepAuditKey, auditKeyOf } = await import("./keys.ts");
    const { hashOf } = await import("./chain.ts");
    const now = process.env.CARTWRIGHT_SECRET as string;
    const earlier = "an earlier secret of at least thirty-two characters";
    await forge(
      1,
      (row) => hashOf(row, auditKeyOf(earlier).key),
      () => auditKeyOf(earlier).id,
    );
    expect(await broken()).toBe("Entry 1 needs the key of a secret that is not known here.");
    await desk.db.transaction((tx) => keepAuditKey(tx, earlier, now));
    await note("later");
    expect(await verify.verifyAudit(id)).toMatchObject({ ok: true, rows: 3, keyed_from: 1 });
    await forge(
      3,
      (row) => hashOf(row, auditKeyOf(now).key),
      () => auditKeyOf(now).id,
    );
    await note("later still");
    await forge(
      4,
      (row) => hashOf(row, auditKeyOf(earlier).key),
      () => auditKeyOf(earlier).id,
    );
    expect(await broken()).toBe("Entry 4 was altered.");
  });

  test("the chain that was cut off at its end verifies alone, but not against a head that was kept", async () => {
    await fill(4);
    const { head } = await verify.verifyAudit(id);
    await note("later");
    expect(await verify.verifyAudit(id, head as string)).toMatchObject({ ok: true, rows: 5 });
    await change("delete from desk.audit where $S and seq >= 3");
    await change(
      "update desk.audit_head set seq = 2, hash = (select hash from desk.audit where $S and seq = 2) where $S",
    );
    expect((await verify.verifyAudit(id)).ok).toBe(true);
    expect(await verify.verifyAudit(id, head as string)).toMatchObject({
      ok: false,
      broken: { reason: "No entry has the hash that you kept: entries were removed or replaced since then." },
    });
  });

  test("the chain stays one chain when eight writers append at once", async () => {
    const { openDatabase } = await import("../../../database/client.ts");
    const { append } = await import("./chain.ts");
    const pools = Array.from({ length: 8 }, () => openDatabase(process.env.DATABASE_URL as string, 1));
    await note("first");
    const { audit } = await import("../../../database/schema/desk-audit.ts");
    const [{ seq: _s, prevHash: _p, hash: _h, keyId: _k, at: _a, ...entry }] = (await desk.db
      .select()
      .from(audit)
      .where(sql`store_id = ${id}`)) as [typeof audit.$inferSelect];
    await Promise.all(
      pools.map(async (pool, writer) => {
        for (let number = 0; number < 25; number++) await append({ ...entry, recordId: `${writer}-${number}` }, pool);
        await pool.$client.end();
      }),
    );
    expect(await verify.verifyAudit(id)).toMatchObject({ ok: true, rows: 201 });
  });
});

describe("the list", () => {
  test("the list filters by each of its fields", async () => {
    await perform("update", { params: { id: "ups_1" }, body: {} });
    await perform("delete", { params: { id: "ups_2" }, actor: { kind: "job", id: "job_9", name: "Spring cleaning" } });
    await note("n1");
    const found = async (query: object) => (await list(query)).map(({ record }: { record: string }) => record);
    expect(await found({})).toEqual(["n1", "ups_2", "ups_1"]);
    expect(await found({ person: "p1" })).toEqual(["ups_1"]);
    expect(await found({ operation: "upsells" })).toEqual(["ups_2", "ups_1"]);
    expect(await found({ operation: "upsells.delete" })).toEqual(["ups_2"]);
    expect(await found({ record: "n1" })).toEqual(["n1"]);
    expect(await found({ outcome: "refused" })).toEqual([]);
    expect(await found({ mode: "sandbox" })).toEqual([]);
    expect(await found({ text: "spring cle" })).toEqual(["ups_2"]);
    expect(await found({ text: "it's \\ & | ! (" })).toEqual([]);
    expect(await found({ from: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    expect(await found({ to: new Date(Date.now() + 60_000).toISOString() })).toHaveLength(3);
  });

  test("the list is read page by page to its end", async () => {
    for (let number = 1; number <= 5; number++) await note(`n${number}`);
    const pages: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await ask("audit", "list", { query: { per_page: 2, ...(cursor && { cursor }) } });
      pages.push(page.data.map(({ record }: { record: string }) => record));
      cursor = page.next;
    }
    expect(pages).toEqual([["n5", "n4"], ["n3", "n2"], ["n1"]]);
  });

  test("the list shows each role the rows of the APIs it may read", async () => {
    await perform("update", { params: { id: "ups_1" }, body: {} });
    const [{ id: row }] = await list();
    expect(await list({}, "merchant")).toHaveLength(1);
    expect(await list({}, "affiliate_manager")).toEqual([]);
    await expect(ask("audit", "get", { params: { id: row } }, "affiliate_manager")).rejects.toMatchObject({
      status: 404,
    });
  });

  test("the list hides rows that the member's role may not read, and rows of other people's accounts", async () => {
    const deed = (resource: string, operation: string, actor: string, role?: Role) =>
      record.noteDeed({
        storeId: id,
        mode: "live",
        actor: { kind: "person", id: actor, name: "A" },
        api: "desk",
        resource,
        operation,
        method: "POST",
        path: "/",
        recordId: `${resource} of ${actor}`,
        ...(role && { role }),
      });
    for (const resource of ["people", "invitations", "keys", "payouts", "remembered"])
      await deed(resource, "create", "p2");
    for (const person of ["p1", "p2"]) {
      await deed("session", "sign_in", person);
      await deed("account", "email", person);
      await deed("jobs", "create", person, "owner");
    }
    await deed("jobs", "create", "p3", "merchant");
    const seen = async (role?: Role) =>
      (await list({}, role)).map(({ record }: { record: string }) => record).toReversed();
    const own = ["session of p1", "account of p1", "jobs of p1"];
    expect(await seen("affiliate_manager")).toEqual(["payouts of p2", ...own]);
    expect(await seen("merchant")).toEqual(["remembered of p2", ...own, "jobs of p3"]);
    expect(await seen("analyst")).toEqual([
      "keys of p2",
      "payouts of p2",
      "remembered of p2",
      ...own,
      "jobs of p2",
      "jobs of p3",
    ]);
    expect(await seen()).toHaveLength(12);
    const rows: { id: string; record: string }[] = await list();
    const { id: row } = rows.find(({ record }) => record === "invitations of p2") as { id: string };
    await expect(ask("audit", "get", { params: { id: row } }, "analyst")).rejects.toMatchObject({ status: 404 });
    expect(await (await ask("audit", "export", {}, "affiliate_manager")).text()).not.toContain("invitations");
  });

  test("the list is exported whole, without a cell that a spreadsheet reads as a formula", async () => {
    for (const text of ["=1+1", "+1", "-1", "@x", "\tx", 'a"b,c']) await note(text);
    await perform("update", { params: { id: "ups_1" }, body: { name: "After" } });
    const answer: Response = await ask("audit", "export");
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const lines = (await answer.text()).split("\r\n");
    expect(lines).toHaveLength(1 + 7 + 1);
    expect(lines[1]).toContain('"{""id"":""ups_1"",""name"":""Before""}"');
    for (const cell of ["'=1+1", "'+1", "'-1", "'@x", "'\tx", '"a""b,c"']) {
      expect(
        lines.filter((line) => line.split(",").includes(cell) || line.includes(`,${cell},`)),
        cell,
      ).toHaveLength(1);
    }
  });
});
