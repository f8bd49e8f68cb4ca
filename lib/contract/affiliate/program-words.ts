/** The commission of an affiliate who is the buyer gets a flag, or the order is not attributed. */
export const selfReferralRules = ["flag", "refuse"] as const;
export const attributingClicks = ["last", "first"] as const;
export const bothPresent = ["coupon", "click"] as const;

/** The rule that gives an order or a line its rate; the first that applies decides. `manual` is entered for one order. */
export const rateRules = ["manual", "own", "product", "category", "customer", "tier", "group", "default"] as const;
export type RateRule = (typeof rateRules)[number];

export const versionStates = ["current", "planned", "past", "withdrawn"] as const;
