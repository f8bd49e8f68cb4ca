export const reportTypes = [
  "upsell_performance",
  "bundle_performance",
  "revenue_attribution",
  "conversion_funnel",
] as const;
export type ReportType = (typeof reportTypes)[number];
