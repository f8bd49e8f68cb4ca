// Words that screens need too, apart from the schemas, which weigh in a browser.

/**
 * `waiting` is reserved and not sent, `sending` is under way, `unknown` was sent and nobody knows what came of it, `made`
 * is a payout of the API. The commissions of the last three are free again: `failed` was not made, `cancelled` was not
 * sent, `returned` was made and then failed or was cancelled over there.
 */
export const payoutStates = ["waiting", "sending", "unknown", "made", "failed", "cancelled", "returned"] as const;

/** Why a payout cannot be made now. */
export const blockings = ["no_method", "not_active", "gone", "negative", "unreadable"] as const;

/** What a person should look at before paying. */
export const payoutWarnings = [
  "method_changed",
  "method_unknown",
  "status_unknown",
  "first_payout",
  "unusual",
  "repeated",
  "unlisted",
  "unsettled",
] as const;

/** Money that is left out: until its hold is over, because another payout has it, or for a later payout. */
export const exclusions = ["on_hold", "reserved", "too_many", "under_minimum", "nothing_due"] as const;

/** Files of payouts: for people, and as two providers want them. */
export const payoutFormats = ["generic", "paypal", "wise"] as const;

/** Why a line of a provider's file changes nothing. */
export const matchProblems = [
  "not_found",
  "twice",
  "no_status",
  "other_amount",
  "other_currency",
  "over",
  "already",
] as const;
