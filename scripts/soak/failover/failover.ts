import { setTimeout as sleep } from "node:timers/promises";
import { Administrator } from "../../../e2e/administrator.ts";
import { call } from "../../../e2e/processes.ts";
import { openDatabase } from "../../../lib/database/client.ts";
import { startReceiver } from "../../../lib/testing/delivery/delivery.ts";
import { browser as userAgent } from "../../../lib/testing/shop.ts";
import { openTenant } from "../../bench/database.ts";
import { startTestCluster } from "../../test/cluster.ts";
import { openShop as openDesk, tellCounts, underLoad } from "../people.ts";
import { missingDeliveries, openHookedShop, visit } from "../storefront.ts";
import { compareSums } from "../storefront-sums.ts";
import { importAndExport } from "../work.ts";
import { payAffiliates } from "./payouts.ts";
import { watchScreen } from "./screen.ts";
import { query, startServers } from "./servers.ts";

const desks = ["desk-0", "desk-1", "desk-2"];
const shoppers = 3;

// The primary of three PostgreSQL servers fails in turn in five ways, while people work in two web processes, shoppers
// report to two services, affiliates are paid, and two workers deliver webhooks. False if something acknowledged is
// missing or there twice, or if a screen had to be loaded again.
export async function run(rounds: number): Promise<boolean> {
  const servers = await startServers();
  const receiver = await startReceiver();
  const database = { DATABASE_URL: servers.url, DATABASE_SESSION_URL: servers.sessionUrl };
  const undo: (() => unknown)[] = [servers.stop, receiver.close];
  try {
    const cluster = await startTestCluster(12, { database, services: 2 });
    undo.push(cluster.stop);
    const origins = cluster.services.map(({ origin }) => origin);
    const administrator = new Administrator({ ...cluster.env });
    const people = [];
    for (const desk of desks) people.push(await openDesk(cluster.origin, administrator, desk));
    const clerk = await openDesk(cluster.origin, administrator, "clerk");
    administrator.leave();
    const db = openDatabase(servers.sessionUrl, 2);
    undo.push(() => db.$client.end());
    const { shop, tenantId } = await openHookedShop(db, origins, receiver.origin);

    const { keys } = await openTenant(db, "probe", { keys: 1 });
    const probe = watchWrites(origins[0] as string, keys[0] as string);
    const screen = await watchScreen(cluster.origin, people[0] as (typeof people)[number]);
    undo.push(screen.close);
    let isOver = false;
    const payouts = payAffiliates(shop, () => isOver);
    const visits = Promise.all(Array.from({ length: shoppers }, (_, n) => visit(shop, `s${n}`, () => isOver)));
    const jobs = importAndExport(cluster.origin, clerk, () => isOver, 60);
    // Their errors are thrown when the faults are over.
    for (const work of [payouts, visits, jobs, screen.going]) work.catch(() => {});
    const counts = await underLoad(people, cluster.origin, { retry: 60, perSecond: 12 }, async () => {
      await sleep(5_000);
      const faults = Object.entries(servers.faults);
      for (let round = 0; round < rounds; round++) {
        const [name, fault] = faults[round % faults.length] as (typeof faults)[number];
        probe.begin(name);
        await fault();
        await servers.healthy();
        await sleep(3_000);
      }
    });
    isOver = true;
    await visits;
    const paid = await payouts;
    const worked = await jobs;
    const { reloads, waits, steps } = await screen.result();
    await probe.stop();
    probe.tell();

    tellCounts("people", counts);
    const written = await query<{ name: string; times: number }>(
      servers.sessionUrl,
      "select name, count(*)::int as times from checkout.upsell group by name",
    );
    const times = new Map(written.map((row) => [row.name, row.times]));
    const lost = people.flatMap(({ acknowledged }) => [...acknowledged]).filter((name) => !times.has(name));
    const twice = written.filter((row) => row.times > 1 && row.name.startsWith("Offer "));
    const read = (path: string) => shop.send(`/checkout/v1${path}`, { key: shop.keys.desk }, "GET");
    const areSumsRight = await compareSums(shop.told, { db, tenantId, read });
    const undelivered = await missingDeliveries(servers.sessionUrl, receiver.eventIds("/hook"));
    const payoutFigures = await paid.compare(servers.sessionUrl);
    console.log(`Offers of people acknowledged and lost ${lost.length}, there twice ${twice.length}.`);
    console.log(`Events of webhooks ${undelivered.events}, not delivered ${undelivered.missing}.`);
    console.log(
      `Payouts acknowledged ${paid.count}, lost ${payoutFigures.lost}, commissions paid twice ${payoutFigures.doubled}.`,
    );
    const job = await worked.compare(servers.sessionUrl);
    console.log(
      `Jobs finished: ${job.imports} imports and ${job.exports} exports; not finished ${job.unfinished}, incomplete ${job.incomplete}, answered with an error ${job.refused}; imported affiliates lost ${job.lost}, there twice ${job.twice}.`,
    );
    console.log(
      `A screen: ${steps} steps, waited for the server in ${waits}, had to be loaded again ${reloads} times.`,
    );
    const zero = [lost.length, twice.length, undelivered.missing, payoutFigures.lost, payoutFigures.doubled, reloads];
    zero.push(job.unfinished, job.incomplete, job.lost, job.twice, worked.reads.failed);
    return areSumsRight && counts.reads.failed === 0 && zero.every((count) => count === 0);
  } finally {
    while (undo.length) await undo.pop()?.();
  }
}

/** Reports one event after the other, and notes how long none was acknowledged during each fault. */
function watchWrites(origin: string, key: string) {
  const gaps: { name: string; seconds: number }[] = [];
  let last = performance.now();
  let isOver = false;
  const note = () => {
    const current = gaps.at(-1);
    if (current) current.seconds = Math.max(current.seconds, (performance.now() - last) / 1000);
    last = performance.now();
  };
  const probing = (async () => {
    for (let n = 0; !isOver; n++) {
      const event = { id: `probe-${n}`, type: "visit", occurred_at: new Date().toISOString(), visitor_id: "probe" };
      const headers = { authorization: `Bearer ${key}`, "user-agent": userAgent };
      const sent = { headers, body: { events: [event] } };
      const answer = await call(origin, "POST", "/services/checkout/storefront/v1/events", sent).catch(() => undefined);
      if (answer && answer.status < 300) note();
      await sleep(100);
    }
  })();
  return {
    begin: (name: string) => gaps.push({ name, seconds: 0 }),
    async stop() {
      isOver = true;
      await probing;
    },
    tell() {
      const longest = Math.max(...gaps.map(({ seconds }) => seconds));
      console.log(`Seconds without an acknowledged write, longest ${longest.toFixed(1)}:`);
      for (const [name, all] of Map.groupBy(gaps, (gap) => gap.name)) {
        console.log(`  ${name.padEnd(26)}${all.map(({ seconds }) => seconds.toFixed(1).padStart(6)).join("")}`);
      }
    },
  };
}
