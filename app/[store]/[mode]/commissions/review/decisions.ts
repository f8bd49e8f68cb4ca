import type { DelayedChange } from "@/lib/contract/desk/delayed-changes";
import { counts, type ItemState, isItemOpen } from "@/lib/contract/desk/job-words";

export const operations = ["approve", "reject"] as const;
export type ReviewOperation = (typeof operations)[number];

export const jobKinds: Record<string, ReviewOperation> = {
  approve_commissions: "approve",
  reject_commissions: "reject",
};

/** `job` is null until the server has accepted the decision. */
export type ReviewDecision = {
  id: string;
  operation: ReviewOperation;
  label: string;
  job: string | null;
  state: "saving" | ItemState;
  until: number;
  person: string;
  mine: boolean;
};

/** A decision of this tab that the server has not accepted yet. */
export type SavedDecision = Pick<ReviewDecision, "id" | "operation" | "label" | "until">;

const isDecision = (change: DelayedChange): change is DelayedChange & { operation: ReviewOperation } =>
  change.api === "affiliate" &&
  change.resource === "commissions" &&
  operations.includes(change.operation as ReviewOperation);

/** Returns the decisions by commission: those of the server, read at `at`, and those that are being saved. */
export function combine(
  changes: readonly DelayedChange[],
  at: number,
  saving: Iterable<SavedDecision>,
  person: string,
): ReadonlyMap<string, ReviewDecision> {
  const decisions = new Map<string, ReviewDecision>();
  for (const change of changes.filter(isDecision)) {
    const { job, record: id, operation, state } = change;
    // The decision was undone or not carried out, so the status in the list is right.
    if (!counts(state)) decisions.delete(id);
    else {
      const until = at + change.seconds_left * 1000;
      const by = { person: change.person, mine: change.person === person };
      decisions.set(id, { id, operation, label: change.label ?? id, job, state, until, ...by });
    }
  }
  for (const one of saving) decisions.set(one.id, { ...one, job: null, state: "saving", person, mine: true });
  return decisions;
}

export const isDecisionOpen = ({ state }: ReviewDecision): boolean => state === "saving" || isItemOpen(state);

export function latestOf(decisions: Iterable<ReviewDecision>): ReviewDecision | undefined {
  let latest: ReviewDecision | undefined;
  for (const decision of decisions) if (decision.mine && (!latest || decision.until >= latest.until)) latest = decision;
  return latest;
}

export const canUndo = ({ state, until }: ReviewDecision, now: number): boolean =>
  state === "saving" || (state === "waiting" && until > now);

/** Merges newer states of some changes into the earlier states of all. Only the newer ones have current countdowns. */
export function mergeChanges(
  before: readonly DelayedChange[],
  readAt: number,
  news: readonly DelayedChange[],
  now: number,
) {
  const fresh = new Set(news.map(({ id }) => id));
  const age = Math.max(0, now - readAt) / 1000;
  const older = before.filter(({ id }) => !fresh.has(id));
  return [...older.map((change) => ({ ...change, seconds_left: Math.max(0, change.seconds_left - age) })), ...news];
}
