import "server-only";
import { migrate } from "../database/migrate.ts";
import { log } from "../log.ts";
import { onShutdown } from "../shutdown.ts";
import { startDeliveryWorker } from "./embedded.ts";
import { env } from "./env.ts";

/** Before the first request: configuration is checked in words, and the database is brought up to date. */
export async function boot(): Promise<void> {
  await migrate(env().DATABASE_URL);
  process.on("unhandledRejection", (cause) => log.error({ err: cause }, "a promise was rejected and nobody looked"));
  const worker = startDeliveryWorker(env().DATABASE_URL);
  onShutdown(() => worker.stop());
}
