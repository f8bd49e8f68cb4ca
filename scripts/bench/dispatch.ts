import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { sample } from "../../lib/contract/events.ts";
import { projectDir } from "../../lib/runtime/runtime.ts";
import { emitAll } from "../../lib/services/delivery/emit.ts";
import { createSigningSecret, sealSecret } from "../../lib/services/delivery/secrets.ts";
import { defaults } from "../../lib/services/delivery/worker.ts";
import { runPinned, startPinned, startProcess, stop } from "./pinned.ts";
import { benchSecret, openPlace, openTenant, type Place, query } from "./place.ts";
import { compare, type Figures, printHead, report } from "./print.ts";

const deliveries = 3_000;
const warm = 1_000;
const rounds = 3;
const wanted = 0.4;

/** Compares sending and settling queued deliveries with plain posts that store nothing. */
export async function run(): Promise<boolean> {
  const place = await openPlace();
  const receiver = await startProcess(join(projectDir, "scripts/bench/receiver.ts"), {});
  const worker = await startPinned(join(projectDir, "lib/runtime/worker.ts"), place.env, /delivers webhooks/);
  try {
    console.log(`Both sides have at most ${defaults.perEndpoint} posts at a time under way to each endpoint.`);
    printHead();
    let kept = true;
    for (const endpoints of [1, 10]) {
      const shops: Shop[] = [];
      await dispatchRound(
        place,
        receiver.said,
        await openShop(place, receiver.said, `warm-${endpoints}`, endpoints),
        warm,
      );
      const figures = await compare(
        {
          service: async () => {
            const shop = await openShop(place, receiver.said, `${endpoints}-${shops.length}`, endpoints);
            shops.push(shop);
            return dispatchRound(place, receiver.said, shop, deliveries);
          },
          floor: () => floorRound(place, receiver.said, shops.at(-1) as Shop),
        },
        rounds,
      );
      kept = report(`deliveries, ${endpoints} endpoint${endpoints > 1 ? "s" : ""}`, figures, wanted) && kept;
    }
    return kept;
  } finally {
    await stop([worker.child, receiver.child]);
    await place.stop();
  }
}

type Shop = { tenantId: number; secret: string; endpoints: number };

async function openShop(place: Place, origin: string, name: string, endpoints: number): Promise<Shop> {
  const { tenantId } = await openTenant(place.db, name);
  const secret = createSigningSecret();
  for (let n = 0; n < endpoints; n++) {
    const id = `whk_${name}_${n}`;
    await query(
      place.url,
      `insert into checkout.webhook_endpoint (tenant_id, id, url, events, state, secret)
       values ($1, $2, $3, '{upsell.accepted}', 'enabled', $4)`,
      [tenantId, id, `${origin}/${id}`, sealSecret(secret, { tenantId, endpointId: id }, benchSecret)],
    );
  }
  return { tenantId, secret, endpoints };
}

/** Measures from the commit of all deliveries until the last one is settled. */
async function dispatchRound(place: Place, origin: string, shop: Shop, deliveries: number): Promise<Figures> {
  await receivedAt(origin);
  const event = { type: "upsell.accepted", data: sample("upsell.accepted") } as const;
  const events = Array.from({ length: deliveries / shop.endpoints }, () => event);
  const begun = await place.db.transaction(async (tx) => {
    await emitAll(tx, shop.tenantId, events);
    const { rows } = await tx.execute<{ at: number }>(sql`
      select extract(epoch from clock_timestamp())::float8 * 1000 as at`);
    return rows[0]?.at ?? Number.NaN;
  });
  const waiting = () =>
    place.db.$client.query("select 1 from checkout.delivery where tenant_id = $1 and status <> 'delivered' limit 1", [
      shop.tenantId,
    ]);
  for (const deadline = Date.now() + 60_000; (await waiting()).rows.length > 0 && Date.now() < deadline; ) {
    await sleep(200);
  }
  const [ended] = await query<{ delivered: number; last: number; p50: number; p99: number }>(
    place.url,
    `select count(*)::int as delivered, extract(epoch from max(settled_at))::float8 * 1000 as last,
       percentile_disc(0.5) within group (order by duration_ms) as p50,
       percentile_disc(0.99) within group (order by duration_ms) as p99
     from checkout.delivery where tenant_id = $1 and status = 'delivered'`,
    [shop.tenantId],
  );
  if (!ended) throw new Error("The deliveries are gone.");
  const { received, distinct } = await receivedAt(origin);
  if (received > distinct) console.log(`  ${received - distinct} of ${received} were sent more than once.`);
  return {
    perSecond: (deliveries / (ended.last - begun)) * 1000,
    p50: ended.p50,
    p99: ended.p99,
    answered: ended.delivered,
    failed: deliveries - Math.min(distinct, ended.delivered),
  };
}

async function floorRound(place: Place, origin: string, shop: Shop): Promise<Figures> {
  const figures = await runPinned<Figures>(join(projectDir, "scripts/bench/floor-dispatch.ts"), {
    DATABASE_URL: place.url,
    FLOOR_TENANT: String(shop.tenantId),
    FLOOR_SECRET: shop.secret,
    FLOOR_CONCURRENCY: String(defaults.perEndpoint * shop.endpoints),
    FLOOR_WARM: String(warm),
  });
  await receivedAt(origin);
  return figures;
}

async function receivedAt(origin: string): Promise<{ received: number; distinct: number }> {
  return (await fetch(origin)).json();
}
