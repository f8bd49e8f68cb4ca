import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDesk } from "../../testing/desk.ts";

let desk: Awaited<ReturnType<typeof openTestDesk>>;
let forgetOld: typeof import("./retention.ts").forgetOld;
beforeAll(async () => {
  desk = await openTestDesk();
  ({ forgetOld } = await import("./retention.ts"));
  await desk.db.execute(sql`
    insert into desk.store (id, name, currency, time_zone) values ('shop', 'Shop', 'EUR', 'UTC');
    insert into desk."user" (id, name, email) values ('ann', 'Ann', 'ann@test')`);
});
afterAll(() => desk.close());

const ids = async (table: string, id = "id") =>
  (
    await desk.db.execute<{ id: string }>(sql.raw(`select distinct ${id} as id from desk.${table} order by 1`))
  ).rows.map((row) => row.id);
const days = (count: number) => sql`now() - make_interval(days => ${count}::int)`;

async function job(id: string, finished: number | null, state: string, kind = "enable_upsells", items = 1) {
  await desk.db.execute(sql`
    insert into desk.job (id, store_id, mode, kind, resource, state, params, created_by, created_by_name, acts_for, role, finished_at)
    values (${id}, 'shop', 'live', ${kind}, 'upsells', ${state}, '{}', 'ann', 'Ann', 'ann', 'owner',
      ${finished === null ? null : days(finished)})`);
  await desk.db.execute(sql`
    insert into desk.job_item (job_id, n, input) select ${id}, n, '{}' from generate_series(1, ${items}::int) n`);
}

test("finished jobs and their items are deleted after 400 days, but not payout jobs and open jobs", async () => {
  await job("new", 399, "done");
  await job("open", null, "paused");
  await job("paid", 900, "done", "create_payouts");
  await job("old", 401, "done", "enable_upsells", 12_000);
  await job("left", 401, "cancelled");
  expect(await forgetOld()).toMatchObject({ job_item: 12_001, job: 2 });
  expect(await ids("job")).toEqual(["new", "open", "paid"]);
  expect(await ids("job_item", "job_id")).toEqual(["new", "open", "paid"]);
  expect(await forgetOld()).toMatchObject({ job_item: 0, job: 0 });
});

test("a change that had an undo window is deleted a day after its end, once its outcome is known", async () => {
  const ofChanges = async () => (await ids("job")).filter((id) => id.startsWith("change"));
  await job("change-sent", 2, "done", "delayed_changes");
  await job("change-undone", 2, "cancelled", "delayed_changes");
  await job("change-recent", 0, "done", "delayed_changes");
  await job("change-waiting", null, "queued", "delayed_changes");
  await forgetOld();
  expect(await ofChanges()).toEqual(["change-recent", "change-waiting"]);
});

test("orders and customers are deleted 400 days after they were last seen, but not products and secrets", async () => {
  for (const kind of ["order", "customer", "product", "webhook_endpoint"]) {
    for (const [id, age] of [
      [`${kind}-old`, 401],
      [`${kind}-new`, 399],
    ] as const) {
      await desk.db.execute(sql`insert into desk.remembered (store_id, mode, kind, id, last_seen)
        values ('shop', 'live', ${kind}, ${id}, ${days(age)})`);
    }
  }
  expect((await forgetOld()).remembered).toBe(2);
  expect(await ids("remembered")).toEqual(
    ["customer-new", "order-new", "product-new", "product-old", "webhook_endpoint-new", "webhook_endpoint-old"].sort(),
  );
});

test("expired sessions and links are deleted, and valid ones stay", async () => {
  for (const [id, age] of [
    ["ended", 2],
    ["just-ended", 0],
    ["good", -3],
  ] as const) {
    await desk.db.execute(sql`insert into desk.session (id, token, user_id, expires_at)
      values (${id}, ${id}, 'ann', ${days(age)})`);
    await desk.db.execute(sql`insert into desk.verification (id, identifier, value, expires_at)
      values (${id}, ${id}, '', ${days(age)})`);
  }
  expect(await forgetOld()).toMatchObject({ session: 1, verification: 1 });
  expect(await ids("session")).toEqual(["good", "just-ended"]);
  expect(await ids("verification")).toEqual(["good", "just-ended"]);
});

test("the activity is never deleted", async () => {
  await desk.db.execute(sql`
    insert into desk.audit (store_id, seq, prev_hash, hash, at, actor_kind, actor_id, actor_name, api, resource, operation,
      method, path, outcome)
    values ('shop', 1, '', '', ${days(9_000)}, 'system', 's', 'S', 'desk', 'store', 'begin', 'POST', '/', 'ok')`);
  await forgetOld();
  expect(await ids("audit", "seq::text")).toEqual(["1"]);
});
