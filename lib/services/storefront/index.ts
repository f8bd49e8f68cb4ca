import { batchShown, storefront, storefrontEvent } from "../../contract/storefront.ts";
import type { Context } from "../kernel/context.ts";
import { bundles } from "./bundles.ts";
import { catalogueOf } from "./catalogue-cache.ts";
import { events } from "./events.ts";
import examples from "./examples.json" with { type: "json" };
import { offers } from "./offers.ts";
import { tickets } from "./tickets.ts";

export const storefrontService = {
  schema: "checkout" as const,
  contract: storefront,
  handlers: { events, offers, bundles, tickets },
  ahead: ({ pool, tenantId }: Context) => catalogueOf(pool, tenantId),
  calledByPages: true,
  document: () => ({
    title: "Storefront API",
    version: "1",
    description:
      "Shops report what shoppers do to this API, and read from it which offers and variants to show. For an offer that a shopper accepts, it issues a ticket with the price that the shop charges.",
    schemas: Object.fromEntries(storefrontEvent.options.map((event) => [nameOf(event.shape.type.value), event])),
    examples,
    shown: { events_ingest: { request: batchShown } },
  }),
};

function nameOf(type: string): string {
  return type.replace(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
