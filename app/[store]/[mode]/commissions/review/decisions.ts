import type { HeldWrite } from "@/lib/contract/desk/held";
import { type HeldState, heldStates } from "@/lib/contract/desk/held-states";

export const operations = ["approve", "reject"] as const;
export type ReviewOperation = (typeof operations)[number];

export const jobKinds: Record<string, ReviewOperation> = {
  approve_commissions: "approve",
  reject_commissions: "reject",
};

export const targets = { approve: "approved", reject: "rejected" } as const satisfies Record<ReviewOperation, string>;

/** A decision sent by this tab. `batch` is null until the server has accepted it. */
export type SentDecision = {
  id: string;
  operation: ReviewOperation;
  label: string;
  batch: string | null;
  until: number;
};

export type ReviewDecision = SentDecision & { state: "saving" | HeldState; person: string; mine: boolean };

export const isDecision = (write: HeldWrite): write is HeldWrite & { operation: ReviewOperation } =>
  write.api === "affiliate" &&
  write.resource === "commissions" &&
  operations.includes(write.operation as ReviewOperation);

/**
 * Returns the decisions by commission. The list of the API does not show them while the server holds them; the server's
 * state, read at `at`, overrides what this tab has sent.
 */
export function combine(
  writes: readonly HeldWrite[],
  at: number,
  sent: Iterable<SentDecision>,
  person: string,
): ReadonlyMap<string, ReviewDecision> {
  const decisions = new Map<string, ReviewDecision>();
  for (const write of writes.filter(isDecision)) {
    const { batch, record: id, operation, state } = write;
    // The decision was undone or not carried out, so the status in the list is right.
    if (!heldStates[state].counts) decisions.delete(id);
    else {
      const until = at + write.seconds_left * 1000;
      const by = { person: write.person, mine: write.person === person };
      decisions.set(id, { id, operation, label: write.label ?? id, batch, state, until, ...by });
    }
  }
  const reported = new Set(writes.map(({ batch }) => batch));
  for (const one of sent) {
    if (one.batch !== null && reported.has(one.batch)) continue;
    decisions.set(one.id, { ...one, state: one.batch === null ? "saving" : "held", person, mine: true });
  }
  return decisions;
}

export const isOpen = ({ state }: ReviewDecision): boolean => state === "saving" || heldStates[state].isOpen;

export function latestOf(decisions: Iterable<ReviewDecision>): ReviewDecision | undefined {
  let latest: ReviewDecision | undefined;
  for (const decision of decisions) if (decision.mine && (!latest || decision.until >= latest.until)) latest = decision;
  return latest;
}

export const canUndo = ({ state, until }: ReviewDecision, now: number): boolean =>
  state === "saving" || (state === "held" && until > now);

/** Merges newer states of some writes into the earlier states of all. Only the newer ones have current countdowns. */
export function mergeHeld(before: readonly HeldWrite[], readAt: number, news: readonly HeldWrite[], now: number) {
  const fresh = new Set(news.map(({ id }) => id));
  const age = Math.max(0, now - readAt) / 1000;
  const older = before.filter(({ id }) => !fresh.has(id));
  return [...older.map((write) => ({ ...write, seconds_left: Math.max(0, write.seconds_left - age) })), ...news];
}
