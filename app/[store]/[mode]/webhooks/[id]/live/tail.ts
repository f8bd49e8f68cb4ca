import type { WebhookLog } from "@/lib/contract/checkout/webhooks";

// Deliveries may become visible in another order than they were written, so the tail reads the last half minute again;
// ids make sure that no delivery is missing or duplicated.

export type Tail = readonly WebhookLog[];

/** Deliveries from this long before the latest one may still appear. */
const overlapMs = 30_000;
/** Unfinished deliveries are read again for this long, which includes the second attempt. */
const openMs = 10 * 60_000;
export const mostKept = 500;

const openStatuses = ["pending", "failed", "held"];

const pageSize = 100;

export const logPage = (id: string, page = 1, since?: string) => ({
  params: { id },
  query: { page, per_page: pageSize, ...(since !== undefined && { since }) },
});

export const isLastPage = (rows: readonly WebhookLog[]): boolean => rows.length < pageSize;

export function take(tail: Tail, rows: readonly WebhookLog[]): Tail {
  const all = new Map([...tail, ...rows].map((row) => [row.id, row]));
  return [...all.values()].sort(latestFirst).slice(0, mostKept);
}

/** Returns the time from which to read, or undefined while no delivery is known. */
export function sinceOf(tail: Tail): string | undefined {
  const newest = timeOf(tail[0]);
  if (newest === null) return undefined;
  const open = tail
    .filter(({ status = "" }) => openStatuses.includes(status))
    .map(timeOf)
    .filter((at): at is number => at !== null && newest - at < openMs);
  return new Date(Math.min(newest - overlapMs, ...open)).toISOString();
}

function latestFirst(one: WebhookLog, other: WebhookLog): number {
  const [a, b] = [one.created_at ?? "", other.created_at ?? ""];
  if (a === b) return one.id < other.id ? 1 : -1;
  return a < b ? 1 : -1;
}

function timeOf(row: WebhookLog | undefined): number | null {
  const at = Date.parse(row?.created_at ?? "");
  return Number.isNaN(at) ? null : at;
}
