import { Hono } from "hono";
import { storefront } from "../../contract/storefront.ts";
import type { Database } from "../../database/client.ts";
import type { Limits } from "../kernel/limits.ts";
import { createService } from "../kernel/service.ts";
import { shopCors } from "./cors.ts";
import { storefrontDocument } from "./document.ts";
import { events } from "./events.ts";
import { offers } from "./offers.ts";

/**
 * Limits of one publishable key, which all shoppers of a store share. They are separate from the merchant API's limits.
 */
export const storefrontLimits: Limits = { perSecond: 500, perMinute: 15_000, perHour: 500_000 };

/** The API that shoppers' browsers call, from any origin. */
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
