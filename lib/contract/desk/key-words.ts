import { affiliateScopes, checkoutScopes, storefrontScope } from "../scopes.ts";

export const merchantScopes = [...words(checkoutScopes), ...words(affiliateScopes)];
export const keyScopes = [...merchantScopes, storefrontScope] as const;

export type KeyScope = (typeof keyScopes)[number];

function words<T extends object>(scopes: T) {
  return Object.keys(scopes) as (keyof T & string)[];
}

const reading = merchantScopes.filter((scope) => scope.startsWith("read:"));

export const keyPurposes = {
  storefront: { publishable: true, scopes: [storefrontScope] },
  report_orders: { publishable: false, scopes: ["write:storefront_orders", storefrontScope] },
  plugin: { publishable: false, scopes: ["write:storefront_orders", storefrontScope, "write:upsells"] },
  reporting: { publishable: false, scopes: reading },
  offers: {
    publishable: false,
    scopes: ["read:upsells", "write:upsells", "read:bundles", "write:bundles", "read:analytics"],
  },
  affiliates: {
    publishable: false,
    scopes: words(affiliateScopes).filter((scope) => scope !== "write:storefront_orders" && scope !== "write:payouts"),
  },
  everything: { publishable: false, scopes: merchantScopes },
} as const satisfies Record<string, { publishable: boolean; scopes: readonly KeyScope[] }>;

export type KeyPurpose = keyof typeof keyPurposes;

export const spareAfterDays = 30;
