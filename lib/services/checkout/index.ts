import { checkout } from "../../contract/checkout/index.ts";
import { anyReport } from "../../contract/checkout/reports.ts";
import { documentedEvents, eventTypes } from "../../contract/events.ts";
import type { Context } from "../kernel/context.ts";
import { forgetCatalogue } from "../storefront/catalogue-cache.ts";
import { analytics } from "./analytics.ts";
import { bundles } from "./bundles.ts";
import examples from "./examples.json" with { type: "json" };
import { experiments } from "./experiments.ts";
import { notices } from "./notices.ts";
import { orders } from "./orders.ts";
import { products } from "./products.ts";
import { proposals } from "./proposals.ts";
import { settings } from "./settings.ts";
import { shop } from "./shop.ts";
import { sources } from "./shop-sources.ts";
import { shopify } from "./shopify.ts";
import { tickets } from "./tickets.ts";
import { upsells } from "./upsells.ts";
import { webhooks } from "./webhooks.ts";

export const checkoutService = {
  schema: "checkout" as const,
  contract: checkout,
  handlers: {
    upsells,
    bundles,
    analytics,
    experiments,
    settings,
    orders,
    products,
    proposals,
    webhooks,
    notices,
    shop,
    sources,
    shopify,
    tickets,
  },
  changed: ({ db, tenantId }: Context) => forgetCatalogue(db, tenantId),
  document: () => ({
    title: "Checkout optimization API",
    version: "1",
    description: "Upsells, bundles, analytics, experiments, orders, settings and signed webhooks of one store.",
    events: documentedEvents(eventTypes),
    examples,
    shown: { analytics_report: { response: anyReport } },
  }),
};
