import { migrate } from "../lib/database/migrate.ts";
import { startDeliveryWorker } from "../lib/services/delivery/worker.ts";
import { onStop } from "./lifecycle.ts";
import { prepareRuntime, type Runtime } from "./runtime.ts";

/** Background work alone, without a port: in as many processes as it takes, all on one database. */
let runtime: Runtime | undefined;
try {
  runtime = await prepareRuntime();
  await migrate(runtime.databaseUrl);
  const worker = startDeliveryWorker(runtime.databaseUrl);
  onStop(async () => {
    await worker.stop();
    await runtime?.stop();
  });
  console.log(`\n  Cartwright's worker   delivers webhooks\n  Data                  ${runtime.dataDir}\n`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await runtime?.stop();
  process.exit(1);
}
