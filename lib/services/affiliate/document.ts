import { affiliate } from "../../contract/affiliate/index.ts";
import { openapi } from "../../contract/openapi.ts";
import examples from "./examples.json" with { type: "json" };

export function affiliateDocument(serverUrl: string) {
  return openapi(affiliate, {
    title: "Affiliate tracking API",
    version: "1",
    description: "Affiliates, attributed orders, commissions, payouts, tracking links and their analytics.",
    serverUrl,
    examples,
  });
}
