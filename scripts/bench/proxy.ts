import { startBareNext } from "./bare-next.ts";
import { load, rotate, type Target } from "./load.ts";
import { openProxiedApp, owner } from "./proxied-app.ts";
import { inTurns, median, record, recordSpeed } from "./results.ts";

/** Each key has a burst limit, so measuring without waiting needs many keys. */
const stores = 600;
const mostAddedMs = 1.5;

type Way = { method: "GET" | "PUT"; connections: number; requests: number; leastTimes?: number };
const ways: Way[] = [
  { method: "GET", connections: 1, requests: 200 },
  { method: "GET", connections: 20, requests: 800, leastTimes: 0.5 },
  { method: "PUT", connections: 1, requests: 100 },
  { method: "PUT", connections: 20, requests: 200 },
];

// Compares reading and writing a record through the built product with a bare Next route that only calls `fetch`. Each
// call uses another record, so no response comes from a cache.
export async function run(): Promise<void> {
  const { app, upstream, stop } = await openProxiedApp(stores);
  const bare = await startBareNext({ UPSTREAM: upstream });
  try {
    const { cookie } = await app.signIn(owner.email);
    const nextStore = rotate(Array.from({ length: stores }, (_, n) => `store-${n}`));
    let records = 0;
    const nextPath = () => `upsells/off-${++records}`;
    const json = { "content-type": "application/json" };
    const floor: Target = { origin: bare.origin, path: () => `/api/v1/${nextPath()}`, headers: () => json };
    const ours: Target = {
      origin: app.origin,
      path: () => `/api/${nextStore()}/live/checkout/${nextPath()}`,
      headers: () => ({ ...json, cookie, origin: app.origin }),
    };
    // Uses every key once before measuring.
    for (const target of [ours, floor]) await load(target, { connections: 8, requests: stores });
    for (const way of ways) await compare(ours, floor, way);
  } finally {
    await bare.stop();
    await stop();
  }
}

async function compare(ours: Target, floor: Target, { method, connections, requests, leastTimes }: Way): Promise<void> {
  const body = { body: () => JSON.stringify({ name: `Saved as ${Math.random()}` }) };
  const measure = (target: Target) => () =>
    load({ ...target, method, ...(method === "PUT" && body) }, { connections, requests });
  const speeds = await inTurns({ floor: measure(floor), ours: measure(ours) }, 5);
  const what = `${method === "GET" ? "read" : "write"}, ${connections === 1 ? "one by one" : `${connections} at once`}`;
  recordSpeed(what, speeds.ours, speeds.floor, leastTimes);
  const added = median(speeds.ours.map(({ p50 }, round) => p50 - (speeds.floor[round]?.p50 ?? 0)));
  const isLimited = method === "GET" && connections === 1;
  record({ what: `${what}, added`, ours: added, unit: "ms", ...(isLimited && { limits: { most: mostAddedMs } }) });
}
