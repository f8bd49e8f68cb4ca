import { existsSync, readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { deriveSecret } from "../secret.ts";
import { runShutdown } from "../shutdown.ts";
import { chooseAddress, listen } from "./address.ts";
import { ensureBuild, isServedOnly } from "./build.ts";
import { packedFirst, packing } from "./compressed.ts";
import { frontDoor } from "./front-door.ts";
import { becomeTheInstance, type Instance } from "./instance.ts";
import { drainable, onStop } from "./lifecycle.ts";
import { observed } from "./observed.ts";
import { openOperations, startTracing } from "./operations-port.ts";
import { prepareRuntime, prepareSettings, projectDir, type Runtime } from "./runtime.ts";
import { buildShopScript } from "./shop-script.ts";
import { openStyles } from "./styles.ts";

const dev = process.argv[2] === "dev";

let instance: Instance | undefined;
let runtime: Runtime | undefined;
let drain: (() => Promise<void>) | undefined;

async function stop(): Promise<void> {
  instance?.tell({ stopping: true });
  await drain?.();
  await runShutdown();
  await runtime?.stop();
  instance?.leave();
}

async function serve(): Promise<void> {
  // Nothing is built, opened or started before this process has the lock on the data.
  const dataDir = prepareSettings();
  instance = await becomeTheInstance(dataDir);
  onStop(stop);
  const address = await chooseAddress("PORT", 3000);
  process.env.CARTWRIGHT_ORIGIN ||= address.origin;
  runtime = await prepareRuntime();
  keepAlive(runtime);
  if (isServedOnly()) takeBuiltSettings();
  else if (dev) await buildShopScript();
  else await ensureBuild(console.log);

  await startTracing("web");
  // The framework reads these variables while it loads.
  Object.assign(process.env, { NODE_ENV: dev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" });
  const { default: next } = await import("next");
  const server = createServer();
  // Next would keep each websocket attempt open, so in production it gets a server that nobody can reach.
  const httpServer = dev ? server : createServer();
  const app = next({ dev, dir: projectDir, hostname: address.host, port: address.port, httpServer });
  await app.prepare();
  const answer = app.getRequestHandler();
  const handle: RequestListener = (request, response) => void answer(request, response);
  const door = { dev, origin: process.env.CARTWRIGHT_ORIGIN, styles: dev ? "" : openStyles() };
  const quick = packedFirst(packing(handle));
  server.on("request", observed(frontDoor(dev ? handle : quick, door), readRoutes()));
  // Longer than a reverse proxy keeps its side open, so that it never uses a connection that was just closed.
  server.keepAliveTimeout = 75_000;
  server.headersTimeout = 80_000;
  drain = drainable(server, dev ? 0 : undefined);
  await listen(server, address, "PORT");
  await openOperations({ kind: "web", pool: pagesPool });
  instance.tell({ origin: address.origin });
  await introduce(address.origin, process.env.CARTWRIGHT_ORIGIN, runtime);
}

/** A standalone build has no next.config, so its settings are set as the framework's own entry does. */
function takeBuiltSettings(): void {
  const { config } = JSON.parse(readFileSync(join(projectDir, ".next", "required-server-files.json"), "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}

/** The bundled app has its own copy of the module and therefore its own pool. */
function pagesPool(): pg.Pool | undefined {
  const { cartwrightDatabase } = globalThis as { cartwrightDatabase?: { $client: pg.Pool } };
  return cartwrightDatabase?.$client;
}

async function introduce(local: string, origin: string, { dataDir, postgres }: Runtime): Promise<void> {
  const health = await readHealth(local);
  const data = postgres && !postgres.where.startsWith(dataDir) ? `${dataDir}, ${postgres.where}` : dataDir;
  const lines = [
    `\n  Cartwright   ${origin}`,
    `  Data         ${postgres ? data : `${dataDir} and the server in DATABASE_URL`}`,
  ];
  if (health.setup_required) {
    const token = deriveSecret(process.env.CARTWRIGHT_SECRET ?? "", "setup-token", 24).toString("base64url");
    lines.push(`\n  Open this link to create the first account:\n  ${origin}/setup?token=${token}`);
  }
  console.log(`${lines.join("\n")}\n`);
}

async function readHealth(origin: string): Promise<{ setup_required?: boolean }> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const response = await fetch(`${origin}/health/ready`).catch(() => undefined);
    if (response?.ok) return response.json();
    if (response?.status === 404) return {};
    await sleep(100);
  }
  console.error("Cartwright is listening but not ready: its database does not respond.");
  return {};
}

/** The system may kill the database, for example for lack of memory. */
function keepAlive({ postgres }: Runtime): void {
  if (!postgres) return;
  setInterval(() => postgres.revive().catch((error) => console.error(error.message)), 2_000).unref();
}

try {
  await serve();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await runtime?.stop();
  instance?.leave();
  process.exit(1);
}

type Route = { page: string; regex: string };

function readRoutes(): (path: string) => string {
  const file = join(projectDir, ".next", "routes-manifest.json");
  if (!existsSync(file)) return () => "other";
  const { staticRoutes, dynamicRoutes } = JSON.parse(readFileSync(file, "utf8")) as Record<string, Route[]>;
  const known = [...(staticRoutes ?? []), ...(dynamicRoutes ?? [])].map(
    ({ page, regex }) => [page, new RegExp(regex)] as const,
  );
  return (path) => {
    if (path.startsWith("/_next/")) return "/_next";
    return known.find(([, regex]) => regex.test(path))?.[0] ?? "other";
  };
}
