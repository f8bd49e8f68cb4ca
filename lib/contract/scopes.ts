export const checkoutScopes = {
  "read:upsells": "View upsell configurations",
  "write:upsells": "Create and modify upsells",
  "read:bundles": "View bundle configurations",
  "write:bundles": "Create and modify bundles",
  "read:analytics": "Access analytics data",
  "read:orders": "View order data",
  /** Part of the specification, although none of its operations uses it. */
  "write:orders": "Modify orders (edits)",
  "read:settings": "View settings",
  "write:settings": "Modify settings",
  "webhooks:manage": "Create and manage webhooks",
} as const;

/** The affiliate specification shows no authentication, so keys and scopes are our choice. */
export const affiliateScopes = {
  "read:affiliates": "View affiliates",
  "write:affiliates": "Create, modify and delete affiliates",
  "read:attributed_orders": "View attributed orders",
  "write:attributed_orders": "Attribute orders by hand",
  /** A publishable key with this scope can only report placed orders, whose commissions wait for a review. */
  "write:storefront_orders": "Report orders, refunds and cancellations",
  "read:commissions": "View commissions",
  "write:commissions": "Approve and reject commissions",
  "read:payouts": "View payouts",
  "write:payouts": "Create payouts and note what became of them",
  "read:links": "View tracking links",
  "write:links": "Create, modify and delete tracking links",
  "read:affiliate_analytics": "Access affiliate analytics and clicks",
} as const;

/** The scope of publishable keys. No merchant API accepts it. */
export const storefrontScope = "storefront";

export type AffiliateScope = keyof typeof affiliateScopes;

export const scopesOf = { checkout: checkoutScopes, affiliate: affiliateScopes } as const;
