import type { WebhookLog } from "@/lib/contract/checkout/webhooks";

// What a live tail knows. It asks again for a while that it has seen already, because what was written in one moment may
// be seen in another order; each delivery is told apart by its id, so that none is missing and none is there twice.

/** The latest first. */
export type Tail = readonly WebhookLog[];

/** What came a little earlier may be seen a little later. */
const overlapMs = 30_000;
/** So far back what was on its way is asked for again: as long as to the first of the later attempts, and some more. */
const openMs = 10 * 60_000;
export const mostKept = 500;

const openStatuses = ["pending", "failed", "held"];

const pageSize = 100;

/** What is asked of the log: of an API whose specification shows no parameters, all that it gives. */
export const logPage = (id: string, extensions: boolean, page = 1, since?: string) => ({
  params: { id },
  ...(extensions && { query: { page, per_page: pageSize, ...(since !== undefined && { since }) } }),
});

export const isLastPage = (rows: readonly WebhookLog[]): boolean => rows.length < pageSize;

/** With what was just read: new deliveries, and what became of those that are here. */
export function take(tail: Tail, rows: readonly WebhookLog[]): Tail {
  const all = new Map([...tail, ...rows].map((row) => [row.id, row]));
  return [...all.values()].sort(latestFirst).slice(0, mostKept);
}

/** From when on to ask, once something is known. */
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
