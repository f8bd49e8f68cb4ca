import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Administrator } from "../../e2e/administrator.ts";
import { type Member, startTestCluster } from "../test/cluster.ts";
import { type Counts, openShop, type Shop, tellCounts, underLoad } from "./people.ts";

const stores = Array.from({ length: 6 }, (_, n) => `shop-${n}`);

// Two web processes and two workers restart one after the other under load: no request may fail. Then processes and
// connections are killed: no read may fail after a retry, no acknowledged write may be lost or done twice.
export async function run(rounds: number): Promise<boolean> {
  const cluster = await startTestCluster(12, { durable: true });
  const administrator = new Administrator({ ...cluster.env });
  try {
    const shops: Shop[] = [];
    for (const store of stores) shops.push(await openShop(cluster.origin, administrator, store));
    const restarts = Math.max(1, Math.round(rounds / 10));
    const rolling = await underLoad(shops, cluster.origin, { withScripts: true }, async () => {
      for (let round = 0; round < restarts; round++) {
        for (const member of [...cluster.webs, ...cluster.workers]) await member.restart();
      }
    });
    tell(`${restarts} × all restarted in turn`, rolling, await doubled(cluster.databaseUrl, shops));
    const killed: Record<string, number> = { web: 0, worker: 0, database: 0 };
    const kills = await underLoad(shops, cluster.origin, { retry: 20, withScripts: true }, async () => {
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
    const clean = (counts: Counts) =>
      counts.reads.failed + counts.scripts.failed === 0 && wrong.lost === 0 && wrong.doubled === 0;
    return clean(rolling) && clean(kills) && rolling.writes.failed === 0;
  } finally {
    administrator.leave();
    await cluster.stop();
  }
}

/** Kills a backend of the database, which then closes all other connections and recovers. */
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

/** Counts acknowledged offers that are missing, and offers that exist twice. */
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

function tell(name: string, counts: Counts, wrong: { lost: number; doubled: number }): void {
  tellCounts(name, counts);
  console.log(`  acknowledged and lost ${wrong.lost}  there twice ${wrong.doubled}`);
}

const anyOf = <T>(things: T[]): T => things[Math.floor(Math.random() * things.length)] as T;
