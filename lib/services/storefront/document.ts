import { openapi } from "../../contract/openapi.ts";
import { batchShown, storefront, storefrontEvent } from "../../contract/storefront.ts";
import examples from "./examples.json" with { type: "json" };

export function storefrontDocument(serverUrl: string) {
  return openapi(storefront, {
    title: "Storefront API",
    version: "1",
    description: "What a shop tells of its shoppers, and which offers and variants it shows them.",
    serverUrl,
    schemas: Object.fromEntries(storefrontEvent.options.map((event) => [nameOf(event.shape.type.value), event])),
    examples,
    shown: { events_ingest: { request: batchShown } },
  });
}

/** Turns `order.placed` into `OrderPlaced`. */
function nameOf(type: string): string {
  return type.replace(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
