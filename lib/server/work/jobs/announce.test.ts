import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type JobsShop, type JobsTest, openJobsTest } from "../../../testing/jobs/jobs.ts";
import type { Message } from "../../notify.ts";

// The notifications about a running job, as every process receives them.

let desk: JobsTest;
let shop: JobsShop;
let listener: { stop(): Promise<void> };
let heard: Message[] = [];

beforeAll(async () => {
  desk = await openJobsTest();
  await desk.work();
  const { listen } = await import("../../../database/listen.ts");
  const { liveChannel } = await import("../../notify.ts");
  await new Promise<void>((onListening) => {
    const onMessage = (payload: string) => heard.push(JSON.parse(payload));
    listener = listen(process.env.DATABASE_URL ?? "", liveChannel, { onListening, onMessage });
  });
});
afterAll(async () => {
  await listener.stop();
  await desk.close();
});
beforeEach(async () => {
  shop = await desk.newShop();
  heard = [];
});

const here = () => heard.filter(({ store }) => store === shop.id);
const progressOf = (id: string) => here().flatMap(({ record, progress }) => (record === id && progress) || []);
/** The last notification may arrive after the job's row says `done`. */
const ended = (id: string) => expect.poll(() => progressOf(id).at(-1)?.state, { timeout: 5_000 }).toBe("done");

test("a job announces its progress and its end", async () => {
  const ids = shop.commissions(40);
  desk.control.misbehave({ on: "PUT *", fault: "slow", ms: 250, times: 100, store: shop.id });
  const { id } = await shop.start({ kind: "approve_commissions", ids });
  await shop.until(id);
  await ended(id);
  const told = progressOf(id);
  expect(told[0]).toMatchObject({ total: 40, state: "running" });
  expect(told.some(({ done }) => done > 0 && done < 40)).toBe(true);
  expect(told.at(-1)).toEqual({ done: 40, total: 40, state: "done" });
  // A notification with a tab would be taken by that tab for its own change.
  expect(here().filter(({ progress }) => progress)[0]).not.toHaveProperty("tab");
});

test("each changed record is announced, and the lists that contain them at the end", async () => {
  const ids = shop.commissions(12);
  const { id } = await shop.start({ kind: "approve_commissions", ids });
  await shop.until(id);
  await ended(id);
  const of = () => here().filter(({ api, resource }) => api === "affiliate" && resource === "commissions");
  await expect.poll(() => of().filter(({ record }) => record === undefined)).toMatchObject([{ part: true, by: id }]);
  const records = of().flatMap(({ record }) => record ?? []);
  expect(records.sort()).toEqual(ids);
  expect(of().every(({ part }) => part)).toBe(true);
});

test("a file announces its rows while it is written", { tags: "long" }, async () => {
  shop.commissions(230);
  desk.control.misbehave({ on: "GET /commissions", fault: "slow", ms: 1_100, times: 10, store: shop.id });
  const { id } = await shop.start({ kind: "export_csv", params: { resource: "commissions" } });
  await shop.until(id);
  await ended(id);
  const done = progressOf(id).map((told) => told.done);
  expect(done).toContain(100);
  expect(done.at(-1)).toBe(270);
  // An export changes nothing that a list would show.
  expect(here().filter(({ api }) => api === "affiliate")).toEqual([]);
});

test("a job that is paused, or waits for a person, announces that", async () => {
  const ids = shop.commissions(30);
  desk.control.misbehave({ on: "PUT *", fault: "slow", ms: 250, times: 100, store: shop.id });
  const { id } = await shop.start({ kind: "approve_commissions", ids });
  await expect.poll(async () => (await shop.job(id)).counts.done, { timeout: 10_000 }).toBeGreaterThan(1);
  await shop.tell(id, "pause");
  await expect.poll(() => progressOf(id).at(-1)?.state, { timeout: 5_000 }).toBe("paused");
  desk.control.keys.delete(shop.shop.key);
  await shop.tell(id, "resume");
  await expect.poll(() => progressOf(id).filter(({ state }) => state === "paused").length, { timeout: 8_000 }).toBe(2);
  expect((await shop.job(id)).code).toBe("connection_rejected");
});
