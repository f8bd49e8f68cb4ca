import { Hono } from "hono";
import type { Database } from "../database/client.ts";
import { affiliateService } from "./affiliate/index.ts";
import { redirects } from "./affiliate/redirect.ts";
import { reportService } from "./affiliate/reports/index.ts";
import { checkoutService } from "./checkout/index.ts";
import type { Limits } from "./kernel/limits.ts";
import { storefrontService } from "./storefront/index.ts";

export function createServices(db: Database, limits?: Limits): Hono {
  return new Hono()
    .route("/services/checkout/v1", checkoutService(db, limits))
    .route("/services/checkout/storefront/v1", storefrontService(db, limits))
    .route("/services/affiliate/v1", affiliateService(db, limits))
    .route("/services/affiliate/storefront/v1", reportService(db))
    .route("/r", redirects(db))
    .notFound((c) => c.json({ error: { code: "not_found", message: "There is nothing at this address." } }, 404));
}
