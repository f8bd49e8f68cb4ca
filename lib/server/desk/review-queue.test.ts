import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type JobsShop, type JobsTest, openJobsTest } from "../../testing/jobs/jobs.ts";

// The queue over another affiliate service, whose list has decided commissions until their decision is sent.

let desk: JobsTest;
let shop: JobsShop;

beforeAll(async () => {
  desk = await openJobsTest();
});
afterAll(() => desk.close());
beforeEach(async () => {
  shop = await newShop();
});

async function newShop() {
  const opened = await desk.newShop();
  opened.store.table("commissions").clear();
  return opened;
}

const pending = async (count: number): Promise<string[]> => {
  shop.commissions(count);
  return (await read({ per_page: 100 })).ids;
};
const decide = async (ids: readonly string[], operation = "approve"): Promise<string> => {
  const writes = ids.map((id) => ({ id }));
  const body = { api: "affiliate", resource: "commissions", operation, seconds: 60, writes };
  return (await shop.ask("delayed_changes", "create", { body })).data[0].job;
};
const read = async (query: object = {}) => {
  const sorted = { status: "pending", sort: "created_at", order: "asc", per_page: 5, ...query };
  const { data, pagination } = await shop.ask("review_queue", "list", { query: sorted });
  return { ids: data.map(({ id }: { id: string }) => id), total: pagination.total };
};

test("the queue has no commission whose decision waits, and rows of later pages fill their places", async () => {
  const ids = await pending(12);
  expect(await read()).toEqual({ ids: ids.slice(0, 5), total: 12 });
  const job = await decide([ids[0], ids[2]] as string[]);
  expect(await read()).toEqual({ ids: [ids[1], ...ids.slice(3, 7)], total: 10 });
  expect((await read({ status: undefined })).total).toBe(12);
  await shop.ask("delayed_changes", "undo", { params: { job } });
  expect(await read()).toEqual({ ids: ids.slice(0, 5), total: 12 });
});

test("a queue whose commissions are all decided is empty", async () => {
  const ids = await pending(12);
  await decide(ids, "reject");
  expect(await read()).toEqual({ ids: [], total: 0 });
});

test("a queue that is read while commissions leave it skips none", async () => {
  const ids = await pending(12);
  await decide([ids[0]] as string[]);
  const pages = () => desk.control.calls("GET /commissions", shop.id).length;
  const before = pages();
  desk.control.misbehave({ on: "GET /commissions", store: shop.id, fault: "slow", ms: 300, skip: 1, times: 1 });
  const reading = read();
  await expect.poll(pages, { interval: 5 }).toBeGreaterThan(before);
  shop.store.table("commissions").delete(ids[1] as string);
  expect([ids.slice(1, 6), ids.slice(2, 7)]).toContainEqual((await reading).ids);
});

test("the queue of another store is not touched", async () => {
  const ids = await pending(3);
  await decide(ids);
  shop = await newShop();
  const others = await pending(3);
  expect(await read()).toEqual({ ids: others, total: 3 });
});
