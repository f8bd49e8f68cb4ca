// Apart from the schemas, so that a list can speak these words without loading a validator.

export const payoutStatuses = ["pending", "processing", "paid", "failed", "cancelled"] as const;
export const payoutSorts = ["created_at", "amount", "paid_at", "status"] as const;

/**
 * What became of it: processing, or at once paid, failed or cancelled, after which nothing follows. One that failed or
 * was cancelled gives its commissions back.
 */
export const payoutOutcomes = ["processing", "paid", "failed", "cancelled"] as const;

/** What a screen shows of a payout by name; the rest are "Other fields". */
export const knownPayoutFields = [
  ...["id", "affiliate_id", "amount", "currency", "status", "method", "reference", "note", "commission_ids"],
  ...["commissions", "payout_id", "period_start", "period_end", "paid_at", "failure_reason", "created_at"],
] as const;
