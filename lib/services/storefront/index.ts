import { Hono } from "hono";
import { cors } from "hono/cors";
import { openapi } from "../../contract/openapi.ts";
import { storefront } from "../../contract/storefront.ts";
import type { Database } from "../../database/client.ts";
import type { Limits } from "../kernel/limits.ts";
import { createService } from "../kernel/service.ts";
import { events } from "./events.ts";
import { offers } from "./offers.ts";

/** Of one publishable key, which all shoppers of a store share; the merchant API's limits are another matter. */
export const storefrontLimits: Limits = { perSecond: 500, perMinute: 15_000, perHour: 500_000 };

/** What shoppers' browsers speak to, from whatever address the shop has. */
export function storefrontService(db: Database, limits: Limits = storefrontLimits) {
  return new Hono()
    .use(
      cors({
        origin: "*",
        allowMethods: ["GET", "POST"],
        allowHeaders: ["Authorization", "Content-Type", "X-API-Key"],
        exposeHeaders: [
          "Retry-After",
          "X-RateLimit-Limit",
          "X-RateLimit-Remaining",
          "X-RateLimit-Reset",
          "X-Request-Id",
        ],
        maxAge: 86_400,
      }),
    )
    .route(
      "/",
      createService({
        db,
        schema: "checkout",
        contract: storefront,
        handlers: { events, offers },
        openapi: (serverUrl) =>
          openapi(storefront, {
            title: "Storefront API",
            version: "1",
            description: "What a shop tells of its shoppers, and which offers and variants it shows them.",
            serverUrl,
          }),
        limits,
      }),
    );
}
