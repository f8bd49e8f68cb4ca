import { openapi } from "../../contract/openapi.ts";
import { batchShown, storefront, storefrontEvent } from "../../contract/storefront.ts";
import examples from "./examples.json" with { type: "json" };

export function storefrontDocument(serverUrl: string) {
  return openapi(storefront, {
    title: "Storefront API",
    version: "1",
    description: "Shops report what shoppers do to this API, and read from it which offers and variants to show.",
    serverUrl,
    schemas: Object.fromEntries(storefrontEvent.options.map((event) => [nameOf(event.shape.type.value), event])),
    examples,
    shown: { events_ingest: { request: batchShown } },
  });
}

function nameOf(type: string): string {
  return type.replace(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
