import { join } from "node:path";
import pg from "pg";
import { openDatabase } from "../../lib/database/client.ts";
import { migrate } from "../../lib/database/migrate.ts";
import { fillSandbox } from "../../lib/services/demo.ts";
import { limitStatement, specifiedLimits } from "../../lib/services/kernel/limits.ts";
import { createApiKey, provision } from "../../lib/services/tenants.ts";
import { projectDir } from "../runtime.ts";
import { throwAwayServer } from "../test-database.ts";
import { type Figures, load, startPinned } from "./load.ts";

// Each key may be used 120 times a minute, so the load is spread over as many as it takes.
const keyCount = 1500;
const rounds = 3;

export async function run(): Promise<boolean> {
  const postgres = await throwAwayServer();
  const url = new URL(postgres.url);
  url.pathname = "bench";
  await query(postgres.url, "create database bench");
  await migrate(url.href);
  const db = openDatabase(url.href, 4);
  const storeId = "shop";
  await provision(db, { storeId, currency: "EUR", timeZone: "UTC" });
  await fillSandbox(db, storeId);
  const keys: string[] = [];
  for (let n = 0; n < keyCount; n++) {
    keys.push((await createApiKey(db, { storeId, mode: "sandbox", name: `Bench ${n}`, scopes: ["read:upsells"] })).key);
  }
  await db.$client.end();

  const env = { DATABASE_URL: url.href, SERVICES_PORT: "0", CARTWRIGHT_SECRET: "x".repeat(43), NODE_ENV: "production" };
  const service = await startPinned(join(projectDir, "scripts/services.ts"), env);
  const path = "/services/checkout/v1/upsells";
  const headers = rotate(keys.map((key) => ({ authorization: `Bearer ${key}` })));
  const sample = await fetch(`${service.line}${path}`, { headers: headers() }).then((response) => response.text());
  const floor = await startPinned(join(projectDir, "scripts/bench/floor.ts"), {
    ...env,
    FLOOR_STATEMENTS: floorStatements(),
  });
  const raw = await startPinned(join(projectDir, "scripts/bench/floor.ts"), { FLOOR: "raw", FLOOR_BYTES: sample });
  try {
    console.log("\noperation   server     req/s    p50 ms    p99 ms   of floor");
    let kept = true;
    for (const [name, target] of [
      ["list", path],
      ["read", `${path}/ups_demo001`],
    ] as const) {
      const figures: Record<string, Figures[]> = { service: [], floor: [], raw: [] };
      for (let round = 0; round < rounds; round++) {
        figures.service?.push(await load({ origin: service.line, path: () => target, headers }));
        figures.floor?.push(await load({ origin: floor.line, path: () => `/${name}`, headers: () => ({}) }));
        figures.raw?.push(await load({ origin: raw.line, path: () => "/", headers: () => ({}) }));
      }
      const best = (which: string) =>
        [...(figures[which] ?? [])].sort((a, b) => b.perSecond - a.perSecond)[1] as Figures;
      const base = best("floor").perSecond;
      for (const which of ["service", "floor", "raw"]) {
        const { perSecond, p50, p99, failed } = best(which);
        console.log(
          `${name.padEnd(12)}${which.padEnd(8)}${perSecond.toFixed(0).padStart(8)}${p50.toFixed(1).padStart(10)}${p99.toFixed(1).padStart(10)}${(perSecond / base).toFixed(2).padStart(11)}${failed ? `   ${failed} FAILED` : ""}`,
        );
      }
      kept &&= best("service").perSecond / base >= 0.6 && best("service").failed === 0;
    }
    return kept;
  } finally {
    for (const { child } of [service, floor, raw]) child.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 500));
    await postgres.stop();
  }
}

/** The same statements as the service's: key and limits, then the rows. */
function floorStatements(): string {
  const limits = limitStatement("checkout", specifiedLimits);
  const columns =
    "tenant_id, id, name, status, product_id, trigger_products, discount_type, discount_value, placement, created_at, updated_at";
  const list = `select ${columns}, (select count(*) from checkout.upsell where tenant_id = $1) as total
    from checkout.upsell where tenant_id = $1 order by created_at desc, id desc limit 20 offset 0`;
  const read = `select ${columns} from checkout.upsell where tenant_id = $1 and id = $2`;
  const tenant = 2;
  return JSON.stringify({
    list: { texts: [limits, list], values: [tenant] },
    read: { texts: [limits, read], values: [tenant, "ups_demo001"] },
  });
}

function rotate<T>(values: readonly T[]): () => T {
  let turn = 0;
  return () => values[turn++ % values.length] as T;
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(text);
  await client.end();
}
