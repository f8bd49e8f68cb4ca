import { analytics } from "./analytics.ts";
import { bundles } from "./bundles.ts";
import { experiments } from "./experiments.ts";
import { notices } from "./notices.ts";
import { orders } from "./orders.ts";
import { products } from "./products.ts";
import { proposalOperations } from "./proposals.ts";
import { settingsOperations } from "./settings.ts";
import { shop } from "./shop.ts";
import { shopSources } from "./shop-sources.ts";
import { shopify } from "./shopify.ts";
import { tickets } from "./tickets.ts";
import { upsells } from "./upsells.ts";
import { webhooks } from "./webhooks.ts";

export const checkout = {
  ...upsells,
  ...bundles,
  ...analytics,
  ...experiments,
  ...orders,
  ...products,
  ...proposalOperations,
  ...settingsOperations,
  ...webhooks,
  ...notices,
  ...shop,
  ...shopSources,
  ...shopify,
  ...tickets,
} as const;
