import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { openDatabase } from "../database/client.ts";
import { migrate } from "../database/migrate.ts";
import { openStandby } from "../database/standby.ts";
import { readHealth, statusOf } from "../health.ts";
import { startBackground } from "../services/background.ts";
import { createServices } from "../services/index.ts";
import { onShutdown, runShutdown } from "../shutdown.ts";
import { chooseAddress, listen } from "./address.ts";
import { isServedOnly } from "./build.ts";
import { packing } from "./compressed.ts";
import { drainable, onStop } from "./lifecycle.ts";
import { observed } from "./observed.ts";
import { openOperations, startTracing } from "./operations-port.ts";
import { prepareRuntime, type Runtime } from "./runtime.ts";
import { buildShopScript } from "./shop-script.ts";

/** Serves shoppers' traffic without the dashboard. Several such processes can run at once. */
let runtime: Runtime | undefined;
try {
  const address = await chooseAddress("SERVICES_PORT", 3001);
  runtime = await prepareRuntime();
  await startTracing("services");
  if (!isServedOnly()) await buildShopScript();
  await migrate(runtime.sessionUrl);
  const connections = Number(process.env.DATABASE_CONNECTIONS) || 20;
  const database = openDatabase(runtime.databaseUrl, connections);
  const standby = openStandby(process.env.DATABASE_READ_URL, database, connections);
  const app = createServices(database, undefined, standby);
  app.get("/health/live", (c) => c.json({ status: "live" }));
  app.get("/health/ready", async (c) => {
    const health = await readHealth(database.$client);
    return c.json(health, statusOf(health) as 200 | 503);
  });
  const handle = getRequestListener(app.fetch);
  const packed = packing(handle);
  const isScript = (path = "") => path.startsWith("/sdk/");
  const server = createServer(
    observed((request, response) => (isScript(request.url) ? packed : handle)(request, response)),
  );
  const background = startBackground(runtime);
  onShutdown(() => background.stop());
  const drain = drainable(server);
  onStop(async () => {
    await drain();
    await runShutdown();
    await standby?.close();
    await database.$client.end();
    await runtime?.stop();
  });
  await listen(server, address, "SERVICES_PORT");
  await openOperations({ kind: "services", pool: () => database.$client });
  console.log(`\n  Cartwright's services   ${address.origin}/services\n  Data                    ${runtime.dataDir}\n`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await runtime?.stop();
  process.exit(1);
}
