// Apart from the schemas, so that a screen can speak these words without loading a validator.

export const reportTypes = [
  "upsell_performance",
  "bundle_performance",
  "revenue_attribution",
  "conversion_funnel",
] as const;
export type ReportType = (typeof reportTypes)[number];
