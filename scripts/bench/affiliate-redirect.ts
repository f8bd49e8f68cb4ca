import { join } from "node:path";
import { openDatabase } from "../../lib/database/client.ts";
import { projectDir } from "../../lib/runtime/runtime.ts";
import { createServices } from "../../lib/services/index.ts";
import { createApiKey, provision } from "../../lib/services/tenants.ts";
import { load } from "./load.ts";
import { startPinned, stop } from "./pinned.ts";
import { benchSecret, type Place, query } from "./place.ts";
import { compare, printHead, report } from "./print.ts";

const rounds = 5;
const wanted = 0.25;
const links = 50;

/** Compares tracking links with a bare server that answers 302, and checks that every click was stored. */
export async function benchRedirect({ url, env }: Place): Promise<boolean> {
  process.env.CARTWRIGHT_SECRET ??= benchSecret;
  const codes = await makeLinks(url);
  const service = await startPinned(join(projectDir, "lib/runtime/services.ts"), env);
  const raw = await startPinned(join(projectDir, "scripts/bench/floor-redirect.ts"), {});
  const headers = () => ({ "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" });
  let turn = 0;
  const path = () => `/r/${codes[turn++ % codes.length]}`;
  try {
    const warm = await load({ origin: service.said, path, headers, status: 302 }, { seconds: 1 });
    const figures = await compare(
      {
        service: () => load({ origin: service.said, path, headers, status: 302 }),
        raw: () => load({ origin: raw.said, path, headers, status: 302 }),
      },
      rounds,
    );
    printHead();
    const kept = report("redirect", figures, wanted, "raw");
    // A graceful stop writes the waiting clicks.
    await stop([service.child, raw.child]);
    const followed = [warm, ...(figures.service ?? [])].reduce((sum, { answered }) => sum + answered, 0);
    const [row] = await query<{ clicks: number }>(url, "select count(*)::int as clicks from affiliate.click");
    console.log(`${followed} links followed, ${row?.clicks} clicks written`);
    return kept && row?.clicks === followed;
  } finally {
    await stop([service.child, raw.child]);
  }
}

async function makeLinks(databaseUrl: string): Promise<string[]> {
  const db = openDatabase(databaseUrl, 2);
  const storeId = "clicked";
  await provision(db, { storeId, currency: "EUR", timeZone: "UTC" });
  const scopes = ["write:affiliates", "write:links"];
  const { key } = await createApiKey(db, { storeId, mode: "live", name: "Bench", scopes });
  const services = createServices(db, { perSecond: 1e9, perMinute: 1e9, perHour: 1e9 });
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
  for (let n = 0; n < links; n++) {
    const { code } = await post("/links", { affiliate_id: id, destination_url: "https://shop.example.com/boots?a=1" });
    codes.push(code as string);
  }
  await db.$client.end();
  return codes;
}
