// Apart from the schemas, so that a list can speak these words without loading a validator.

// The specification shows one value of each vocabulary; the others are ours. Another API may know more, so they
// are suggestions to a person and not a wall in the schema.
export const upsellStatuses = ["active", "inactive", "draft"] as const;
export const upsellPlacements = ["cart", "checkout", "post_purchase", "thank_you"] as const;
export const discountTypes = ["percentage", "fixed_amount"] as const;
/** Ours: the specification shows no sorting for this list. */
export const upsellSorts = ["created_at", "name", "status", "discount_value"] as const;

/** What a screen shows of an offer by name; the rest are "Other fields". */
export const knownUpsellFields = [
  "id",
  "name",
  "status",
  "product_id",
  "trigger_products",
  "discount",
  "discount_type",
  "discount_value",
  "placement",
  "created_at",
  "updated_at",
] as const;

/** What is wrong with a discount's value. That a percentage is from 1 to 100 is specified; the other bounds are ours. */
export function discountProblem(type: string, value: number): string | null {
  if (type === "percentage") return value >= 1 && value <= 100 ? null : "Must be between 1 and 100.";
  return value > 0 && value <= 1_000_000 ? null : "Must be more than 0 and at most 1000000.";
}
