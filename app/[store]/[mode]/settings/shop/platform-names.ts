import { type Platform, platforms } from "@/lib/contract/checkout/source-words";

/** What a shop may run on. Those that are no platforms with webhooks report their orders by code. */
export const shopKinds = [...platforms, "medusa", "vendure", "own"] as const;
export type ShopKind = (typeof shopKinds)[number];

/** Names that are the same in every language. */
export const platformNames: Record<Exclude<ShopKind, "own">, string> = {
  shopify: "Shopify",
  woocommerce: "WooCommerce",
  stripe: "Stripe",
  medusa: "Medusa",
  vendure: "Vendure",
};

export const isPlatform = (kind: ShopKind): kind is Platform => (platforms as readonly ShopKind[]).includes(kind);
