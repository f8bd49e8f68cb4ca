import { startForwarding } from "./affiliate-events.ts";
import { startDeliveryWorker, type WorkerOptions } from "./delivery/worker.ts";
import { startRetention } from "./retention.ts";

export function startBackground(databaseUrl: string, options: WorkerOptions = {}): { stop(): Promise<void> } {
  const parts = [startDeliveryWorker(databaseUrl, options), startForwarding(databaseUrl), startRetention(databaseUrl)];
  return {
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}
