import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type JobsShop, type JobsTest, openJobsTest } from "../../../testing/jobs/jobs.ts";

// Changes that wait on the server, and can be undone until they are sent.

let desk: JobsTest;
let shop: JobsShop;

beforeAll(async () => {
  desk = await openJobsTest();
  await desk.work();
});
afterAll(() => desk.close());
beforeEach(async () => {
  shop = await desk.newShop();
});
afterEach(() => {
  desk.control.reset();
  desk.control.choices.checkoutLimits = null;
});

type Change = { id: string; job: string; state: string; seconds_left: number; message: string | null; code: string };

const delay = async (ids: readonly string[], seconds: number, more: object = {}): Promise<Change[]> => {
  const what = { api: "checkout", resource: "upsells", operation: "delete", ...more };
  return (
    await shop.ask("delayed_changes", "create", { body: { ...what, seconds, writes: ids.map((id) => ({ id })) } })
  ).data;
};
const list = async (): Promise<Change[]> => (await shop.ask("delayed_changes", "list")).data;
const tell = async (job: string, what: "undo" | "send"): Promise<Change[]> =>
  (await shop.ask("delayed_changes", what, { params: { job } })).data;
const states = async () => (await list()).map(({ state }) => state);
const deleted = () => shop.store.count({ resource: "upsells", action: "deleted" });

test("a delayed change is sent when its time has come, and its outcome can be read", async () => {
  const [first] = await delay(["off-1", "off-2"], 1.5);
  expect(first).toMatchObject({ state: "waiting", seconds_left: expect.closeTo(1.5, 0) });
  expect(deleted()).toBe(0);
  await expect.poll(states, { timeout: 8_000 }).toEqual(["done", "done"]);
  expect(deleted()).toBe(2);
  const { rows } = await desk.db.execute(sql`
    select actor_kind, actor_name, outcome from desk.audit
    where store_id = ${shop.id} and api = 'checkout' and record_id = 'off-1' order by seq`);
  expect(rows.map(({ outcome }) => outcome)).toEqual(["intended", "ok"]);
  expect(rows[0]).toMatchObject({ actor_kind: "person", actor_name: "Ann" });
});

test("a delayed change that is undone in time is never sent, and later it cannot be undone", async () => {
  const [one] = await delay(["off-1"], 1);
  expect((await tell(one?.job ?? "", "undo"))[0]?.state).toBe("skipped");
  await new Promise((resolve) => setTimeout(resolve, 1_800));
  expect(deleted()).toBe(0);
  const [two] = await delay(["off-2"], 1);
  await expect.poll(async () => (await list()).at(-1)?.state, { timeout: 8_000 }).toBe("done");
  expect((await tell(two?.job ?? "", "undo"))[0]?.state).toBe("done");
});

test("a delayed change cannot be undone after its time, even while the API makes it wait", {
  tags: "long",
}, async () => {
  desk.control.misbehave({ on: "* *", store: shop.id, fault: "too-many", lasts: 4_000 });
  const [row] = await delay(["off-1"], 1);
  await expect.poll(async () => desk.control.calls("* *", shop.id).length, { timeout: 8_000 }).toBeGreaterThan(0);
  expect(await states()).toEqual(["waiting"]);
  expect((await tell(row?.job ?? "", "undo"))[0]?.state).toBe("waiting");
  await expect.poll(deleted, { timeout: 15_000 }).toBe(1);
});

test("a delayed change whose undo arrives at the moment of sending is either undone or sent", async () => {
  const ids = shop.commissions(12);
  const jobes: string[] = [];
  for (const id of ids) {
    const [row] = await delay([id], 1, { api: "affiliate", resource: "commissions", operation: "approve" });
    jobes.push(row?.job ?? "");
  }
  await new Promise((resolve) => setTimeout(resolve, 900));
  for (const job of jobes) {
    await tell(job, "undo");
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  await expect
    .poll(async () => (await states()).filter((state) => ["waiting", "sending"].includes(state)), { timeout: 10_000 })
    .toEqual([]);
  const sent = (await list()).filter(({ state }) => state === "done").length;
  expect(shop.store.count({ resource: "commissions", action: "approved" })).toBe(sent);
});

test("a delayed change can be sent at once", async () => {
  const [row] = await delay(["off-1"], 60);
  await tell(row?.job ?? "", "send");
  await expect.poll(deleted, { timeout: 5_000 }).toBe(1);
});

test.each([
  ["an error after acting", { fault: "error", when: "after" }],
  ["silence after acting", { fault: "silence", when: "after" }],
  ["a cut before acting", { fault: "cut", when: "before" }],
  ["slower than our patience", { fault: "slow", ms: 2_000 }],
] as const)("a delayed change is done once with %s", { tags: "long" }, async (_name, fault) => {
  desk.control.misbehave({ on: "DELETE *", store: shop.id, ...fault });
  await delay(["off-1"], 1);
  await expect.poll(states, { timeout: 15_000 }).toEqual(["done"]);
  expect(deleted()).toBe(1);
});

test("a delayed change that the API refuses shows the reason", async () => {
  const narrow = desk.control.keys.get(shop.shop.key);
  if (narrow) narrow.scopes = ["read:upsells"];
  await delay(["off-1"], 1);
  await expect.poll(states, { timeout: 8_000 }).toEqual(["failed"]);
  expect((await list())[0]).toMatchObject({ code: "scope_missing", message: expect.stringContaining("write:upsells") });
});

test("a delayed change of a person who has left fails with the reason", async () => {
  await delay(["off-1"], 1);
  await desk.db.execute(sql`delete from desk.member where store_id = ${shop.id}`);
  await expect.poll(states, { timeout: 8_000 }).toEqual(["failed"]);
  expect((await list())[0]).toMatchObject({ code: "member_removed", message: expect.stringContaining("no longer") });
  expect(deleted()).toBe(0);
});

test("a delayed change is on no list of jobs, where its undo window would not count", async () => {
  const [row] = await delay(["off-1"], 60);
  expect((await shop.ask("jobs", "list", { query: {} })).data).toEqual([]);
  expect((await shop.ask("jobs", "active")).data).toEqual([]);
  await expect(shop.tell(row?.job ?? "", "pause")).rejects.toMatchObject({ status: 404 });
  await tell(row?.job ?? "", "undo");
});

test("only a change whose outcome can be read is delayed, for those who may make it", async () => {
  await expect(delay(["off-1"], 8, { operation: "create" })).rejects.toMatchObject({ status: 400 });
  await expect(delay(["off-1"], 8, { resource: "settings", operation: "update" })).rejects.toMatchObject({
    status: 400,
  });
  await expect(delay(["a/b"], 8)).rejects.toMatchObject({ status: 400 });
  await expect(delay(["off-1", "off-1"], 8)).rejects.toMatchObject({ status: 400 });
  const body = { api: "checkout", resource: "upsells", operation: "delete", writes: [{ id: "off-1" }] };
  await expect(shop.ask("delayed_changes", "create", { body }, { role: "affiliate_manager" })).rejects.toMatchObject({
    status: 403,
  });
  const [row] = await delay(["off-1"], 8);
  const other = await desk.newShop();
  await expect(other.ask("delayed_changes", "undo", { params: { job: row?.job } })).rejects.toMatchObject({
    status: 404,
  });
  await tell(row?.job ?? "", "undo");
});
