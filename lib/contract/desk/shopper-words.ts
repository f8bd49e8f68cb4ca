export const shopperIdKinds = ["email", "customer_id", "visitor_id"] as const;

/** What is stored about one shopper, by kind. */
export const shopperKinds = [
  "orders",
  "affiliate_orders",
  "events",
  "clicks",
  "experiments",
  "tickets",
  "shop_orders",
  "shop_deliveries",
  "webhook_events",
  "repeated_responses",
  "repeated_checkout_responses",
  "remembered",
  "opened_orders",
  "seen_events",
] as const;
export type ShopperKind = (typeof shopperKinds)[number];
