import type { WebhookDelivery } from "@/lib/contract/checkout/webhooks";

export type Slot = { attempt: number; at?: string; state: "delivered" | "failed" | "running" | "planned" | "unused" };

/** A planned attempt is matched with its outcome by the start time. */
export function slotsOf({ schedule = [], history = [] }: Pick<WebhookDelivery, "schedule" | "history">): Slot[] {
  return schedule.map(({ attempt, at }): Slot => {
    if (at === undefined) return { attempt, state: "unused" };
    const made = history.find(({ started_at }) => started_at === at);
    if (!made) return { attempt, at, state: "planned" };
    const { outcome } = made;
    return { attempt, at, state: outcome === "delivered" || outcome === "failed" ? outcome : "running" };
  });
}
