// The specification shows one value of each vocabulary. Another API may have more, so the schema accepts any.
export const upsellStatuses = ["active", "inactive", "draft"] as const;
export const upsellPlacements = ["cart", "checkout", "post_purchase", "thank_you"] as const;
export const discountTypes = ["percentage", "fixed_amount"] as const;
/** Our choice, because the specification shows no sorting for this list. The last two are of the last days. */
export const upsellSorts = ["created_at", "name", "status", "discount_value", "acceptance_rate", "revenue"] as const;
/** Of an offer that comes before all others. */
export const topPriority = 100;
/** The list shows and sorts what offers brought in so many days until today. */
export const performanceDays = 30;

/** The fields that lead to the next offer of a chain. */
export const nextFields = ["next_accepted", "next_declined"] as const;
type Leading = { [Field in (typeof nextFields)[number]]?: string | null | undefined };

/** The offers that an offer leads to. */
export const nextOf = (offer: Leading): string[] => nextFields.flatMap((field) => offer[field] || []);

/** So many offers follow one another at most, the first one included. */
export const mostSteps = 3;

/** What the check of offers finds in an offer, its product and the others, as far as the list can be filtered by it. */
export const upsellProblems = [
  "withheld",
  "sold_out",
  "over",
  "own_trigger",
  "no_trigger",
  "product_unknown",
  "overlap",
  "too_many",
  "discount_out_of_range",
  "free",
  "price_unknown",
  "next_off",
] as const;

/** The range from 1 to 100 for percentages is specified; the other limits are our choice. */
export const isInRange = (type: string, value: number): boolean =>
  type === "percentage" ? value >= 1 && value <= 100 : value > 0 && value <= 1_000_000;

export const mostPieces = 100;
export type Pieces = { least: number; most: number };
/** How many pieces an offer is for. Both are the same if the shopper has no choice. */
export const piecesOf = ({ least = 1, most = least }: { [End in keyof Pieces]?: number | undefined }): Pieces => ({
  least,
  most,
});
