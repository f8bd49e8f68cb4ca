import type { EventType } from "../../contract/events.ts";
import type { webhookEndpoint } from "../../database/schema/checkout.ts";
import type { Random } from "./random.ts";
import { dayMs, hour } from "./time.ts";

export type Endpoint = Omit<typeof webhookEndpoint.$inferInsert, "tenantId" | "secret"> & { createdAt: Date };
export type Reply = { code?: number; error?: string; ms: number; body?: string };
export type Story = {
  endpoint: Endpoint;
  /** From this time on nothing is sent, and pending deliveries are held. */
  offFrom: number;
  replies(at: number, random: Random): Reply;
};

const fine = (random: Random): Reply => ({ code: 200, ms: Math.round(140 * random.spread()), body: '{"ok":true}' });
const broken = (random: Random): Reply =>
  random.chance(0.3)
    ? {
        error: "The receiver did not respond within 30 seconds. The attempt ended while waiting for the response.",
        ms: 30_000,
      }
    : { code: 503, ms: Math.round(400 * random.spread()), body: "upstream connect error" };

/** Nobody can own a name under `.example`, so simulated events never reach a stranger. */
export function endpointStories(now: number, storeId: string): Story[] {
  const endpoint = (id: string, url: string, events: EventType[], days: number): Endpoint => ({
    // IDs of endpoints are unique across all stores.
    ...{ id: `${id}_${storeId}`, url, events, state: "enabled", pausedReason: null },
    createdAt: new Date(now - days * dayMs),
    updatedAt: new Date(now - days * dayMs),
  });
  const most: EventType[] = ["upsell.accepted", "bundle.purchased", "subscription.created", "experiment.concluded"];
  const changes: EventType[] = ["order.edited", "order.cancelled"];
  const outage = { from: now - 10 * dayMs, until: now - 10 * dayMs + 29 * hour };
  const brokenFrom = now - 12 * dayMs;
  const disabledAt = now - 6 * dayMs;
  return [
    {
      endpoint: endpoint("whk_demo1", "https://fulfilment.example/hooks", [...most, ...changes], 43),
      offFrom: Number.POSITIVE_INFINITY,
      replies: (at, random) => (at > outage.from && at < outage.until ? broken(random) : fine(random)),
    },
    {
      endpoint: { ...endpoint("whk_demo2", "https://ledger.example/hooks/orders", changes, 40), state: "paused" },
      offFrom: now - 30 * hour,
      replies: (at, random) => (at < brokenFrom ? fine(random) : broken(random)),
    },
    {
      endpoint: {
        ...endpoint("whk_demo3", "https://letters.example/cartwright", ["subscription.created"], 42),
        state: "disabled",
        updatedAt: new Date(disabledAt),
      },
      offFrom: disabledAt,
      replies: (_, random) => fine(random),
    },
  ];
}
