import type { Platform } from "@/lib/contract/checkout/source-words";

/** Names that are the same in every language. */
export const platformNames: Record<Platform, string> = {
  shopify: "Shopify",
  woocommerce: "WooCommerce",
  stripe: "Stripe",
};
