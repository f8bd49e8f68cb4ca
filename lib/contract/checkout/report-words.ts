// Separate from the schemas, so that screens can use these words without loading a validator.

export const reportTypes = [
  "upsell_performance",
  "bundle_performance",
  "revenue_attribution",
  "conversion_funnel",
] as const;
export type ReportType = (typeof reportTypes)[number];
