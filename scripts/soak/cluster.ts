import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Administrator } from "../../e2e/administrator.ts";
import { call, cookiesOf } from "../../e2e/processes.ts";
import { type Member, startTestCluster, type TestCluster } from "../test-cluster.ts";

const stores = Array.from({ length: 6 }, (_, n) => `shop-${n}`);
const password = "correct horse battery";
const perSecond = 50;

/** What people do in one store, and what was said of it. */
type Shop = { store: string; headers: Record<string, string>; acknowledged: Set<string>; unknown: Set<string> };

/**
 * Two that serve and two that work, behind nginx, under 50 requests a second. First all of them are restarted one after
 * the other, and no request may fail; then any one is killed, again and again, a connection of the database among them,
 * and no read may fail after it was tried again, no write that was acknowledged may be lost, and none be there twice.
 */
export async function run(rounds: number): Promise<boolean> {
  const cluster = await startTestCluster(12, true);
  const administrator = new Administrator({ ...cluster.env });
  try {
    const shops: Shop[] = [];
    for (const store of stores) shops.push(await openShop(cluster, administrator, store));
    const restarts = Math.max(1, Math.round(rounds / 10));
    const rolling = await underLoad(shops, cluster, { retry: 0 }, async () => {
      for (let round = 0; round < restarts; round++) {
        for (const member of [...cluster.webs, ...cluster.workers]) await member.restart();
      }
    });
    tell(`${restarts} × all restarted in turn`, rolling, await doubled(cluster.databaseUrl, shops));
    const killed: Record<string, number> = { web: 0, worker: 0, database: 0 };
    const kills = await underLoad(shops, cluster, { retry: 20 }, async () => {
      for (let round = 0; round < rounds; round++) {
        const victim = anyOf<Member | null>([...cluster.webs, ...cluster.workers, null]);
        killed[victim?.kind ?? "database"] = (killed[victim?.kind ?? "database"] ?? 0) + 1;
        await (victim ? victim.kill() : killConnection(cluster.databaseUrl));
        await sleep(1_000 * Math.random());
        await victim?.start();
        await sleep(1_000);
      }
    });
    const what = Object.entries(killed).map(([kind, count]) => `${kind} ${count}`);
    const wrong = await doubled(cluster.databaseUrl, shops);
    tell(`killed: ${what.join(", ")}`, kills, wrong);
    const clean = (counts: Counts) => counts.reads.failed === 0 && wrong.lost === 0 && wrong.doubled === 0;
    return clean(rolling) && clean(kills) && rolling.writes.failed === 0;
  } finally {
    administrator.leave();
    await cluster.stop();
  }
}

async function openShop({ origin }: TestCluster, administrator: Administrator, store: string): Promise<Shop> {
  const email = `owner@${store}.test`;
  const owner = ["--email", email, "--name", "Owner", "--password", password];
  await administrator.run("setup", ...owner, "--store", store, "--currency", "EUR", "--timezone", "UTC");
  const signed = await call(origin, "POST", "/api/auth/sign-in/email", {
    headers: { origin },
    body: { email, password },
  });
  if (signed.status !== 200) throw new Error(`Signing in answered ${signed.status}: ${signed.text}`);
  const headers = { cookie: cookiesOf(signed).join("; "), origin };
  return { store, headers, acknowledged: new Set(), unknown: new Set() };
}

type Counts = { reads: Count; writes: Count; seconds: number };
type Count = { asked: number; failed: number; again: number; slowest: number };

/** Requests at a steady rate, whether those before are answered or not, for as long as something is done. */
async function underLoad(
  shops: Shop[],
  { origin }: TestCluster,
  { retry }: { retry: number },
  act: () => Promise<void>,
): Promise<Counts> {
  const none = () => ({ asked: 0, failed: 0, again: 0, slowest: 0 });
  const counts: Counts = { reads: none(), writes: none(), seconds: 0 };
  const begun = performance.now();
  const open = new Set<Promise<void>>();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - begun) / 1_000) * perSecond);
    // So many that wait are a machine that is too slow for the question, and not to be made slower.
    while (sent < due && open.size < 300) {
      const one = ask(origin, shops[sent % shops.length] as Shop, Math.floor(sent / shops.length), counts, retry);
      open.add(one);
      one.finally(() => open.delete(one));
      sent++;
    }
    sent = Math.max(sent, due - perSecond);
  }, 20);
  await act().finally(() => clearInterval(timer));
  await Promise.all(open);
  counts.seconds = (performance.now() - begun) / 1_000;
  return counts;
}

/** Of sixteen requests in a store one is a page, one asks the API and one adds an offer; the others ask for its jobs. */
async function ask(origin: string, shop: Shop, turn: number, counts: Counts, retry: number): Promise<void> {
  const api = `/api/${shop.store}/sandbox`;
  const kind = turn % 16;
  if (kind === 3) return write(origin, shop, counts);
  const path =
    kind === 0 ? `/${shop.store}/sandbox/upsells` : kind === 8 ? `${api}/checkout/upsells` : `${api}/desk/jobs`;
  const begun = performance.now();
  counts.reads.asked++;
  for (let attempt = 0; ; attempt++) {
    const answer = await call(origin, "GET", path, { headers: shop.headers }).catch((error: Error) => error);
    if (!(answer instanceof Error) && answer.status === 200) break;
    if (attempt === retry) {
      counts.reads.failed++;
      console.log(`  GET ${path}: ${answer instanceof Error ? answer.message : answer.status}`);
      break;
    }
    counts.reads.again++;
    await sleep(500);
  }
  counts.reads.slowest = Math.max(counts.reads.slowest, performance.now() - begun);
}

let made = 0;

async function write(origin: string, shop: Shop, { writes }: Counts): Promise<void> {
  const name = `Offer ${++made}`;
  const body = {
    name,
    product_id: "prod_care_kit",
    trigger_products: ["prod_boots"],
    discount: { type: "percentage", value: 15 },
    placement: "post_purchase",
    status: "draft",
  };
  const begun = performance.now();
  writes.asked++;
  const path = `/api/${shop.store}/sandbox/checkout/upsells`;
  const answer = await call(origin, "POST", path, { headers: shop.headers, body }).catch((error: Error) => error);
  writes.slowest = Math.max(writes.slowest, performance.now() - begun);
  if (!(answer instanceof Error) && answer.status === 201) {
    shop.acknowledged.add(name);
    return;
  }
  writes.failed++;
  shop.unknown.add(name);
}

/** Kills a connection's process of the database, which then ends all others and recovers. */
async function killConnection(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "soak" });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query(
    "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'cartwright%' ORDER BY random() LIMIT 1",
  );
  process.kill(rows[0].pid, "SIGKILL");
  await client.end().catch(() => {});
}

/** Offers that were acknowledged and are not there, and those that are there more than once. */
async function doubled(url: string, shops: Shop[]): Promise<{ lost: number; doubled: number; unknown: number }> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ name: string; times: number }>(
    "SELECT name, count(*)::int AS times FROM checkout.upsell GROUP BY name",
  );
  await client.end();
  const times = new Map(rows.map((row) => [row.name, row.times]));
  const acknowledged = shops.flatMap((shop) => [...shop.acknowledged]);
  const unknown = shops.flatMap((shop) => [...shop.unknown]);
  return {
    lost: acknowledged.filter((name) => !times.has(name)).length,
    doubled: rows.filter((row) => row.times > 1).length,
    unknown: unknown.length,
  };
}

function tell(name: string, { reads, writes, seconds }: Counts, wrong: { lost: number; doubled: number }): void {
  const rate = ((reads.asked + writes.asked) / seconds).toFixed(1);
  console.log(`${name}: ${seconds.toFixed(0)} s, ${rate} requests a second`);
  for (const [kind, count] of Object.entries({ reads, writes })) {
    const { asked, failed, again, slowest } = count;
    console.log(
      `  ${kind} ${asked}  failed ${failed}  tried again ${again}  slowest ${(slowest / 1_000).toFixed(1)} s`,
    );
  }
  console.log(`  acknowledged and lost ${wrong.lost}  there twice ${wrong.doubled}`);
}

const anyOf = <T>(things: T[]): T => things[Math.floor(Math.random() * things.length)] as T;
