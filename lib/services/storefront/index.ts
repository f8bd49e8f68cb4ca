import { batchShown, storefront, storefrontEvent } from "../../contract/storefront.ts";
import { bundles } from "./bundles.ts";
import { events } from "./events.ts";
import examples from "./examples.json" with { type: "json" };
import { offers } from "./offers.ts";

export const storefrontService = {
  schema: "checkout" as const,
  contract: storefront,
  handlers: { events, offers, bundles },
  calledByPages: true,
  document: () => ({
    title: "Storefront API",
    version: "1",
    description: "Shops report what shoppers do to this API, and read from it which offers and variants to show.",
    schemas: Object.fromEntries(storefrontEvent.options.map((event) => [nameOf(event.shape.type.value), event])),
    examples,
    shown: { events_ingest: { request: batchShown } },
  }),
};

function nameOf(type: string): string {
  return type.replace(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
