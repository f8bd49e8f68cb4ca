import { openDatabase } from "../../lib/database/client.ts";
import { createServices } from "../../lib/services/index.ts";
import { createApiKey, provision } from "../../lib/services/tenants.ts";
import { benchSecret, openBenchDatabase, query, unlimited } from "./database.ts";
import { load, rotate } from "./load.ts";
import { startProcess, startServer } from "./processes.ts";
import { inTurns, record, recordSpeed } from "./results.ts";

/** Compares tracking links with a bare server that answers 302, and checks that every click was stored. */
export async function run(): Promise<void> {
  const database = await openBenchDatabase();
  process.env.CARTWRIGHT_SECRET ??= benchSecret;
  const code = rotate(await makeLinks(database.url));
  const service = await startProcess("lib/runtime/services.ts", { env: database.env, pinned: true });
  const bare = await startServer("redirect", { pinned: true });
  const headers = () => ({ "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" });
  const follow = (origin: string, seconds?: number) =>
    load({ origin, path: () => `/r/${code()}`, headers, status: 302 }, seconds ? { seconds } : {});
  try {
    const warmUp = await follow(service.said, 1);
    const { ours, floor } = await inTurns({ ours: () => follow(service.said), floor: () => follow(bare.said) }, 5);
    recordSpeed("redirect", ours, floor, 0.25);
    // A graceful stop writes the waiting clicks.
    await service.stop();
    const followed = [warmUp, ...ours].reduce((sum, { answered }) => sum + answered, 0);
    const [row] = await query<{ clicks: number }>(database.url, "select count(*)::int as clicks from affiliate.click");
    const clicks = row?.clicks ?? 0;
    record({
      what: "clicks stored",
      ours: clicks,
      unit: "rows",
      floor: followed,
      limits: { mostTimes: 1, leastTimes: 1 },
    });
  } finally {
    await service.stop();
    await bare.stop();
    await database.stop();
  }
}

async function makeLinks(databaseUrl: string): Promise<string[]> {
  const db = openDatabase(databaseUrl, 2);
  const storeId = "clicked";
  await provision(db, { storeId, currency: "EUR", timeZone: "UTC" });
  const scopes = ["write:affiliates", "write:links"];
  const { key } = await createApiKey(db, { storeId, mode: "live", name: "Bench", scopes });
  const services = createServices(db, unlimited);
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const response = await services.request(`http://bench/services/affiliate/v1${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const owner = { email: "mira@example.com", first_name: "Mira", last_name: "Lindqvist", status: "active" };
  const { id } = await post("/affiliates", owner);
  const codes: string[] = [];
  for (let n = 0; n < 50; n++) {
    const { code } = await post("/links", { affiliate_id: id, destination_url: "https://shop.example.com/boots?a=1" });
    codes.push(code as string);
  }
  await db.$client.end();
  return codes;
}
