import { affiliate } from "../../contract/affiliate/index.ts";
import type { Database } from "../../database/client.ts";
import type { Limits } from "../kernel/limits.ts";
import { createService } from "../kernel/service.ts";
import { affiliates } from "./affiliates.ts";
import { analytics } from "./analytics.ts";
import { commissions } from "./commissions.ts";
import { affiliateDocument } from "./document.ts";
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
    openapi: affiliateDocument,
    ...(limits && { limits }),
  });
}
