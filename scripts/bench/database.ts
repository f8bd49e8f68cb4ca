import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { storefrontScope } from "../../lib/contract/scopes.ts";
import { type Database, openDatabase } from "../../lib/database/client.ts";
import { migrate } from "../../lib/database/migrate.ts";
import { ensurePostgres } from "../../lib/runtime/postgres.ts";
import { findServer } from "../../lib/runtime/postgres-cluster.ts";
import { sealSecret } from "../../lib/services/delivery/secrets.ts";
import { createApiKey, provision } from "../../lib/services/tenants.ts";
import { canPin } from "./processes.ts";

export type BenchDatabase = Awaited<ReturnType<typeof openBenchDatabase>>;

export const benchSecret = "x".repeat(43);
export const unlimited = { perSecond: 1e9, perMinute: 1e9, perHour: 1e9 };

// A durable database for one bench, as `npm start` creates it. If half a core would make the database the bottleneck,
// `apart: false` lets it use both. `durable: false` fills a large one sooner.
export async function openBenchDatabase({ apart = true, durable = true } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "cartwright-bench-"));
  const postgres = await ensurePostgres({ dataDir, durable });
  const server = findServer(postgres.where)?.pid;
  if (canPin && apart && server) {
    const children = readFileSync(`/proc/${server}/task/${server}/children`, "utf8").trim().split(" ");
    for (const pid of [process.pid, server, ...children]) {
      execFileSync("taskset", ["-a", "-c", "-p", "1", String(pid)], { stdio: "ignore" });
    }
  }
  await migrate(postgres.url);
  const db = openDatabase(postgres.url, 4);
  console.log(`Load of the machine before it: ${loadavg()[0]?.toFixed(2)}${canPin ? "" : "; nothing is pinned here"}.`);
  return {
    url: postgres.url,
    db,
    env: {
      DATABASE_URL: postgres.url,
      SERVICES_PORT: "0",
      CARTWRIGHT_SECRET: benchSecret,
      CARTWRIGHT_DATA_DIR: dataDir,
      WEBHOOK_ALLOWED_HOSTS: "127.0.0.1",
      LOG_LEVEL: "silent",
      NODE_ENV: "production",
    },
    async stop() {
      await db.$client.end();
      await postgres.stop();
      if (!postgres.where.startsWith(dataDir)) rmSync(postgres.where, { recursive: true, force: true });
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function openTenant(db: Database, storeId: string, { keys = 0 } = {}) {
  await provision(db, { storeId, currency: "EUR", timeZone: "Europe/Berlin" });
  const { rows } = await db.$client.query("select id from checkout.tenant where store_id = $1 and mode = 'sandbox'", [
    storeId,
  ]);
  const storefrontKeys: string[] = [];
  const facts = { storeId, mode: "sandbox", scopes: [storefrontScope] } as const;
  for (let n = 0; n < keys; n++) {
    storefrontKeys.push((await createApiKey(db, { ...facts, name: `Bench ${n}` })).key);
  }
  return { storeId, tenantId: rows[0].id as number, keys: storefrontKeys };
}

/** A separate connection, so that settings do not leak. */
export async function query<T extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** An endpoint for webhooks of the tenant, with its secret sealed as the service does. */
export async function addEndpoint(
  { url }: { url: string },
  endpoint: { tenantId: number; id: string; address: string; events: string[]; state: string; secret: string },
): Promise<void> {
  const { tenantId, id, address, events, state, secret } = endpoint;
  await query(
    url,
    `insert into checkout.webhook_endpoint (tenant_id, id, url, events, state, secret) values ($1, $2, $3, $4, $5, $6)`,
    [tenantId, id, address, events, state, sealSecret(secret, { tenantId, endpointId: id }, benchSecret)],
  );
}
