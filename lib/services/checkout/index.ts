import { checkout } from "../../contract/checkout/index.ts";
import type { Database } from "../../database/client.ts";
import type { Limits } from "../kernel/limits.ts";
import { createService } from "../kernel/service.ts";
import { analytics } from "./analytics.ts";
import { bundles } from "./bundles.ts";
import { checkoutDocument } from "./document.ts";
import { experiments } from "./experiments.ts";
import { notices } from "./notices.ts";
import { orders } from "./orders.ts";
import { settings } from "./settings.ts";
import { shop } from "./shop.ts";
import { upsells } from "./upsells.ts";
import { webhooks } from "./webhooks.ts";

export function checkoutService(db: Database, limits?: Limits) {
  return createService({
    db,
    schema: "checkout",
    contract: checkout,
    handlers: { upsells, bundles, analytics, experiments, settings, orders, webhooks, notices, shop },
    openapi: checkoutDocument,
    ...(limits && { limits }),
  });
}
