import { Hono } from "hono";
import { storefront } from "../../contract/storefront.ts";
import type { Database } from "../../database/client.ts";
import type { Limits } from "../kernel/limits.ts";
import { createService } from "../kernel/service.ts";
import { shopCors } from "./cors.ts";
import { storefrontDocument } from "./document.ts";
import { events } from "./events.ts";
import { offers } from "./offers.ts";

/** All shoppers of a store share one publishable key, so its limits are higher than those of the merchant API. */
export const storefrontLimits: Limits = { perSecond: 500, perMinute: 15_000, perHour: 500_000 };

export function storefrontService(db: Database, limits: Limits = storefrontLimits) {
  return new Hono().use(shopCors()).route(
    "/",
    createService({
      db,
      schema: "checkout",
      contract: storefront,
      handlers: { events, offers },
      openapi: storefrontDocument,
      limits,
    }),
  );
}
