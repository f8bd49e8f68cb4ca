import "../../lib/runtime/server-modules.ts";
import { App, password } from "../../e2e/processes.ts";
import { ensureBuild } from "../../lib/runtime/build.ts";
import { openBenchDatabase } from "./database.ts";
import { startServer } from "./processes.ts";

export const owner = { name: "Owner", email: "owner@bench.test", password };

/** The built app over the fastest possible API, which is in another process. */
export async function openProxiedApp(stores: number, settings: Record<string, string> = {}) {
  (await ensureBuild(console.log)).release();
  const database = await openBenchDatabase({ apart: false });
  const upstream = await startServer("offers");
  const { DATABASE_URL, CARTWRIGHT_SECRET } = database.env;
  const api = { CHECKOUT_API_URL: `${upstream.said}/v1`, ...settings };
  const shared = { DATABASE_URL, CARTWRIGHT_SECRET, LOG_LEVEL: "silent", ...api };
  const app = await App.start(shared);
  const stop = async () => {
    await app.remove();
    await upstream.stop();
    await database.stop();
  };
  try {
    await furnish({ ...shared, CARTWRIGHT_ORIGIN: app.origin }, stores);
  } catch (cause) {
    await stop();
    throw cause;
  }
  return { app, upstream: upstream.said, stop };
}

/** The owner has many stores, store-0 and so on, each with its own key for the live checkout API. */
async function furnish(settings: Record<string, string>, stores: number): Promise<void> {
  Object.assign(process.env, settings);
  const { setUpAgain } = await import("../../lib/server/set-up.ts");
  const { saveConnection } = await import("../../lib/server/connections.ts");
  const { member, store } = await import("../../lib/database/schema/desk.ts");
  const { db } = await import("../../lib/server/db.ts");
  await setUpAgain(owner, { id: "store-0", name: "Store 0", currency: "EUR", time_zone: "UTC" });
  const [first] = await db().select().from(member);
  const ids = Array.from({ length: stores }, (_, n) => `store-${n}`);
  const [, ...more] = ids;
  if (more.length > 0) {
    const userId = first?.userId as string;
    await db()
      .insert(store)
      .values(more.map((id) => ({ id, name: id, currency: "EUR", timeZone: "UTC" })));
    await db()
      .insert(member)
      .values(more.map((storeId) => ({ storeId, userId, role: "owner" as const })));
  }
  for (const storeId of ids) {
    await saveConnection({ storeId, mode: "live", api: "checkout" }, `live_key_of_${storeId}_0123456789`);
  }
  await db().$client.end();
}
