import { affiliate } from "../../contract/affiliate/index.ts";
import { openapi } from "../../contract/openapi.ts";
import type { Database } from "../../database/client.ts";
import type { Limits } from "../kernel/limits.ts";
import { createService } from "../kernel/service.ts";

export function affiliateService(db: Database, limits?: Limits) {
  return createService({
    db,
    schema: "affiliate",
    contract: affiliate,
    handlers: {},
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
