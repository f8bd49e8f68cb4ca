import { affiliates } from "./affiliates.ts";
import { analytics } from "./analytics.ts";
import { commissions } from "./commissions.ts";
import { links } from "./links.ts";
import { orders } from "./orders.ts";
import { payouts } from "./payouts.ts";
import { program } from "./program.ts";
import { risks } from "./risks.ts";

export const affiliate = {
  ...affiliates,
  ...orders,
  ...commissions,
  ...payouts,
  ...links,
  ...analytics,
  ...program,
  ...risks,
} as const;
