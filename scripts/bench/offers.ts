import { type BenchDatabase, openBenchDatabase, openTenant } from "./database.ts";
import { paced, rotate, type Target } from "./load.ts";
import { startProcess, startServer } from "./processes.ts";
import { inTurns, median, record, type Speed } from "./results.ts";

const offers = 10_000;
const products = 2_000;
const way = { perSecond: 200, seconds: 8 };
const mostMs = 25;

/** Compares requests for offers with a bare server: of a catalogue that rests, that changes, that recommends, and with an experiment. */
export async function run(): Promise<void> {
  const database = await openBenchDatabase();
  const { tenantId, keys } = await openTenant(database.db, "large", { keys: 1 });
  await fill(database, tenantId);
  const service = await startProcess("lib/runtime/services.ts", { env: database.env, pinned: true });
  const bare = await startServer("offers", { pinned: true });
  const carts = rotate(Array.from({ length: 500 }, (_, n) => `prod_${n},prod_${(n * 7) % products},prod_none`));
  const headers = () => ({ authorization: `Bearer ${keys[0]}` });
  const visitors = rotate(Array.from({ length: 1_000 }, (_, n) => `v${n}`));
  const path = () => `/services/checkout/storefront/v1/offers?visitor_id=${visitors()}&cart=${carts()}`;
  const ours: Target = { origin: service.said, path, headers };
  const floor: Target = { origin: bare.said, path: () => "/v1/upsells/ups_1", headers };
  try {
    await paced(ours, { perSecond: 50, seconds: 2 });
    const rests = await inTurns({ ours: () => paced(ours, way), floor: () => paced(floor, way) }, 2);
    recordWaits("offers, catalogue at rest", rests.ours, rests.floor);
    const change = setInterval(() => void touch(database, tenantId), 1_000);
    const changes = await inTurns({ ours: () => paced(ours, way), floor: () => paced(floor, way) }, 2).finally(() =>
      clearInterval(change),
    );
    recordWaits("offers, catalogue changes each second", changes.ours, changes.floor);
    await recommendations(database, tenantId);
    // For ten seconds, what has changed is read with each check.
    await paced(ours, { perSecond: 50, seconds: 12 });
    const again = setInterval(() => void touch(database, tenantId), 1_000);
    const chosen = await inTurns({ ours: () => paced(ours, way), floor: () => paced(floor, way) }, 2).finally(() =>
      clearInterval(again),
    );
    recordWaits("offers, all with recommendations", chosen.ours, chosen.floor);
    await experiment(database, tenantId);
    await paced(ours, { perSecond: 50, seconds: 4 });
    const tested = await inTurns({ ours: () => paced(ours, way), floor: () => paced(floor, way) }, 2);
    recordWaits("offers, with an experiment", tested.ours, tested.floor);
  } finally {
    await service.stop();
    await bare.stop();
    await database.stop();
  }
}

function recordWaits(what: string, ours: Speed[], floor: Speed[]): void {
  const of = (rounds: Speed[], figure: keyof Speed) => median(rounds.map((round) => round[figure]));
  const failed = [...ours, ...floor].reduce((sum, round) => sum + round.failed, 0);
  record({
    what: `${what}, p99`,
    ours: of(ours, "p99"),
    unit: "ms",
    floor: of(floor, "p99"),
    limits: { most: mostMs },
    also: [
      { text: `p50 ${of(ours, "p50").toFixed(1)} ms beside ${of(floor, "p50").toFixed(1)} ms` },
      { text: `${of(ours, "perSecond").toFixed(0)} a second` },
      { text: `${failed} failed`, met: failed === 0 },
    ],
  });
}

async function fill({ db }: BenchDatabase, tenantId: number): Promise<void> {
  await db.$client.query(
    `insert into checkout.product (tenant_id, id, title, price, url, source, updated_at)
     select $1, 'prod_' || n, 'Product ' || n, 100 + n, 'https://shop.example.com/' || n, 'bench', now() - interval '1 day'
     from generate_series(0, $2::int - 1) n`,
    [tenantId, products],
  );
  await db.$client.query(
    `insert into checkout.upsell
       (tenant_id, id, name, status, product_id, trigger_products, discount_type, discount_value, placement, created_at,
       updated_at)
     select $1, 'ups_' || n, 'Offer ' || n, 'active', 'prod_' || n * 13 % $2, array['prod_' || n % $2, 'prod_' || n * 3 % $2],
       'percentage', 10, 'cart', now() - n * interval '1 minute',
       now() - interval '1 day'
     from generate_series(1, $3::int) n`,
    [tenantId, products, offers],
  );
}

/** Ten partners of each product, for all offers. */
async function recommendations({ db }: BenchDatabase, tenantId: number): Promise<void> {
  for (const text of [
    `insert into checkout.bought_together (tenant_id, product_id, partner_id, together, orders, lift)
     select $1::int, 'prod_' || n, 'prod_' || (n + part * 17) % ${products}, 50 - part, 100, 11 - part
     from generate_series(0, ${products} - 1) n, generate_series(1, 10) part`,
    // The background work of the service has computed it from no orders.
    `insert into checkout.recommendation_run (tenant_id, computed_at, due_at) values ($1, now(), now() + interval '1 day')
     on conflict (tenant_id) do update set computed_at = excluded.computed_at, due_at = excluded.due_at`,
    `update checkout.upsell set recommendation = '{"kind": "bought_together"}', updated_at = now() where tenant_id = $1`,
  ]) {
    await db.$client.query(text, [tenantId]);
  }
}

/** Its variants differ in every answer, and it asks for the value of each cart. */
async function experiment({ db }: BenchDatabase, tenantId: number): Promise<void> {
  const changed = Array.from({ length: 20 }, (_, n) => ({ upsell_id: `ups_${n + 1}`, first: true }));
  const changes = { offers: changed, bundles: [], settings: { max_offers_per_checkout: 1 } };
  const variants = [{ name: "control", weight: 1 }, ...["b", "c"].map((name) => ({ name, weight: 1, changes }))];
  await db.$client.query(
    `insert into checkout.experiment (tenant_id, id, name, status, variants, plan, frozen, started_at)
     values ($1, 'exp_1', 'Experiment', 'running', $2, '{"audience": {"cart_min": 1}}', '{"slots": [[0, 10000]]}', now())`,
    [tenantId, JSON.stringify(variants)],
  );
}

async function touch({ db }: BenchDatabase, tenantId: number): Promise<void> {
  const text = "update checkout.upsell set updated_at = now() where tenant_id = $1 and id = 'ups_1'";
  await db.$client.query(text, [tenantId]);
}
