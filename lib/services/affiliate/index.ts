import { affiliate } from "../../contract/affiliate/index.ts";
import { affiliateEventTypes, documentedEvents } from "../../contract/events.ts";
import { affiliates } from "./affiliates.ts";
import { analytics } from "./analytics.ts";
import { commissions } from "./commissions.ts";
import examples from "./examples.json" with { type: "json" };
import { links } from "./links.ts";
import { orders } from "./orders.ts";
import { payouts } from "./payouts.ts";
import { program } from "./program.ts";
import { risks } from "./risks.ts";

export const affiliateService = {
  schema: "affiliate" as const,
  contract: affiliate,
  handlers: { affiliates, orders, commissions, payouts, links, analytics, program, risks },
  document: () => ({
    title: "Affiliate tracking API",
    version: "1",
    description:
      "Affiliates, attributed orders, commissions, payouts, tracking links and their analytics. Events are sent to the webhook endpoints of the checkout optimization API.",
    events: documentedEvents(affiliateEventTypes),
    examples,
  }),
};
