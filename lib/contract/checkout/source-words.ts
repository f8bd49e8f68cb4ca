/** Shops that report their orders by webhooks of their own, in the order in which they are offered. */
export const platforms = ["shopify", "woocommerce", "stripe"] as const;
export type Platform = (typeof platforms)[number];

export const shopDeliveryStatuses = ["received", "applied", "ignored", "refused", "failed"] as const;
export type ShopDeliveryStatus = (typeof shopDeliveryStatuses)[number];

/** Why a delivery changed nothing, or not everything. */
export type ShopDeliveryReason =
  | "test_order"
  | "live_order"
  | "draft_order"
  | "not_paid"
  | "gift_cards_only"
  | "order_awaited"
  | "session_awaited"
  | "nothing_due"
  | "nothing_new"
  | "other_topic"
  | "counted_elsewhere"
  | "refund_follows"
  | "data_request"
  | "foreign_currency"
  | "unreadable"
  | "internal";

/** Why a request was turned away before anything of it was stored. */
export type ShopRejection = "signature_missing" | "signature_wrong" | "too_old" | "too_large";
