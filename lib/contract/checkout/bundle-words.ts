// Words of bundles that screens need too, apart from the schemas, which weigh in a browser.

export const bundleTypes = ["fixed", "mix_match", "build_a_box"] as const;
export const bundleStatuses = ["active", "draft", "archived"] as const;
/** The specification shows "percentage_off"; the others are ours, and another API may know more. */
export const pricingTypes = ["percentage_off", "amount_off", "fixed_price"] as const;
/** Ours: the specification shows no sorting for this list. */
export const bundleSorts = ["created_at", "name", "type", "status"] as const;

/** What a screen shows of a bundle by name; the rest are "Other fields". */
export const knownBundleFields = [
  "id",
  "name",
  "type",
  "status",
  "products",
  "pricing",
  "pricing_type",
  "pricing_value",
  "created_at",
  "updated_at",
] as const;
