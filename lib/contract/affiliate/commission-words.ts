/** The specification has all three. "Paid" and "on hold" are derived and are never a status. */
export const commissionStatuses = ["pending", "approved", "rejected"] as const;
export const commissionSorts = ["created_at", "amount", "eligible_at", "reviewed_at", "status"] as const;
export const commissionTypes = ["sale", "bonus", "adjustment", "clawback"] as const;
export const rejectReasons = [
  "order_cancelled",
  "refunded",
  "self_referral",
  "coupon_leak",
  "paid_ads_violation",
  "duplicate",
  "tracking_error",
  "ineligible_affiliate",
  "fraud",
  "other",
] as const;
export type RejectReason = (typeof rejectReasons)[number];
