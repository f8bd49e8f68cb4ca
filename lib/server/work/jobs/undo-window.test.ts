import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type JobsShop, type JobsTest, openJobsTest } from "../../../testing/jobs/jobs.ts";

// Writes that wait on the server, and can be undone until they are sent.

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

type Held = { id: string; batch: string; state: string; seconds_left: number; message: string | null; code: string };

const hold = async (ids: readonly string[], seconds: number, more: object = {}): Promise<Held[]> => {
  const what = { api: "checkout", resource: "upsells", operation: "delete", ...more };
  return (await shop.ask("held", "hold", { body: { ...what, seconds, writes: ids.map((id) => ({ id })) } })).data;
};
const list = async (): Promise<Held[]> => (await shop.ask("held", "list")).data;
const tell = async (batch: string, what: "undo" | "send"): Promise<Held[]> =>
  (await shop.ask("held", what, { params: { batch } })).data;
const states = async () => (await list()).map(({ state }) => state);
const deleted = () => shop.store.count({ resource: "upsells", action: "deleted" });

test("a held write is sent when its time has come, and its outcome can be read", async () => {
  const [first] = await hold(["off-1", "off-2"], 1.5);
  expect(first).toMatchObject({ state: "held", seconds_left: expect.closeTo(1.5, 0) });
  expect(deleted()).toBe(0);
  await expect.poll(states, { timeout: 8_000 }).toEqual(["done", "done"]);
  expect(deleted()).toBe(2);
  const { rows } = await desk.db.execute(sql`
    select actor_kind, actor_name, outcome from desk.audit
    where store_id = ${shop.id} and api = 'checkout' and record_id = 'off-1' order by seq`);
  expect(rows.map(({ outcome }) => outcome)).toEqual(["intended", "ok"]);
  expect(rows[0]).toMatchObject({ actor_kind: "person", actor_name: "Ann" });
});

test("a held write that is undone in time is never sent, and later it cannot be undone", async () => {
  const [one] = await hold(["off-1"], 1);
  expect((await tell(one?.batch ?? "", "undo"))[0]?.state).toBe("undone");
  await new Promise((resolve) => setTimeout(resolve, 1_800));
  expect(deleted()).toBe(0);
  const [two] = await hold(["off-2"], 1);
  await expect.poll(async () => (await list()).at(-1)?.state, { timeout: 8_000 }).toBe("done");
  expect((await tell(two?.batch ?? "", "undo"))[0]?.state).toBe("done");
});

test("a held write cannot be undone after its time, even while the API makes it wait", { tags: "long" }, async () => {
  desk.control.misbehave({ on: "* *", store: shop.id, fault: "too-many", lasts: 4_000 });
  const [row] = await hold(["off-1"], 1);
  await expect.poll(async () => desk.control.calls("* *", shop.id).length, { timeout: 8_000 }).toBeGreaterThan(0);
  expect(await states()).toEqual(["held"]);
  expect((await tell(row?.batch ?? "", "undo"))[0]?.state).toBe("held");
  await expect.poll(deleted, { timeout: 15_000 }).toBe(1);
});

test("a held write whose undo arrives at the moment of sending is either undone or sent", async () => {
  const ids = shop.commissions(12);
  const batches: string[] = [];
  for (const id of ids) {
    const [row] = await hold([id], 1, { api: "affiliate", resource: "commissions", operation: "approve" });
    batches.push(row?.batch ?? "");
  }
  await new Promise((resolve) => setTimeout(resolve, 900));
  for (const batch of batches) {
    await tell(batch, "undo");
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  await expect
    .poll(async () => (await states()).filter((state) => ["held", "sending"].includes(state)), { timeout: 10_000 })
    .toEqual([]);
  const sent = (await list()).filter(({ state }) => state === "done").length;
  expect(shop.store.count({ resource: "commissions", action: "approved" })).toBe(sent);
});

test("a held write can be sent at once", async () => {
  const [row] = await hold(["off-1"], 60);
  await tell(row?.batch ?? "", "send");
  await expect.poll(deleted, { timeout: 5_000 }).toBe(1);
});

test.each([
  ["an error after acting", { fault: "error", when: "after" }],
  ["silence after acting", { fault: "silence", when: "after" }],
  ["a cut before acting", { fault: "cut", when: "before" }],
  ["slower than our patience", { fault: "slow", ms: 2_000 }],
] as const)("a held write is done once with %s", { tags: "long" }, async (_name, fault) => {
  desk.control.misbehave({ on: "DELETE *", store: shop.id, ...fault });
  await hold(["off-1"], 1);
  await expect.poll(states, { timeout: 15_000 }).toEqual(["done"]);
  expect(deleted()).toBe(1);
});

test("a held write that the API refuses shows the reason", async () => {
  const narrow = desk.control.keys.get(shop.shop.key);
  if (narrow) narrow.scopes = ["read:upsells"];
  await hold(["off-1"], 1);
  await expect.poll(states, { timeout: 8_000 }).toEqual(["failed"]);
  expect((await list())[0]).toMatchObject({ code: "scope_missing", message: expect.stringContaining("write:upsells") });
});

test("only a change whose outcome can be read is held, for those who may make it", async () => {
  await expect(hold(["off-1"], 8, { operation: "create" })).rejects.toMatchObject({ status: 400 });
  await expect(hold(["off-1"], 8, { resource: "settings", operation: "update" })).rejects.toMatchObject({
    status: 400,
  });
  await expect(hold(["a/b"], 8)).rejects.toMatchObject({ status: 400 });
  const body = { api: "checkout", resource: "upsells", operation: "delete", writes: [{ id: "off-1" }] };
  await expect(shop.ask("held", "hold", { body }, { role: "affiliate_manager" })).rejects.toMatchObject({
    status: 403,
  });
  const [row] = await hold(["off-1"], 8);
  const other = await desk.newShop();
  await expect(other.ask("held", "undo", { params: { batch: row?.batch } })).rejects.toMatchObject({ status: 404 });
  await tell(row?.batch ?? "", "undo");
});
