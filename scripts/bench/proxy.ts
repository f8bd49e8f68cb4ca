import "../../lib/runtime/server-modules.ts";
import { App, password } from "../../e2e/processes.ts";
import { ensureBuild } from "../../lib/runtime/build.ts";
import { startBareNext } from "./bare-next.ts";
import { openBenchDatabase } from "./database.ts";
import { load, rotate, type Target } from "./load.ts";
import { startServer } from "./processes.ts";
import { inTurns, median, record, recordSpeed, type Speed } from "./results.ts";

/** Each key has a burst limit, so measuring without waiting needs many keys. */
const stores = Array.from({ length: 600 }, (_, n) => `store-${n}`);
const mostAddedMs = 1.5;
/** A call that waited for a rate limit would wait for half a second or longer. */
const mostListMs = 400;

type Way = { method: "GET" | "PUT"; connections: number; requests: number; leastTimes?: number };
const ways: Way[] = [
  { method: "GET", connections: 1, requests: 200 },
  { method: "GET", connections: 20, requests: 800, leastTimes: 0.5 },
  { method: "PUT", connections: 1, requests: 100 },
  { method: "PUT", connections: 20, requests: 200 },
];

// Compares reading and writing a record through the built product with a bare Next route that only calls `fetch`. Each
// call uses another record, so no response comes from a cache. One store then lists the offers of our own service.
export async function run(): Promise<void> {
  const { app, upstream, stop } = await openProxiedApp();
  const bare = await startBareNext({ UPSTREAM: upstream });
  try {
    const { cookie } = await app.signIn(owner.email);
    const nextStore = rotate(stores);
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
    for (const target of [ours, floor]) await load(target, { connections: 8, requests: stores.length });
    for (const way of ways) await compare(ours, floor, way);
    const nextPage = rotate(Array.from({ length: 40 }, (_, n) => n + 1));
    const list = { ...ours, path: () => `/api/${stores[0]}/sandbox/checkout/upsells?per_page=20&page=${nextPage()}` };
    await load(list, { connections: 4, requests: 200 });
    const lists = await inTurns(
      {
        one: () => load(list, { connections: 1, requests: 100 }),
        twenty: () => load(list, { connections: 20, requests: 400 }),
      },
      5,
    );
    recordList("list of our own service, one by one", lists.one);
    recordList("list of our own service, 20 at once", lists.twenty);
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

function recordList(what: string, rounds: Speed[]): void {
  const of = (figure: keyof Speed) => median(rounds.map((round) => round[figure]));
  const failed = rounds.reduce((sum, round) => sum + round.failed, 0);
  record({
    what: `${what}, p99`,
    ours: of("p99"),
    unit: "ms",
    limits: { most: mostListMs },
    also: [
      { text: `p50 ${of("p50").toFixed(1)} ms` },
      { text: `${of("perSecond").toFixed(0)} a second` },
      { text: `${failed} failed`, met: failed === 0 },
    ],
  });
}

const owner = { name: "Owner", email: "owner@bench.test", password };

/** The built app over the fastest possible API, which is in another process. */
async function openProxiedApp() {
  (await ensureBuild(console.log)).release();
  const database = await openBenchDatabase({ apart: false });
  const upstream = await startServer("offers");
  const { DATABASE_URL, CARTWRIGHT_SECRET } = database.env;
  const shared = {
    DATABASE_URL,
    CARTWRIGHT_SECRET,
    LOG_LEVEL: "silent",
    CHECKOUT_API_URL: `${upstream.said}/v1`,
  };
  const app = await App.start(shared);
  const stop = async () => {
    await app.remove();
    await upstream.stop();
    await database.stop();
  };
  try {
    await furnish({ ...shared, CARTWRIGHT_ORIGIN: app.origin });
  } catch (cause) {
    await stop();
    throw cause;
  }
  return { app, upstream: upstream.said, stop };
}

/** The owner has many stores, each with its own key for the live checkout API. */
async function furnish(settings: Record<string, string>): Promise<void> {
  Object.assign(process.env, settings);
  const { setUpAgain } = await import("../../lib/server/people/set-up.ts");
  const { saveConnection } = await import("../../lib/server/wire/connections.ts");
  const { member, store } = await import("../../lib/database/schema/desk.ts");
  const { db } = await import("../../lib/server/db.ts");
  const { fillSandbox } = await import("../../lib/server/wire/upstream.ts");
  const [first = "", ...more] = stores;
  await setUpAgain(owner, { id: first, name: first, currency: "EUR", time_zone: "UTC" });
  await fillSandbox(db(), first);
  const [{ userId }] = (await db().select().from(member)) as [typeof member.$inferSelect];
  await db()
    .insert(store)
    .values(more.map((id) => ({ id, name: id, currency: "EUR", timeZone: "UTC" })));
  await db()
    .insert(member)
    .values(more.map((storeId) => ({ storeId, userId, role: "owner" as const })));
  for (const storeId of stores) {
    await saveConnection({ storeId, mode: "live", api: "checkout" }, `live_key_of_${storeId}_0123456789`);
  }
  await db().$client.end();
}
