// Words that screens need as well, separate from the schemas, which would make pages heavier.

/**
 * `waiting` is reserved and not sent yet, `sending` is in progress, `unknown` was sent with unknown outcome, `made`
 * exists in the API. The commissions of the last three are free again: `failed` was not made, `cancelled` was not sent,
 * `returned` was made and later failed or was cancelled by the API.
 */
export const payoutStates = ["waiting", "sending", "unknown", "made", "failed", "cancelled", "returned"] as const;

/** Why a payout cannot be made now. */
export const blockings = ["no_method", "not_active", "gone", "negative", "unreadable"] as const;

/** What a person should check before paying. */
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

/** Why an amount is left out: it is on hold, another payout has it, or it waits for a later payout. */
export const exclusions = ["on_hold", "reserved", "too_many", "under_minimum", "nothing_due"] as const;

/** File formats of payouts: one for people, and those of two providers. */
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
