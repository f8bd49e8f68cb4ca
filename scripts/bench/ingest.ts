import { join } from "node:path";
import { projectDir } from "../../lib/runtime/runtime.ts";
import { sealSecret } from "../../lib/services/delivery/secrets.ts";
import { load, rotate } from "./load.ts";
import { runPinned, startPinned, stop } from "./pinned.ts";
import { benchSecret, openPlace, openTenant, type Place, query } from "./place.ts";
import { compare, type Figures, printHead, report } from "./print.ts";
import { fillCatalogue, makeEvents } from "./shoppers.ts";

const connections = 4;
const rounds = 3;
const wanted = 0.3;
const sizes = [
  { size: 200, batches: 120 },
  { size: 1_000, batches: 30 },
];

/** Compares batches of events over HTTP with plain INSERTs of the resulting rows. */
export async function run(): Promise<boolean> {
  const place = await openPlace();
  const service = await startPinned(join(projectDir, "lib/runtime/services.ts"), place.env);
  try {
    printHead();
    let kept = true;
    // The first batches of a process are the slowest and are not counted.
    await ingestRound(place, service.said, "warm", 200, 40);
    for (const { size, batches } of sizes) {
      let round = 0;
      const name = () => `${size}-${Math.floor(round++ / 2)}`;
      const figures = await compare(
        {
          service: () => ingestRound(place, service.said, name(), size, batches),
          floor: () => floorRound(place, name(), batches),
        },
        rounds,
      );
      const perEvent = (each: Figures) => ({ ...each, perSecond: each.perSecond * size });
      const events = Object.fromEntries(Object.entries(figures).map(([side, all]) => [side, all.map(perEvent)]));
      kept = report(`events, batch of ${size}`, events, wanted) && kept;
    }
    return kept;
  } finally {
    await stop([service.child]);
    await place.stop();
  }
}

/** Each round has a new shop with a disabled endpoint, so that deliveries are written but not sent. */
async function ingestRound(
  place: Place,
  origin: string,
  name: string,
  size: number,
  batches: number,
): Promise<Figures> {
  const { tenantId, keys } = await openTenant(place.db, name, { keys: 1 });
  await fillCatalogue(place.db, tenantId);
  const secret = sealSecret("whsec_AAAA", { tenantId, endpointId: `whk_${name}` }, benchSecret);
  await query(
    place.url,
    `insert into checkout.webhook_endpoint (tenant_id, id, url, events, state, secret) values ($1, $2, $3, $4, 'disabled', $5)`,
    [tenantId, `whk_${name}`, "https://hooks.example.com/", webhookEvents, secret],
  );
  const events = makeEvents(size * batches, name);
  const bodies = Array.from({ length: batches }, (_, n) =>
    JSON.stringify({ events: events.slice(n * size, (n + 1) * size) }),
  );
  const headers = { authorization: `Bearer ${keys[0]}`, "content-type": "application/json" };
  const path = () => "/services/checkout/storefront/v1/events";
  const target = { origin, path, headers: () => headers, method: "POST", body: rotate(bodies) };
  const figures = await load(target, { connections, requests: batches });
  const [row] = await query(
    place.url,
    "select count(*)::int as count from checkout.storefront_event where tenant_id = $1",
    [tenantId],
  );
  return { ...figures, failed: figures.failed + events.length - (row?.count ?? 0) };
}

const webhookEvents = [
  "upsell.accepted",
  "upsell.declined",
  "bundle.purchased",
  "order.edited",
  "order.cancelled",
  "subscription.created",
];

async function floorRound(place: Place, name: string, batches: number): Promise<Figures> {
  const from = await openTenant(place.db, name);
  const to = await openTenant(place.db, `${name}-floor`);
  return runPinned(join(projectDir, "scripts/bench/floor-ingest.ts"), {
    DATABASE_URL: place.url,
    FLOOR_FROM: String(from.tenantId),
    FLOOR_TO: String(to.tenantId),
    FLOOR_BATCHES: String(batches),
    FLOOR_CONNECTIONS: String(connections),
  });
}
