// Words of the affiliate analytics, apart from the operations, so that a screen can speak them without loading those.

/** Filters of clicks: by what became of one. */
export const clickStatuses = ["converted", "unconverted", "bot"] as const;

/** `created_at` is the affiliate's own, a product's first attributed order, and the moment of a click. */
export const affiliateMetricSorts = [
  "created_at",
  "clicks",
  "orders",
  "conversion_rate",
  "revenue",
  "commissions",
] as const;
export const productMetricSorts = ["created_at", "name", "quantity", "orders", "revenue", "commissions"] as const;
export const clickSorts = ["created_at"] as const;

/** Further pages of clicks are reached by the cursor. */
export const lastClickPage = 100;

/** What a screen knows of the summary by name, also flat. */
export const knownSummaryWords = [
  ...(["affiliates", "active_affiliates", "clicks", "orders", "conversion_rate", "totals", "previous"] as const),
  ...(["daily", "currency", "total_clicks", "total_orders", "total_revenue", "total_commissions"] as const),
  ...(["total_affiliates", "revenue", "commissions", "period", "start_date", "end_date"] as const),
] as const;
