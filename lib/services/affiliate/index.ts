import { affiliate } from "../../contract/affiliate/index.ts";
import { openapi } from "../../contract/openapi.ts";
import type { Database } from "../../database/client.ts";
import type { Limits } from "../kernel/limits.ts";
import { createService } from "../kernel/service.ts";
import { affiliates } from "./affiliates.ts";
import { analytics } from "./analytics.ts";
import { commissions } from "./commissions.ts";
import { links } from "./links.ts";
import { orders } from "./orders.ts";
import { payouts } from "./payouts.ts";
import { program } from "./program.ts";

export function affiliateService(db: Database, limits?: Limits) {
  return createService({
    db,
    schema: "affiliate",
    contract: affiliate,
    handlers: { affiliates, orders, commissions, payouts, links, analytics, program },
    openapi: (serverUrl) =>
      openapi(affiliate, {
        title: "Affiliate tracking API",
        version: "1",
        description: "Affiliates, attributed orders, commissions, payouts, tracking links and their analytics.",
        serverUrl,
      }),
    ...(limits && { limits }),
  });
}
