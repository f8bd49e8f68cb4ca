import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { kept } from "../retention-terms.ts";
import { pruneStorefrontEvents, pruneVisitors } from "./retention.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
  await services.key({ store: "shop" });
});
afterAll(() => services.close());

const run = async (text: string) => (await services.db.execute(sql.raw(text))).rows;
const tenant = "(select id from checkout.tenant where store_id = 'shop' and mode = 'live')";

test("events are deleted after 90 days, in batches, and the sums of their days are kept", async () => {
  await run(`insert into checkout.storefront_event (tenant_id, id, type, occurred_at, received_at, data)
    select ${tenant}, 'evt_' || n, 'order.placed', at, at, '{}'
    from (select n, now() - (case when n <= 12000 then 91 else 89 end) * interval '1 day' as at
      from generate_series(1, 12010) n) told`);
  await run(`insert into checkout.daily_total (tenant_id, day, orders, revenue)
    values (${tenant}, current_date - 91, 12000, 60000000), (${tenant}, current_date - 89, 10, 50000)`);
  const sums = "select day::text, orders, revenue from checkout.daily_total order by 1";
  const before = await run(sums);
  expect(await pruneStorefrontEvents(services.db)).toBe(12_000);
  expect(await run("select count(*)::int as left from checkout.storefront_event")).toEqual([{ left: 10 }]);
  expect(await run(sums)).toEqual(before);
});

test("visitors of an experiment are deleted 90 days after its end, and their number is kept", async () => {
  await run(`insert into checkout.experiment (tenant_id, id, name, status, variants, ended_at)
    select ${tenant}, id, id, status, '[]', now() - days * interval '1 day'
    from (values ('over', 'completed', 91), ('fresh', 'completed', 89), ('runs', 'running', null)) as one (id, status, days)`);
  await run(`insert into checkout.experiment_visitor (tenant_id, experiment_id, visitor_id)
    select ${tenant}, id, 'vis_' || n from (values ('over', 7000), ('fresh', 3), ('runs', 3)) as one (id, count),
      generate_series(1, count) n`);
  await run(`insert into checkout.experiment_sum (tenant_id, experiment_id, variant, segment, day, visitors)
    values (${tenant}, 'over', 'control', '', current_date - 100, 7000)`);
  expect(await pruneVisitors(services.db)).toBe(7_000);
  expect(await run("select distinct experiment_id as of from checkout.experiment_visitor order by 1")).toEqual([
    { of: "fresh" },
    { of: "runs" },
  ]);
  expect(await run("select visitors from checkout.experiment_sum")).toEqual([{ visitors: 7_000 }]);
});

test("an operator may set the number of days, in whole numbers and above a minimum", () => {
  expect(kept("KEEP_CLICKS_MONTHS", {} as NodeJS.ProcessEnv)).toBe(13);
  expect(kept("KEEP_CLICKS_MONTHS", { KEEP_CLICKS_MONTHS: "24" } as never)).toBe(24);
  for (const wrong of ["2", "0", "1.5", "a year", "-13"]) {
    expect(() => kept("KEEP_CLICKS_MONTHS", { KEEP_CLICKS_MONTHS: wrong } as never), wrong).toThrow(
      "KEEP_CLICKS_MONTHS",
    );
  }
});
