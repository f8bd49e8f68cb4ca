import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Administrator } from "../../e2e/administrator.ts";
import { ensurePostgres } from "../../lib/runtime/postgres.ts";
import { openShop } from "../soak/people.ts";
import { startTestCluster, type TestCluster } from "../test/cluster.ts";
import { startPgBouncer } from "../test/pgbouncer.ts";
import { paced, rotate } from "./load.ts";
import { record, type Speed } from "./results.ts";

const webs = 10;
/** What PgBouncer opens for the requests of all processes. The rest of the forty are sessions. */
const pooledConnections = 14;
const mostConnections = 40;
const store = "bench";
const reads = ["/upsells", "/orders", "/commissions"].map((path) => `/${store}/sandbox${path}`);

// Reads lists through ten web processes and a worker, first on a database of their own, then through PgBouncer in
// transaction mode, and counts the connections that the server has at the most.
export async function run(): Promise<void> {
  const direct = await measure(async (url) => ({ addresses: { DATABASE_URL: url }, stop: async () => {} }));
  const pooled = await measure(async (url) => {
    const pool = await startPgBouncer(url, pooledConnections);
    return { addresses: { DATABASE_URL: pool.url, DATABASE_SESSION_URL: url }, stop: pool.stop };
  });
  const said = ({ speed, connections }: Measured) =>
    `${connections} connections, p50 ${speed.p50.toFixed(1)} ms, ${speed.failed} failed`;
  record({
    what: `a list from one of ${webs} web processes, p99`,
    ours: pooled.speed.p99,
    unit: "ms",
    floor: direct.speed.p99,
    limits: { mostTimes: 2 },
    also: [
      { text: said(pooled), met: pooled.connections <= mostConnections && pooled.speed.failed === 0 },
      { text: `without a pool ${said(direct)}`, met: direct.speed.failed === 0 },
    ],
  });
}

type Measured = { speed: Speed; connections: number };
type Way = (url: string) => Promise<{ addresses: { DATABASE_URL: string }; stop(): Promise<void> }>;

async function measure(way: Way): Promise<Measured> {
  const database = await roomyServer();
  const { addresses, stop } = await way(database.url);
  let cluster: TestCluster | undefined;
  try {
    cluster = await startTestCluster(12, { webs, workers: 1, database: addresses });
    const administrator = new Administrator({ ...cluster.env });
    const { headers } = await openShop(cluster.origin, administrator, store);
    await administrator.run("demo", "--store", store, "--visits", "60000");
    administrator.leave();
    const target = { origin: cluster.origin, path: rotate(reads), headers: () => headers };
    await paced(target, { perSecond: 10, seconds: 10 });
    const counting = countConnections(database.url);
    const speed = await paced(target, { perSecond: 20, seconds: 30 });
    return { speed, connections: await counting.most() };
  } finally {
    await cluster?.stop();
    await stop();
    await database.stop();
  }
}

/** Without a pool, the processes open more connections than a server allows by default. */
async function roomyServer() {
  const dataDir = mkdtempSync(join(tmpdir(), "cartwright-bench-"));
  const small = await ensurePostgres({ dataDir });
  await small.stop();
  appendFileSync(join(small.where, "postgresql.conf"), "max_connections = 300\n");
  const postgres = await ensurePostgres({ dataDir });
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      if (!postgres.where.startsWith(dataDir)) rmSync(postgres.where, { recursive: true, force: true });
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function countConnections(url: string) {
  let most = 0;
  let isDone = false;
  const counting = (async () => {
    const client = new pg.Client(url);
    await client.connect();
    while (!isDone) {
      const { rows } = await client.query(
        "select count(*)::int as now from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      );
      most = Math.max(most, rows[0].now);
      await sleep(50);
    }
    await client.end();
  })();
  return {
    async most(): Promise<number> {
      isDone = true;
      await counting;
      return most;
    },
  };
}
