import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LiveChange } from "../../../contract/desk/live.ts";
import { openTestDesk } from "../../../testing/desk.ts";
import { serveDeskForTests } from "../../../testing/live.ts";
import { soon } from "../../../testing/soon.ts";

let desk: Awaited<ReturnType<typeof openTestDesk>>;
let web: Awaited<ReturnType<typeof serveDeskForTests>>;
let notify: typeof import("../../notify.ts");
let hub: typeof import("./hub.ts");
let store = "";
let owner = "";
let stores = 0;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  desk = await openTestDesk({ CARTWRIGHT_ORIGIN: "https://desk.test" });
  web = await serveDeskForTests({ beatMs: 100, checkMs: 150 });
  notify = await import("../../notify.ts");
  hub = await import("./hub.ts");
});
afterAll(async () => {
  await web.close();
  await hub.stopHub();
  await desk.close();
});
beforeEach(async () => {
  for (const stream of open.splice(0)) await stream.close();
  store = `shop-${++stores}`;
  owner = await web.newStore(store);
  const { saveConnection } = await import("../../wire/connections.ts");
  await saveConnection({ storeId: store, mode: "live", api: "checkout" }, `live_key_of_${store}_0000`);
  desk.upstream.answer = ({ url, method }, response) =>
    response.end(JSON.stringify({ id: url.split("/")[3] ?? "ups_new", name: method === "GET" ? "Before" : "After" }));
  await settled();
});

/** What a store's beginning announced may be told late, to streams that are not about it. */
async function settled() {
  const stream = await listen(owner);
  await soon(async () => {
    await change({ record: "settled" });
    expect(records(stream)).toContain("settled");
  });
  await stream.close();
}

/** Opens a stream, and waits until it certainly hears later changes. */
async function listen(cookie: string, mode = "live", headers: Record<string, string> = {}) {
  const stream = await web.listen(cookie, `${store}/${mode}`, headers);
  open.push(stream);
  if (stream.status === 200) await soon(() => expect(stream.heard.at(-1)?.id).toBeTruthy());
  return stream;
}

/** What a key may do is told as well, before or after. */
const changeOf = (stream: Awaited<ReturnType<typeof listen>>, record: string) =>
  stream.changes().find((told) => told.record === record);

const change = (more: Partial<LiveChange> = {}, mode: "live" | "sandbox" | null = "live", at = store) =>
  notify.tellLive({ store: at, mode, api: "checkout", resource: "upsells", ...more });
const records = (stream: { changes(): LiveChange[] }) => stream.changes().map(({ record }) => record);
const hears = (stream: { changes(): LiveChange[] }, record: string) =>
  soon(() => expect(records(stream)).toContain(record));

describe("a stream", () => {
  test("a stream needs a session, a membership and a mode", async () => {
    expect((await web.listen("", `${store}/live`)).status).toBe(401);
    const stranger = await web.newStore(`${store}-other`);
    expect((await web.listen(stranger, `${store}/live`)).status).toBe(404);
    expect((await web.listen(owner, `${store}/production`)).status).toBe(404);
  });

  test("a stream is sent as events that nothing on the way may gather, compress or store", async () => {
    const { headers } = await listen(owner);
    expect(headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(headers.get("cache-control")).toBe("private, no-store, no-transform");
    expect(headers.get("x-accel-buffering")).toBe("no");
  });

  test("beats while nothing happens", async () => {
    const stream = await listen(owner);
    await soon(() => expect(stream.heard.filter(({ event }) => event === "beat").length).toBeGreaterThan(2));
  });

  test("a stream tells who changed which record, without its contents", async () => {
    const stream = await listen(owner);
    const path = `/api/${store}/live/checkout/upsells/ups_1`;
    const body = { name: "canary of the body" };
    expect((await web.call(owner, "PUT", path, body, { "x-tab": "tab1" })).status).toBe(200);
    await hears(stream, "ups_1");
    const told = changeOf(stream, "ups_1");
    // Row 1 is the store's beginning, row 2 the intent.
    const { rows } = await desk.db.execute(sql`select id from desk."user" where email = ${`owner@${store}.test`}`);
    expect(told).toEqual({
      api: "checkout",
      resource: "upsells",
      record: "ups_1",
      by: rows[0]?.id,
      tab: "tab1",
      seq: 3,
    });
    expect(JSON.stringify(stream.heard)).not.toMatch(/canary|Before|After|live_key/);
  });

  test("a stream tells that a refused write changed nothing", async () => {
    const stream = await listen(owner);
    desk.upstream.answer = ({ method }, response) => response.writeHead(method === "GET" ? 200 : 400).end("{}");
    await web.call(owner, "PUT", `/api/${store}/live/checkout/upsells/ups_1`, { name: "x" });
    await hears(stream, "ups_1");
    expect(changeOf(stream, "ups_1")).toMatchObject({ refused: true });
  });

  test("a stream tells of changes to the dashboard's own records", async () => {
    const stream = await listen(owner);
    const view = { screen: "upsells", name: "Drafts", query: "status=draft", shared: true };
    expect((await web.call(owner, "POST", `/api/${store}/live/desk/views`, view)).status).toBe(201);
    await soon(() => expect(stream.changes()).toMatchObject([{ api: "desk", resource: "views" }]));
  });

  test("a stream carries changes of its own store and mode, and those that concern both modes", async () => {
    const elsewhere = await web.newStore(`${store}-other`);
    const [live, sandbox] = [await listen(owner), await listen(owner, "sandbox")];
    const other = await web.listen(elsewhere, `${store}-other/live`);
    open.push(other);
    await change({ record: "canary-live" });
    await change({ record: "canary-sandbox" }, "sandbox");
    await change({ record: "canary-other" }, "live", `${store}-other`);
    await change({ record: "both" }, null);
    await Promise.all([hears(live, "both"), hears(sandbox, "both"), hears(other, "canary-other")]);
    expect(records(live)).toEqual(["canary-live", "both"]);
    expect(records(sandbox)).toEqual(["canary-sandbox", "both"]);
    expect(records(other)).toEqual(["canary-other"]);
  });

  test("a stream ends at once for a removed member, in whichever mode they were removed", async () => {
    const manager = await web.newMember(store, "affiliate_manager");
    const [theirs, ours] = [await listen(manager, "sandbox"), await listen(owner)];
    const path = `/api/${store}/live/desk/people`;
    const { data } = (await (await web.call(owner, "GET", path)).json()) as { data: { id: string; you: boolean }[] };
    const id = data.find(({ you }) => !you)?.id;
    expect((await web.call(owner, "DELETE", `${path}/${id}`)).status).toBe(200);
    await soon(() => expect(theirs.ended()).toBe(true));
    expect((await web.listen(manager, `${store}/sandbox`)).status).toBe(401);
    await soon(() => expect(ours.changes()).toMatchObject([{ resource: "people", record: id }]));
  });

  test("a stream ends at once when its session is ended from another session", async () => {
    const stolen = await web.newMember(store, "analyst");
    const own = await web.signIn(`analyst@${store}.test`);
    const stream = await listen(stolen);
    expect((await web.call(own, "POST", `/api/${store}/live/desk/account/sessions/end-others`)).status).toBe(200);
    await soon(() => expect(stream.ended()).toBe(true));
    expect((await web.listen(stolen, `${store}/live`)).status).toBe(401);
    expect((await listen(own)).status).toBe(200);
  });

  test("omits resources that the person's role may not read", async () => {
    const merchant = await listen(await web.newMember(store, "merchant"));
    const manager = await listen(await web.newMember(store, "affiliate_manager"));
    await change({ record: "canary-offer" });
    await change({ api: "affiliate", resource: "commissions", record: "canary-commission" });
    await change({ api: "affiliate", resource: "payouts", record: "canary-payout", refused: true });
    await change({ api: "desk", resource: "people", record: "canary-person" });
    await change({ api: "desk", resource: "account", record: "canary-account", by: "somebody" });
    await change({ api: "desk", resource: "views", record: "end" });
    await Promise.all([hears(merchant, "end"), hears(manager, "end")]);
    expect(records(merchant)).toEqual(["canary-offer", "end"]);
    expect(records(manager)).toEqual(["canary-commission", "canary-payout", "end"]);
  });

  test("a stream continues where it broke", async () => {
    const first = await listen(owner);
    await change({ record: "one" });
    await hears(first, "one");
    const { id } = first.heard.find(({ event }) => event === "change") as { id: string };
    await first.close();
    await change({ record: "two" });
    await change({ record: "three" });
    const second = await listen(owner, "live", { "last-event-id": id });
    await hears(second, "three");
    expect(records(second)).toEqual(["two", "three"]);
    expect(second.heard.map(({ event }) => event)).not.toContain("resync");
  });

  test("a stream that broke too long ago is told to read everything again", async () => {
    const stream = await listen(owner, "live", { "last-event-id": "long-ago" });
    expect(stream.heard[0]?.event).toBe("resync");
  });

  test("misses no change made since the page was rendered", async () => {
    await listen(owner);
    const { cursor } = hub.hub();
    await change({ record: "between" });
    await sleep(50);
    const stream = await web.listen(owner, `${store}/live`, { "last-event-id": cursor });
    open.push(stream);
    await hears(stream, "between");
    expect(stream.heard[0]?.event).toBe("change");
  });

  test("a stream is told to read everything again when the listening connection was lost", async () => {
    const stream = await listen(owner);
    const before = stream.heard.filter(({ event }) => event === "resync").length;
    const client = new pg.Client(process.env.DATABASE_URL);
    await client.connect();
    const { rowCount } = await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cartwright-live' and datname = current_database()",
    );
    await client.end();
    expect(rowCount).toBe(1);
    const resyncs = () => stream.heard.filter(({ event }) => event === "resync").length;
    await soon(() => expect(resyncs()).toBe(before + 1));
    await change({ record: "after" });
    await hears(stream, "after");
  });

  test("a stream sends an end event when the session ends", async () => {
    const stream = await listen(owner);
    await desk.db.execute(sql`delete from desk.session`);
    await soon(() => expect(stream.ended()).toBe(true));
    expect(stream.heard.at(-1)?.event).toBe("end");
  });

  test("a stream ends with the membership, and follows a change of role", async () => {
    const cookie = await web.newMember(store, "merchant");
    const stream = await listen(cookie);
    await desk.db.execute(sql`update desk.member set role = 'affiliate_manager' where role = 'merchant'`);
    await sleep(500);
    await change({ record: "canary-offer" });
    await change({ api: "affiliate", resource: "payouts", record: "payout" });
    await hears(stream, "payout");
    expect(records(stream)).toEqual(["payout"]);
    await desk.db.execute(sql`delete from desk.member where store_id = ${store} and role = 'affiliate_manager'`);
    await soon(() => expect(stream.ended()).toBe(true));
  });

  test("a stream is refused to a person who has twenty open", async () => {
    const streams = [];
    for (let count = 0; count < 20; count++) streams.push(await listen(owner));
    const refused = await web.call(owner, "GET", `/api/${store}/live/desk/live`);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("30");
    await streams[0]?.close();
    await soon(async () => expect((await listen(owner)).status).toBe(200));
  });
});

test("a change in a transaction is announced when it commits, and not when it rolls back", async () => {
  const stream = await listen(owner);
  const tell = (record: string) => ({ store, mode: "live", api: "desk", resource: "views", record }) as const;
  await desk.db
    .transaction(async (tx) => {
      await notify.notifyLive(tx, tell("rolled-back"));
      throw new Error("no");
    })
    .catch(() => {});
  await desk.db.transaction(async (tx) => {
    await notify.notifyLive(tx, tell("committed"));
    await sleep(100);
    expect(records(stream)).toEqual([]);
  });
  await hears(stream, "committed");
  expect(records(stream)).toEqual(["committed"]);
});

test("a change of a record with a very long id is announced", async () => {
  const stream = await listen(owner);
  await change({ record: "\u{1f9e6}".repeat(10_000) });
  await soon(() => expect(stream.changes()).toHaveLength(1));
});

test("a job's progress is announced at most twice a second, and its last state always", async () => {
  const stream = await listen(owner);
  for (let done = 1; done <= 100; done++) {
    const state = done === 100 ? "done" : "running";
    notify.tellProgress({
      store,
      mode: "live",
      api: "desk",
      resource: "views",
      record: "job_1",
      progress: { done, total: 100, state },
    });
    await sleep(10);
  }
  await soon(() => expect(stream.changes().at(-1)?.progress?.state).toBe("done"));
  expect(stream.changes().length).toBeLessThanOrEqual(5);
});
