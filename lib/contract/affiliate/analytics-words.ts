export const clickStatuses = ["converted", "unconverted", "bot"] as const;

/** `created_at` means the affiliate's own date, a product's first attributed order, or the time of a click. */
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

/** Later pages of clicks are reached through the cursor. */
export const lastClickPage = 100;
