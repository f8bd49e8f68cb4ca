// Apart from the schemas, so that a list can speak these words without loading a validator.

// The specification shows one value of each vocabulary; the others are ours. Another API may know more, so they
// are suggestions to a person and not a wall in the schema.
export const upsellStatuses = ["active", "inactive", "draft"] as const;
export const upsellPlacements = ["cart", "checkout", "post_purchase", "thank_you"] as const;
export const discountTypes = ["percentage", "fixed_amount"] as const;
/** Ours: the specification shows no sorting for this list. */
export const upsellSorts = ["created_at", "name", "status", "discount_value"] as const;
