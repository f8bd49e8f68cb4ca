import { startForwarding } from "./affiliate-events.ts";
import { startDeliveryWorker, type WorkerOptions } from "./delivery/worker.ts";
import { startRetention } from "./retention.ts";

/**
 * All that the services do by themselves, in every form of deployment: they send what is due, hand
 * on what affiliates did, and forget what is old.
 */
export function startBackground(databaseUrl: string, options: WorkerOptions = {}): { stop(): Promise<void> } {
  const parts = [startDeliveryWorker(databaseUrl, options), startForwarding(databaseUrl), startRetention(databaseUrl)];
  return {
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}
