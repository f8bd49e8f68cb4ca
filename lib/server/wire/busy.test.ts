import type pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openTestDesk } from "../../testing/desk.ts";
import { serveDeskForTests } from "../../testing/live.ts";

let desk: Awaited<ReturnType<typeof openTestDesk>>;
const held: pg.PoolClient[] = [];
let web: Awaited<ReturnType<typeof serveDeskForTests>>;
beforeAll(async () => {
  desk = await openTestDesk({ DATABASE_CONNECTIONS: "3", DATABASE_WAIT_MS: "1000" });
  web = await serveDeskForTests();
});
afterEach(() => {
  for (const client of held.splice(0)) client.release();
});
afterAll(async () => {
  const { stopHub } = await import("../desk/live/hub.ts");
  await web.close();
  await stopHub();
  await desk.close();
});

test("a request that gets no database connection in time is answered 503 and keeps its session", async () => {
  const owner = await web.newStore("shop");
  const pool = desk.db.$client;
  for (let n = 0; n < 3; n++) held.push(await pool.connect());
  expect(pool.totalCount).toBe(3);
  for (const path of ["views?screen=upsells", "jobs"]) {
    const answer = await web.call(owner, "GET", `/api/shop/live/desk/${path}`);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await answer.json()).toMatchObject({ error: { code: "unavailable", retry_after: 2 } });
  }
  for (const client of held.splice(0)) client.release();
  const answers = Array.from({ length: 40 }, () => web.call(owner, "GET", "/api/shop/live/desk/views?screen=upsells"));
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(pool.totalCount).toBeLessThanOrEqual(3);
});
