/** What is stored about one shopper, by kind. */
export const shopperKinds = [
  ...(["orders", "affiliate_orders", "events", "clicks", "experiments", "shop_orders", "shop_deliveries"] as const),
  ...(["webhook_events", "repeated_responses", "repeated_checkout_responses"] as const),
  ...(["remembered", "opened_orders", "seen_events"] as const),
] as const;
export type ShopperKind = (typeof shopperKinds)[number];
