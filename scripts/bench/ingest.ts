import { addEndpoint, type BenchDatabase, openBenchDatabase, openTenant, query } from "./database.ts";
import { load, rotate } from "./load.ts";
import { runFloor, startProcess } from "./processes.ts";
import { inTurns, recordSpeed, type Speed } from "./results.ts";
import { fillCatalogue, makeEvents } from "./shoppers.ts";

const connections = 4;
const sizes = [
  { size: 200, batches: 120 },
  { size: 1_000, batches: 30 },
];

/** Compares batches of events over HTTP with plain INSERTs of the resulting rows. */
export async function run(): Promise<void> {
  const database = await openBenchDatabase();
  const service = await startProcess("lib/runtime/services.ts", { env: database.env, pinned: true });
  try {
    // The first batches of a process are the slowest and are not counted.
    await ingestRound(database, service.said, "warm", 200, 40);
    for (const { size, batches } of sizes) {
      let round = 0;
      const name = () => `${size}-${Math.floor(round++ / 2)}`;
      const speeds = await inTurns(
        {
          ours: () => ingestRound(database, service.said, name(), size, batches),
          floor: () => floorRound(database, name(), batches),
        },
        3,
      );
      const perEvent = (each: Speed) => ({ ...each, perSecond: each.perSecond * size });
      recordSpeed(`events, batch of ${size}`, speeds.ours.map(perEvent), speeds.floor.map(perEvent), 0.3);
    }
  } finally {
    await service.stop();
    await database.stop();
  }
}

const webhookEvents = [
  "upsell.accepted",
  "upsell.declined",
  "bundle.purchased",
  "order.edited",
  "order.cancelled",
  "subscription.created",
];

/** Each round has a new shop with a disabled endpoint, so that deliveries are written but not sent. */
async function ingestRound(
  database: BenchDatabase,
  origin: string,
  name: string,
  size: number,
  batches: number,
): Promise<Speed> {
  const { tenantId, keys } = await openTenant(database.db, name, { keys: 1 });
  await fillCatalogue(database.db, tenantId);
  const endpoint = {
    address: "https://hooks.example.com/",
    events: webhookEvents,
    state: "disabled",
    secret: "whsec_AAAA",
  };
  await addEndpoint(database, { tenantId, id: `whk_${name}`, ...endpoint });
  const events = makeEvents(size * batches, name);
  const bodies = Array.from({ length: batches }, (_, n) =>
    JSON.stringify({ events: events.slice(n * size, (n + 1) * size) }),
  );
  const headers = { authorization: `Bearer ${keys[0]}`, "content-type": "application/json" };
  const path = () => "/services/checkout/storefront/v1/events";
  const target = { origin, path, headers: () => headers, method: "POST", body: rotate(bodies) };
  const speed = await load(target, { connections, requests: batches });
  const [row] = await query(
    database.url,
    "select count(*)::int as count from checkout.storefront_event where tenant_id = $1",
    [tenantId],
  );
  return { ...speed, failed: speed.failed + events.length - (row?.count ?? 0) };
}

async function floorRound({ db, url }: BenchDatabase, name: string, batches: number): Promise<Speed> {
  const from = await openTenant(db, name);
  const to = await openTenant(db, `${name}-floor`);
  return runFloor("ingest", {
    DATABASE_URL: url,
    FLOOR_FROM: String(from.tenantId),
    FLOOR_TO: String(to.tenantId),
    FLOOR_BATCHES: String(batches),
    FLOOR_CONNECTIONS: String(connections),
  });
}
