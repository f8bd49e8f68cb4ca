import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inGerman } from "../../../testing/in-german.ts";
import { type JobsShop, type JobsTest, openJobsTest } from "../../../testing/jobs/jobs.ts";

// Jobs over another API, which works correctly or fails after it has acted.

let desk: JobsTest;
let shop: JobsShop;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  desk = await openJobsTest();
  worker = await desk.work();
});
afterAll(() => desk.close());
beforeEach(async () => {
  shop = await desk.newShop();
});
afterEach(() => {
  desk.control.reset();
  desk.control.choices.checkoutLimits = null;
});

const pending = Array.from({ length: 30 }, (_, index) => String(8001 + index));

describe("with an API that works", () => {
  test("every commission that matches the filter is approved once, and nothing else", async () => {
    const preview = await shop.ask("jobs", "preview", {
      body: { kind: "approve_commissions", filter: { status: "pending" } },
    });
    expect(preview).toEqual({
      count: 30,
      complete: true,
      affiliates: 12,
      flagged: 8,
      totals: [{ currency: "EUR", amount: 154.05 }],
    });
    const { id, filter } = await shop.start({ kind: "approve_commissions", filter: { status: "pending" } });
    expect(filter).toEqual({ status: "pending" });
    const job = await shop.until(id);
    expect(job).toMatchObject({ state: "done", total: 30, counts: { done: 30, failed: 0, waiting: 0, sending: 0 } });
    expect(shop.wrong("commissions", pending, "approved")).toEqual([]);
    expect(shop.store.count({ resource: "commissions" })).toBe(30);
    // The job and its item identify each write in the API's log and in our audit.
    const writes = desk.control.calls("PUT /commissions/:id/approve", shop.id);
    const ids = writes.map(({ headers }) => headers["x-request-id"]).toSorted();
    expect(ids).toEqual(Array.from({ length: 30 }, (_, n) => `${id}.${n + 1}`).toSorted());
    const { rows } = await desk.db.execute(sql`
      select count(distinct request_id)::int as known from desk.audit
      where store_id = ${shop.id} and request_id like ${`${id}.%`} and operation = 'approve'`);
    expect(rows).toEqual([{ known: 30 }]);
  });

  test("commissions are rejected for the reason given", async () => {
    const ids = pending.slice(0, 3);
    const { id } = await shop.start({ kind: "reject_commissions", ids, params: { reason: "refunded" } });
    await shop.until(id);
    expect(shop.wrong("commissions", ids, "rejected")).toEqual([]);
    expect(shop.store.find("commissions", "8001")).toMatchObject({ rejection_reason: "refunded" });
  });

  test("records already in the wanted state count as done, and refused ones show the reason", async () => {
    const { id } = await shop.start({ kind: "approve_commissions", ids: ["8001", "8031", "8037", "none"] });
    const job = await shop.until(id);
    expect(job.counts).toMatchObject({ done: 1, already: 1, failed: 2 });
    const items = await shop.items(id, { state: "failed" });
    expect(items.map(({ record, message }: never) => [record, message])).toEqual([
      ["8037", "Commission is under_review"],
      ["none", "No commission with the id none"],
    ]);
    // Only failed items are retried, and their history is kept.
    shop.store.put("commissions", { ...shop.store.find("commissions", "8037"), status: "pending" });
    await shop.tell(id, "retry");
    expect((await shop.until(id)).counts).toMatchObject({ done: 2, already: 1, failed: 1 });
    const [retried] = (await shop.items(id)).filter(({ record }: { record: string }) => record === "8037");
    expect(retried).toMatchObject({ state: "done", history: [{ round: 0, state: "failed" }] });
    expect(shop.store.count({ id: "8001" })).toBe(1);
    const refused = await shop.tell(id, "pause").catch((cause) => cause);
    expect(refused).toMatchObject({ status: 409 });
    expect(inGerman(refused.sentence)).toBe("Nur eine wartende oder laufende Aufgabe kann angehalten werden.");
  });

  test("upsells are disabled, enabled, duplicated and deleted", async () => {
    const ids = ["off-1", "off-2", "off-3"];
    for (const kind of ["disable_upsells", "enable_upsells", "duplicate_upsells", "delete_upsells"]) {
      const { id } = await shop.start({ kind, ids });
      expect((await shop.until(id)).counts, kind).toMatchObject({ failed: 0, unknown: 0 });
    }
    expect(shop.store.count({ resource: "upsells", action: "created" })).toBe(3);
    expect(shop.wrong("upsells", ids, "deleted")).toEqual([]);
    const names = shop.store.list("upsells").map(({ name }) => String(name));
    expect(names.filter((name) => name.endsWith("(copy)"))).toHaveLength(3);
  });

  test("all offers are counted by one call, and each is copied once", { tags: "long" }, async () => {
    const offers = shop.store.table("upsells").size;
    for (let n = 0; n < 100; n++) {
      const row = { ...shop.store.find("upsells", "off-1"), id: `off-more-${n}`, name: `Offer ${n}` };
      shop.store.put("upsells", row);
    }
    const before = desk.control.calls("GET /upsells", shop.id).length;
    const body = { kind: "duplicate_upsells", filter: {} };
    expect(await shop.ask("jobs", "preview", { body })).toMatchObject({ count: offers + 100, complete: true });
    expect(desk.control.calls("GET /upsells", shop.id)).toHaveLength(before + 1);
    const { id } = await shop.start(body);
    expect((await shop.until(id)).counts).toMatchObject({ done: offers + 100, failed: 0, unknown: 0 });
    const names = shop.store.list("upsells").map(({ name }) => String(name));
    expect(names.filter((name) => name.endsWith("(copy)"))).toHaveLength(offers + 100);
    expect(new Set(names).size).toBe(names.length);
  });

  test("a filter that the API would not apply is refused", async () => {
    await expect(shop.start({ kind: "disable_upsells", filter: { status: "active" } })).rejects.toMatchObject({
      status: 400,
      details: [{ field: "status" }],
    });
    await expect(shop.start({ kind: "approve_commissions", filter: { state: "x" } })).rejects.toMatchObject({
      status: 400,
    });
    await expect(
      shop.ask("jobs", "create", { body: { kind: "disable_upsells", ids: ["off-1"] } }, { role: "analyst" }),
    ).rejects.toMatchObject({ status: 403 });
    // The specification has no operation to resend a delivery or to change a bundle.
    const replay = { kind: "replay_deliveries", params: { endpoint: "wh_1" }, ids: ["del_1"] };
    for (const draft of [replay, { kind: "archive_bundles", ids: ["71"] }]) {
      await expect(shop.start(draft)).rejects.toMatchObject({ status: 400, code: "invalid_request" });
    }
  });
});

const faults = [
  ["an error after acting", { fault: "error", when: "after" }],
  ["silence after acting", { fault: "silence", when: "after" }],
  ["a cut after acting", { fault: "cut", when: "after" }],
  ["HTML after acting", { fault: "html", when: "after" }],
  ["an error before acting", { fault: "error", when: "before" }],
  ["a cut before acting", { fault: "cut", when: "before" }],
  ["a refusal for the rate", { fault: "too-many" }],
  ["slower than our patience", { fault: "slow", ms: 2_000 }],
] as const;

describe.each(faults)("with %s,", (_name, fault) => {
  test("each record is changed once", { tags: "long" }, async () => {
    desk.control.misbehave({ on: "PUT *", times: 4, skip: 1, store: shop.id, ...fault });
    desk.control.misbehave({ on: "DELETE *", times: 2, store: shop.id, ...fault });
    const commissions = await shop.start({ kind: "approve_commissions", ids: pending.slice(0, 8) });
    const disabling = await shop.start({ kind: "disable_upsells", ids: ["off-1", "off-2"] });
    const deleting = await shop.start({ kind: "delete_upsells", ids: ["off-4", "off-5"] });
    for (const { id } of [commissions, disabling, deleting]) {
      expect((await shop.until(id)).counts).toMatchObject({ failed: 0, unknown: 0, skipped: 0 });
    }
    expect(shop.wrong("commissions", pending.slice(0, 8), "approved")).toEqual([]);
    expect(shop.wrong("upsells", ["off-1", "off-2"], "changed")).toEqual([]);
    expect(shop.wrong("upsells", ["off-4", "off-5"], "deleted")).toEqual([]);
  });

  test("each copy is made once", { tags: "long" }, async () => {
    desk.control.misbehave({ on: "POST *", times: 2, skip: 1, store: shop.id, ...fault });
    const { id } = await shop.start({ kind: "duplicate_upsells", ids: ["off-1", "off-2", "off-3"] });
    expect((await shop.until(id)).counts).toMatchObject({ done: 3, failed: 0, unknown: 0 });
    expect(shop.store.count({ resource: "upsells", action: "created" })).toBe(3);
    // The copies of a second job have the same names, and must be told from those of the first.
    desk.control.misbehave({ on: "POST *", times: 2, store: shop.id, ...fault });
    const second = await shop.start({ kind: "duplicate_upsells", ids: ["off-1", "off-2"] });
    await shop.until(second.id);
    expect(shop.store.count({ resource: "upsells", action: "created" })).toBe(5);
  });
});

describe("a job", () => {
  const slowly = () => desk.control.misbehave({ on: "PUT *", fault: "slow", ms: 150, times: 1_000, store: shop.id });

  test("a job can be paused, resumed and cancelled, and finishes the writes in progress", async () => {
    const ids = shop.commissions(60);
    slowly();
    const { id } = await shop.start({ kind: "approve_commissions", ids });
    await expect.poll(async () => (await shop.job(id)).counts.done, { timeout: 10_000 }).toBeGreaterThan(3);
    await shop.tell(id, "pause");
    const paused = await shop.until(id, ["paused"]);
    const changed = shop.store.count({ resource: "commissions", action: "approved" });
    expect(changed).toBe(paused.counts.done);
    expect(changed).toBeLessThan(60);
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(shop.store.count({ resource: "commissions", action: "approved" })).toBe(changed);
    await shop.tell(id, "resume");
    await expect.poll(async () => (await shop.job(id)).counts.done, { timeout: 10_000 }).toBeGreaterThan(changed + 3);
    await shop.tell(id, "cancel");
    const { counts } = await shop.until(id, ["cancelled"]);
    expect(counts.done + counts.skipped).toBe(60);
    expect(counts.done).toBe(shop.store.count({ resource: "commissions", action: "approved" }));
  });

  test("a job waits with the reason if the key is refused, and continues from there", async () => {
    const ids = shop.commissions(5);
    const { key } = shop.shop;
    desk.control.keys.delete(key);
    const { id } = await shop.start({ kind: "approve_commissions", ids });
    const paused = await shop.until(id, ["paused"]);
    expect(paused).toMatchObject({ code: "connection_rejected", counts: { waiting: 5, failed: 0 } });
    desk.control.addKey(key, { store: shop.id });
    await shop.tell(id, "resume");
    expect((await shop.until(id)).counts).toMatchObject({ done: 5 });
    expect(shop.wrong("commissions", ids, "approved")).toEqual([]);
  });

  test("a job waits if its maker has left, until somebody else resumes it", async () => {
    await desk.db.execute(sql`delete from desk.member where store_id = ${shop.id}`);
    const { id } = await shop.start({ kind: "approve_commissions", ids: ["8001"] });
    expect(await shop.until(id, ["paused"])).toMatchObject({ code: "member_removed", counts: { waiting: 1 } });
    await desk.db.execute(sql`
      insert into desk.member (store_id, user_id, role) values (${shop.id}, ${shop.membership.person.id}, 'analyst')`);
    await shop.tell(id, "resume");
    expect(await shop.until(id, ["paused"])).toMatchObject({ code: "role_forbidden" });
    expect(shop.store.effects).toEqual([]);
  });

  test("a job is seen by those who may read its records, in its mode only", async () => {
    const { id } = await shop.start({ kind: "approve_commissions", ids: ["8001"] });
    await shop.until(id);
    const seen = async (role: string) =>
      (await shop.ask("jobs", "list", {}, { role })).data.map((job: { id: string }) => job.id);
    expect(await seen("affiliate_manager")).toEqual([id]);
    expect(await seen("analyst")).toEqual([id]);
    expect(await seen("merchant")).toEqual([]);
    await expect(shop.ask("jobs", "get", { params: { id } }, { role: "merchant" })).rejects.toMatchObject({
      status: 404,
    });
    const other = await desk.newShop();
    await expect(other.job(id)).rejects.toMatchObject({ status: 404 });
  });

  test("who may only read a job is told so, and may not change it", async () => {
    const { id } = await shop.start({ kind: "approve_commissions", ids: ["8001"] });
    const changeable = async (role: string) =>
      (await shop.ask("jobs", "get", { params: { id } }, { role })).may_change as boolean;
    expect(await changeable("affiliate_manager")).toBe(true);
    expect(await changeable("analyst")).toBe(false);
    await expect(shop.ask("jobs", "cancel", { params: { id } }, { role: "analyst" })).rejects.toMatchObject({
      status: 403,
    });
  });

  test("orders of both services are exported, each for those who may read them", async () => {
    const exports = async (resource: string) => {
      const { id } = await shop.start({ kind: "export_csv", params: { resource } });
      return (await shop.until(id)).id as string;
    };
    const [attributed, own] = [await exports("orders"), await exports("checkout_orders")];
    const seen = async (role: string) =>
      (await shop.ask("jobs", "list", {}, { role })).data.map((job: { id: string }) => job.id);
    expect(await seen("affiliate_manager")).toEqual([attributed]);
    expect(await seen("merchant")).toEqual([own]);
  });

  test("a job tells the outcome of each item as CSV", async () => {
    const { id } = await shop.start({ kind: "approve_commissions", ids: ["8001", "8037"] });
    await shop.until(id);
    const csv = await (await shop.ask("jobs", "outcome", { params: { id } })).text();
    const lines = csv.trim().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^1,8001,,done,1,/);
    expect(lines[2]).toContain("Commission is under_review");
  });

  test("a job leaves audit rows in the name of the job", async () => {
    const { id } = await shop.start({ kind: "approve_commissions", ids: ["8001"] });
    await shop.until(id);
    const { rows } = await desk.db.execute(sql`
      select actor_kind, outcome, record_id from desk.audit where actor_id = ${id} order by seq`);
    expect(rows).toEqual([
      { actor_kind: "job", outcome: "intended", record_id: "8001" },
      { actor_kind: "job", outcome: "ok", record_id: "8001" },
    ]);
  });
});

test("another worker continues the job of a worker that stops", { tags: "long" }, async () => {
  const ids = shop.commissions(40);
  desk.control.misbehave({ on: "PUT *", fault: "slow", ms: 150, times: 1_000, store: shop.id });
  const { id } = await shop.start({ kind: "approve_commissions", ids });
  await expect.poll(async () => (await shop.job(id)).counts.done, { timeout: 10_000 }).toBeGreaterThan(3);
  await worker.stop();
  worker = await desk.work();
  expect((await shop.until(id)).counts).toMatchObject({ done: 40 });
  expect(shop.wrong("commissions", ids, "approved")).toEqual([]);
});
