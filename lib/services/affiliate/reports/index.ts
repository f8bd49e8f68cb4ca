import { affiliateStorefront } from "../../../contract/affiliate-storefront.ts";
import { orders } from "./orders.ts";

export const reportService = {
  schema: "affiliate",
  contract: affiliateStorefront,
  handlers: { orders },
  document: () => ({
    title: "Affiliate storefront API",
    version: "1",
    description: "Shops report their orders to this API, which attributes them to affiliates.",
  }),
};
