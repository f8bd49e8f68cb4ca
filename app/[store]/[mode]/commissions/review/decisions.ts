import type { DelayedChange } from "@/lib/contract/desk/delayed-changes";
import { counts, type ItemState, isOpen as isOpenState } from "@/lib/contract/desk/job-words";

export const operations = ["approve", "reject"] as const;
export type ReviewOperation = (typeof operations)[number];

export const jobKinds: Record<string, ReviewOperation> = {
  approve_commissions: "approve",
  reject_commissions: "reject",
};

export const targets = { approve: "approved", reject: "rejected" } as const satisfies Record<ReviewOperation, string>;

/** A decision sent by this tab. `job` is null until the server has accepted it. */
export type SentDecision = {
  id: string;
  operation: ReviewOperation;
  label: string;
  job: string | null;
  until: number;
};

export type ReviewDecision = SentDecision & { state: "saving" | ItemState; person: string; mine: boolean };

export const isDecision = (write: DelayedChange): write is DelayedChange & { operation: ReviewOperation } =>
  write.api === "affiliate" &&
  write.resource === "commissions" &&
  operations.includes(write.operation as ReviewOperation);

/**
 * Returns the decisions by commission. The list of the API does not show them in their undo window; the server's
 * state, read at `at`, overrides what this tab has sent.
 */
export function combine(
  writes: readonly DelayedChange[],
  at: number,
  sent: Iterable<SentDecision>,
  person: string,
): ReadonlyMap<string, ReviewDecision> {
  const decisions = new Map<string, ReviewDecision>();
  for (const write of writes.filter(isDecision)) {
    const { job, record: id, operation, state } = write;
    // The decision was undone or not carried out, so the status in the list is right.
    if (!counts(state)) decisions.delete(id);
    else {
      const until = at + write.seconds_left * 1000;
      const by = { person: write.person, mine: write.person === person };
      decisions.set(id, { id, operation, label: write.label ?? id, job, state, until, ...by });
    }
  }
  const reported = new Set(writes.map(({ job }) => job));
  for (const one of sent) {
    if (one.job !== null && reported.has(one.job)) continue;
    decisions.set(one.id, { ...one, state: one.job === null ? "saving" : "waiting", person, mine: true });
  }
  return decisions;
}

export const isOpen = ({ state }: ReviewDecision): boolean => state === "saving" || isOpenState(state);

export function latestOf(decisions: Iterable<ReviewDecision>): ReviewDecision | undefined {
  let latest: ReviewDecision | undefined;
  for (const decision of decisions) if (decision.mine && (!latest || decision.until >= latest.until)) latest = decision;
  return latest;
}

export const canUndo = ({ state, until }: ReviewDecision, now: number): boolean =>
  state === "saving" || (state === "waiting" && until > now);

/** Merges newer states of some writes into the earlier states of all. Only the newer ones have current countdowns. */
export function mergeChanges(
  before: readonly DelayedChange[],
  readAt: number,
  news: readonly DelayedChange[],
  now: number,
) {
  const fresh = new Set(news.map(({ id }) => id));
  const age = Math.max(0, now - readAt) / 1000;
  const older = before.filter(({ id }) => !fresh.has(id));
  return [...older.map((write) => ({ ...write, seconds_left: Math.max(0, write.seconds_left - age) })), ...news];
}
