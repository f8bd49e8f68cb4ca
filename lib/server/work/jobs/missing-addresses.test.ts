// @module-tag long
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type JobsTest, openJobsTest } from "../../../testing/jobs/jobs.ts";

let desk: JobsTest;
beforeAll(async () => {
  desk = await openJobsTest();
});
afterAll(() => desk.close());

test("a worker without the APIs' addresses leaves keys, jobs and delayed changes to one that has them", async () => {
  const shop = await desk.newShop();
  const ids = shop.commissions(3);
  const job = await shop.start({ kind: "approve_commissions", ids });
  const change = { api: "checkout", resource: "upsells", operation: "delete", seconds: 1, writes: [{ id: "off-1" }] };
  await shop.ask("delayed_changes", "create", { body: change });
  const untold = await desk.workerProcess({ CHECKOUT_API_URL: "", AFFILIATE_API_URL: "" });
  // Long enough for several of its sweeps.
  await sleep(3_500);
  expect(await shop.job(job.id)).toMatchObject({ state: "queued", message: null });
  expect((await shop.ask("delayed_changes", "list")).data).toMatchObject([{ state: "waiting", message: null }]);
  const { rows } = await desk.db.execute(sql`select api from desk.connection order by api`);
  expect(rows).toEqual([{ api: "affiliate" }, { api: "checkout" }]);
  untold.kill("SIGKILL");

  await desk.work();
  await shop.until(job.id);
  expect(shop.wrong("commissions", ids, "approved")).toEqual([]);
  await expect
    .poll(async () => (await shop.ask("delayed_changes", "list")).data[0].state, { timeout: 8_000 })
    .toBe("done");
}, 60_000);
