import { Hono } from "hono";
import { affiliateStorefront } from "../../../contract/affiliate-storefront.ts";
import { openapi } from "../../../contract/openapi.ts";
import type { Database } from "../../../database/client.ts";
import type { Limits } from "../../kernel/limits.ts";
import { createService } from "../../kernel/service.ts";
import { shopCors } from "../../storefront/cors.ts";
import { storefrontLimits } from "../../storefront/index.ts";
import { orders } from "./orders.ts";

export function reportService(db: Database, limits: Limits = storefrontLimits) {
  return new Hono().use(shopCors()).route(
    "/",
    createService({
      db,
      schema: "affiliate",
      contract: affiliateStorefront,
      handlers: { orders },
      openapi: (serverUrl) =>
        openapi(affiliateStorefront, {
          title: "Affiliate storefront API",
          version: "1",
          description: "Shops report their orders to this API, which attributes them to affiliates.",
          serverUrl,
        }),
      limits,
    }),
  );
}
