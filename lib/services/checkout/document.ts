import { checkout } from "../../contract/checkout/index.ts";
import { anyReport } from "../../contract/checkout/reports.ts";
import { affiliateEventMeanings } from "../../contract/event-words.ts";
import { envelopeOf, eventMeanings, eventTypes, exampleOf } from "../../contract/events.ts";
import { openapi } from "../../contract/openapi.ts";
import examples from "./examples.json" with { type: "json" };

export function checkoutDocument(serverUrl: string) {
  return openapi(checkout, {
    title: "Checkout optimization API",
    version: "1",
    description: "Upsells, bundles, analytics, experiments, orders, settings and signed webhooks of one store.",
    serverUrl,
    events: Object.fromEntries(
      eventTypes.map((type) => [
        type,
        {
          summary: eventMeanings[type],
          schema: envelopeOf(type),
          example: exampleOf(type),
          extension: type in affiliateEventMeanings,
        },
      ]),
    ),
    examples,
    shown: { analytics_report: { response: anyReport } },
  });
}
