import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { sample } from "../../lib/contract/events.ts";
import { emitAll } from "../../lib/services/delivery/emit.ts";
import { createSigningSecret } from "../../lib/services/delivery/secrets.ts";
import { defaults } from "../../lib/services/delivery/worker.ts";
import { addEndpoint, type BenchDatabase, openBenchDatabase, openTenant, query } from "./database.ts";
import { runFloor, startProcess, startServer } from "./processes.ts";
import { inTurns, recordSpeed, type Speed } from "./results.ts";

const deliveries = 3_000;
const warm = 1_000;

type Shop = { tenantId: number; secret: string; endpoints: number };

// The baseline posts without storing anything. Both sides have the same number of posts in progress.
export async function run(): Promise<void> {
  const database = await openBenchDatabase();
  const receiver = await startServer("receiver");
  const options = { env: database.env, pinned: true, until: /delivers webhooks/ };
  const worker = await startProcess("lib/runtime/worker.ts", options);
  try {
    for (const endpoints of [1, 10]) {
      const shops: Shop[] = [];
      const warmShop = await openShop(database, receiver.said, `warm-${endpoints}`, endpoints);
      await dispatchRound(database, receiver.said, warmShop, warm);
      const { ours, floor } = await inTurns(
        {
          ours: async () => {
            const shop = await openShop(database, receiver.said, `${endpoints}-${shops.length}`, endpoints);
            shops.push(shop);
            return dispatchRound(database, receiver.said, shop, deliveries);
          },
          floor: () => floorRound(database, receiver.said, shops.at(-1) as Shop),
        },
        3,
      );
      recordSpeed(`deliveries, ${endpoints} endpoint${endpoints > 1 ? "s" : ""}`, ours, floor, 0.4);
    }
  } finally {
    await worker.stop();
    await receiver.stop();
    await database.stop();
  }
}

async function openShop(database: BenchDatabase, origin: string, name: string, endpoints: number): Promise<Shop> {
  const { tenantId } = await openTenant(database.db, name);
  const secret = createSigningSecret();
  for (let n = 0; n < endpoints; n++) {
    const id = `whk_${name}_${n}`;
    const address = `${origin}/${id}`;
    await addEndpoint(database, { tenantId, id, address, events: ["upsell.accepted"], state: "enabled", secret });
  }
  return { tenantId, secret, endpoints };
}

/** Measures from the commit of all deliveries until the last one is settled. */
async function dispatchRound(
  { db, url }: BenchDatabase,
  origin: string,
  { tenantId, endpoints }: Shop,
  count: number,
): Promise<Speed> {
  await countReceived(origin);
  const event = { type: "upsell.accepted", data: sample("upsell.accepted") } as const;
  const events = Array.from({ length: count / endpoints }, () => event);
  const begun = await db.transaction(async (tx) => {
    await emitAll(tx, tenantId, events);
    const { rows } = await tx.execute<{ at: number }>(sql`
      select extract(epoch from clock_timestamp())::float8 * 1000 as at`);
    return rows[0]?.at ?? Number.NaN;
  });
  const pending = "select 1 from checkout.delivery where tenant_id = $1 and status <> 'delivered' limit 1";
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(200)) {
    if ((await db.$client.query(pending, [tenantId])).rows.length === 0) break;
  }
  const [ended] = await query<{ delivered: number; last: number; p50: number; p99: number }>(
    url,
    `select count(*)::int as delivered, extract(epoch from max(settled_at))::float8 * 1000 as last,
       percentile_disc(0.5) within group (order by duration_ms) as p50,
       percentile_disc(0.99) within group (order by duration_ms) as p99
     from checkout.delivery where tenant_id = $1 and status = 'delivered'`,
    [tenantId],
  );
  if (!ended) throw new Error("The deliveries are gone.");
  const { received, distinct } = await countReceived(origin);
  if (received > distinct) console.log(`  ${received - distinct} of ${received} were sent more than once.`);
  return {
    perSecond: (count / (ended.last - begun)) * 1000,
    p50: ended.p50,
    p99: ended.p99,
    answered: ended.delivered,
    failed: count - Math.min(distinct, ended.delivered),
  };
}

async function floorRound({ url }: BenchDatabase, origin: string, shop: Shop): Promise<Speed> {
  const speed = await runFloor("dispatch", {
    DATABASE_URL: url,
    FLOOR_TENANT: String(shop.tenantId),
    FLOOR_SECRET: shop.secret,
    FLOOR_CONCURRENCY: String(defaults.perEndpoint * shop.endpoints),
    FLOOR_WARM: String(warm),
  });
  await countReceived(origin);
  return speed;
}

async function countReceived(origin: string): Promise<{ received: number; distinct: number }> {
  return (await fetch(origin)).json();
}
