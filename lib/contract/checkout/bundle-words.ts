export const bundleTypes = ["fixed", "mix_match", "build_a_box"] as const;
export const bundleStatuses = ["active", "draft", "archived"] as const;
/** The specification shows "percentage_off"; the others are our choice, and another API may have more. */
export const pricingTypes = ["percentage_off", "amount_off", "fixed_price"] as const;
/** Our choice, because the specification shows no sorting for this list. */
export const bundleSorts = ["created_at", "name", "type", "status"] as const;
