// @module-tag long
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { rebuildSums } from "../../testing/affiliate/rebuild.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { mintClickId } from "./click-ids.ts";
import { keyFor } from "./environment.ts";
import { LinkCache, type Target } from "./link-cache.ts";
import { recordClicks } from "./record-clicks.ts";
import { readAgent } from "./visitor.ts";

/** More rounds for `npm run soak`. */
const rounds = Number(process.env.SOAK_ROUNDS ?? 12);
const timeout = 60_000 + rounds * 5_000;

let services: TestServices;
let program: Program;
let calls: TestServices["call"][];

beforeAll(async () => {
  services = await openTestServices();
  program = await openProgram(services);
  calls = Array.from({ length: 8 }, () => services.another());
});
afterAll(() => services.close());

const side = fc.integer({ min: 0, max: 1 });
const visit = fc.record({
  side,
  kind: fc.constantFrom("person", "bot", "prefetch"),
  portion: fc.integer({ min: 0, max: 3 }),
});
const sale = fc.record({
  click: fc.option(fc.nat(20)),
  coupon: fc.option(side),
  times: fc.integer({ min: 1, max: 3 }),
});
const world = fc.record({
  visits: fc.array(visit, { minLength: 1, maxLength: 12 }),
  sales: fc.array(sale, { minLength: 1, maxLength: 10 }),
  /** The order in which the writing of clicks and the reports take turns. */
  turns: fc.array(fc.nat(1_000), { minLength: 40, maxLength: 40 }),
});

const sums = async () => {
  const read = async (table: string) => {
    const { rows } = await services.db.execute(sql`
      select to_jsonb(t) as row from ${sql.raw(`affiliate.${table}`)} t
      where tenant_id = ${program.tenantId} order by 1`);
    // A count that was added and taken back equals no count at all.
    return rows.filter(({ row }) => (row as { count?: number }).count !== 0);
  };
  const tables = [
    "record_count",
    "link_total",
    "affiliate_total",
    "daily_click",
    "daily_click_total",
    "daily_affiliate",
    "monthly_affiliate",
  ];
  return Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await read(table)])));
};

test("an order gets the same affiliate and a click counts once, no matter which is written first", {
  timeout,
}, async () => {
  let [clicks, orders, reports] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(world, async ({ visits, sales, turns }) => {
      const run = `${orders}-${reports}`;
      const affiliates = await Promise.all([0, 1].map((n) => program.affiliate({ coupon_codes: [`C${n}-${run}`] })));
      const links = await Promise.all(affiliates.map(({ id }) => program.link(id)));
      const cache = new LinkCache(services.db);
      const targets = (await Promise.all(links.map(({ code }) => cache.find(code)))) as Target[];
      const made = visits.map((one) => {
        const target = targets[one.side] as Target;
        const agent = readAgent(one.kind === "bot" ? "curl/8" : "Firefox/140.0 (Windows)");
        const id = mintClickId(keyFor("click-id"), target.linkId);
        return { ...one, followed: { id, target, agent, referrer: null, address: "203.0.113.1", country: null } };
      });
      const written = made.filter(({ kind }) => kind !== "prefetch");
      const flushes = Map.groupBy(written, ({ portion }) => portion);
      const placed = sales.map(({ click, coupon }, n) => {
        const led = click === null ? undefined : made[click % made.length];
        const codes = coupon === null ? [] : [`c${coupon}-${run}`];
        const report = program.placed({
          external_id: `${run}-${n}`,
          coupon_codes: codes,
          ...(led && { click_id: led.followed.id }),
        });
        const owner = coupon ?? led?.side;
        const used = led && led.side === owner ? led : undefined;
        return { report, owner, used, times: (sales[n] as { times: number }).times };
      });

      const jobs = [
        ...[...flushes.values()].map(
          (own) => () =>
            recordClicks(
              services.db,
              own.map(({ followed }) => followed),
            ),
        ),
        // A batch that is sent again after its response was lost.
        ...[...flushes.values()].map(
          (own) => () =>
            recordClicks(
              services.db,
              own.map(({ followed }) => followed),
            ),
        ),
        ...placed.flatMap(({ report, times }) =>
          Array.from({ length: times }, () => async () => {
            const call = calls[reports++ % calls.length] as TestServices["call"];
            const { status } = await call("POST", "/affiliate/storefront/v1/orders", {
              key: program.key,
              body: { orders: [report] },
            });
            expect(status).toBe(200);
          }),
        ),
      ].map((work, n) => ({ work, turn: turns[n % turns.length] as number }));
      const queue = jobs.toSorted((a, b) => a.turn - b.turn);
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          for (let job = queue.shift(); job; job = queue.shift()) await job.work();
        }),
      );

      for (const { report, owner, used } of placed) {
        const { body } = await program.call("GET", `/orders/${report.external_id}`);
        expect(body.affiliate_id).toBe(owner === undefined ? null : affiliates[owner]?.id);
        expect(body.click_id).toBe(used?.followed.id ?? null);
      }
      const good = new Set(
        [...written, ...placed.flatMap(({ used }) => used ?? [])].map(({ followed }) => followed.id),
      );
      const { rows } = await services.db.$client.query(
        "select id, is_bot, order_id is not null as led, landing_page from affiliate.click where link_id = any ($1) order by id",
        [links.map(({ id }) => id)],
      );
      const expected = made
        .filter(({ followed }) => good.has(followed.id))
        .map(({ followed, kind }) => ({
          id: followed.id,
          is_bot: kind === "bot",
          led: placed.some(({ used }) => used?.followed.id === followed.id),
          landing_page: kind === "prefetch" ? null : "https://shop.example.com/",
        }));
      expect(rows).toEqual(expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
      for (const [n, link] of links.entries()) {
        const own = made.filter(({ side, kind, followed }) => side === n && kind !== "bot" && good.has(followed.id));
        expect((await program.call("GET", `/links/${link.id}`)).body.clicks).toBe(own.length);
      }
      clicks += made.length;
      orders += placed.length;
    }),
    { numRuns: rounds },
  );
  const kept = await sums();
  await rebuildSums(services.db, program, true);
  expect(await sums()).toEqual(kept);
  console.log(`${clicks} clicks, ${orders} orders in ${reports} reports, on 8 connections`);
});
