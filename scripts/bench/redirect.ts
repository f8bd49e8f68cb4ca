import { fillProgram } from "../../lib/services/simulator/program/fill.ts";
import { benchSecret, openBenchDatabase, openTenant, query } from "./database.ts";
import { load, rotate } from "./load.ts";
import { startProcess, startServer } from "./processes.ts";
import { inTurns, record, recordSpeed } from "./results.ts";

/** Compares tracking links with a bare server that answers 302, and checks that every click was stored. */
export async function run(): Promise<void> {
  const database = await openBenchDatabase();
  process.env.CARTWRIGHT_SECRET ??= benchSecret;
  await openTenant(database.db, "clicked");
  const before = await fillProgram(database.db, "clicked", { visits: 60_000 });
  const links = await query<{ code: string }>(database.url, "select code from affiliate.link where status = 'active'");
  const code = rotate(links.map((link) => link.code));
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
    const clicks = (row?.clicks ?? 0) - before.clicks;
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
