import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Administrator } from "../../e2e/administrator.ts";
import { migrate } from "../../lib/database/migrate.ts";
import { ensureBuild } from "../../lib/runtime/build.ts";
import { projectDir } from "../../lib/runtime/runtime.ts";
import { startReceiver } from "../../lib/testing/delivery/delivery.ts";
import { browser as userAgent } from "../../lib/testing/shop.ts";
import { query } from "../bench/database.ts";
import { percentile } from "../bench/results.ts";
import { startTestCluster } from "../test/cluster.ts";
import { startHaproxy } from "../test/haproxy.ts";
import { freePort } from "../test/nginx.ts";
import { payAffiliates } from "./failover/payouts.ts";
import { watchScreen } from "./failover/screen.ts";
import { atRate, type Count, none, openShop as openDesk, read, tellFailures, underLoad } from "./people.ts";
import { checkOut } from "./previous.ts";
import { missingDeliveries, openHookedShop, visit, type Writers } from "./storefront.ts";
import { compareSums, type Shop } from "./storefront-sums.ts";
import { importAndExport } from "./work.ts";

const desks = ["desk-0", "desk-1", "desk-2", "desk-3"];

// Two web processes, two services and two workers of an earlier version are replaced one after the other by this one,
// while people, shoppers, jobs, payouts and webhooks go on. No request may fail, and nothing acknowledged may be missing.
export async function run(from?: string): Promise<boolean> {
  (await ensureBuild(console.log)).release();
  const previous = checkOut(from);
  const undo: (() => unknown)[] = [previous.remove];
  try {
    console.log(`From ${previous.said}`);
    const receiver = await startReceiver();
    undo.push(receiver.close);
    const { folder } = previous;
    const cluster = await startTestCluster(12, {
      durable: true,
      services: 2,
      folder,
      startProxy: startHaproxy,
      // The load balancer asks twice, with a second in between.
      settings: { DRAIN_NOTICE_SECONDS: "3" },
    });
    undo.push(cluster.stop);
    const port = await freePort();
    const entry = await startHaproxy(
      port,
      cluster.services.map(({ origin }) => origin),
    );
    undo.push(entry.stop);
    const [desk, storefront] = [cluster.origin, `http://127.0.0.1:${port}`];

    const administrator = new Administrator({ ...cluster.env }, folder);
    undo.push(() => administrator.leave());
    const people = [];
    for (const store of desks) people.push(await openDesk(desk, administrator, store));
    const clerk = await openDesk(desk, administrator, "clerk");
    const { openDatabase, ...writers } = await writersOf(folder);
    const db = openDatabase(cluster.databaseUrl, 2);
    undo.push(() => db.$client.end());
    const { shop, tenantId } = await openHookedShop(db, [storefront], receiver.origin, writers);
    const [link] = await query<{ code: string }>(cluster.databaseUrl, "select code from affiliate.link");

    let isOver = false;
    const screen = await watchScreen(desk, clerk);
    undo.push(screen.close);
    const jobs = importAndExport(desk, clerk, () => isOver);
    const payouts = payAffiliates(shop, () => isOver);
    const visits = visit(shop, "s", () => isOver);
    for (const work of [jobs, payouts, visits, screen.going]) work.catch(() => {});

    const stages: Stage[] = [];
    const enter = (name: string) => stages.push({ name, at: performance.now() });
    const visitors = { offers: none(), redirects: none() };
    const visitAgain = () => comeBy(storefront, shop, link?.code ?? "", visitors);
    const counts = await underLoad(people, desk, { perSecond: 15, withScripts: true }, () =>
      atRate(5, visitAgain, async () => {
        await sleep(10_000);
        enter("before");
        await sleep(20_000);
        enter("migrated");
        await migrate(cluster.databaseUrl);
        await sleep(20_000);
        enter("replaced");
        for (const member of [...cluster.services, ...cluster.webs, ...cluster.workers]) {
          member.folder = projectDir;
          await member.restart();
          while (member.origin && !(await fetch(`${member.origin}/health/ready`)).ok) await sleep(100);
          // Until the load balancer has seen it, too.
          await sleep(3_000);
        }
        enter("after");
        await sleep(20_000);
      }),
    );
    isOver = true;
    await visits;
    const [worked, paid, seen] = [await jobs, await payouts, await screen.result()];

    const { seconds, ...ofPeople } = counts;
    const kinds = { ...ofPeople, jobs: worked.reads, ...visitors };
    tellStages(stages, kinds);
    tellFailures(kinds);
    // The loop of payouts sends more than the limits of a key allow.
    const again = shop.told.again.filter((why) => !why.includes(": 429"));
    for (const why of again) console.log(`  sent again: ${why}`);
    const url = cluster.databaseUrl;
    const readShop = (path: string) => shop.send(`/checkout/v1${path}`, { key: shop.keys.desk }, "GET");
    const areSumsRight = await compareSums(shop.told, { db, tenantId, read: readShop });
    const offers = await query<{ name: string; times: number }>(
      url,
      "select name, count(*)::int as times from checkout.upsell where name like 'Offer %' group by name",
    );
    const names = new Set(offers.map(({ name }) => name));
    const clicks = await query<{ count: number }>(url, "select count(*)::int as count from affiliate.click");
    const followed = visitors.redirects.answers.length;
    const hooks = await missingDeliveries(url, receiver.eventIds("/hook"));
    const { lost, doubled } = await paid.compare(url);
    const job = await worked.compare(url);
    const failed = Object.values(kinds).reduce((sum, count) => sum + count.failed, 0);
    const wrong: Record<string, number> = {
      "requests failed": failed + job.refused + again.length,
      "offers lost": people.flatMap((one) => [...one.acknowledged]).filter((name) => !names.has(name)).length,
      "offers there twice": offers.filter(({ times }) => times > 1).length,
      [`clicks lost, of ${followed}`]: Math.max(0, followed + 1 - (clicks[0]?.count ?? 0)),
      [`webhook events not delivered, of ${hooks.events}`]: hooks.missing,
      [`payouts lost, of ${paid.count}`]: lost,
      "commissions paid twice": doubled,
      [`jobs not finished, of ${job.imports} imports and ${job.exports} exports`]: job.unfinished + job.incomplete,
      "imported affiliates lost or there twice": job.lost + job.twice,
      [`screens loaded again, of ${seen.steps}`]: seen.reloads,
    };
    for (const [what, count] of Object.entries(wrong)) console.log(`${String(count).padStart(6)}  ${what}`);
    return areSumsRight && Object.values(wrong).every((count) => count === 0);
  } finally {
    while (undo.length) await undo.pop()?.();
  }
}

/** Its tables may lack columns that the present version writes. */
async function writersOf(folder: string) {
  const load = (path: string) => import(join(folder, path));
  const { openDatabase }: typeof import("../../lib/database/client.ts") = await load("lib/database/client.ts");
  const { createApiKey, createStorefrontKey }: Writers = await load("lib/services/tenants.ts");
  const { openTenant }: Writers = await load("scripts/bench/database.ts");
  const { fillCatalogue }: Writers = await load("scripts/bench/shoppers.ts");
  return { openDatabase, createApiKey, createStorefrontKey, openTenant, fillCatalogue };
}

/** Somebody follows a tracking link, and a page asks for offers. */
async function comeBy(origin: string, { keys }: Shop, code: string, { offers, redirects }: Record<string, Count>) {
  const headers = { "user-agent": userAgent };
  const ofShop = { ...headers, authorization: `Bearer ${keys.server}` };
  const path = "/services/checkout/storefront/v1/offers?visitor_id=v1&cart=prod_boots";
  await Promise.all([
    read(origin, `/r/${code}`, headers, redirects as Count, 0, 302),
    read(origin, path, ofShop, offers as Count, 0),
  ]);
}

type Stage = { name: string; at: number };

function tellStages(stages: Stage[], kinds: Record<string, Count>): void {
  const columns = ["asked", "failed", ...stages.map(({ name }) => `p99 ${name}`)];
  console.log(`${"".padEnd(12)}${columns.map((column) => column.padStart(14)).join("")}`);
  for (const [kind, { asked, failed, answers }] of Object.entries(kinds)) {
    const waits = stages.map((stage, n) => {
      const end = stages[n + 1]?.at ?? Number.POSITIVE_INFINITY;
      const times = answers.filter(({ at }) => at >= stage.at && at < end).map(({ ms }) => ms);
      return `${percentile(times, 0.99).toFixed(0)} ms`;
    });
    const cells = [String(asked), String(failed), ...waits];
    console.log(`${kind.padEnd(12)}${cells.map((cell) => cell.padStart(14)).join("")}`);
  }
}
