export const riskSigns = [
  "self_referral",
  "coupon_without_click",
  "click_spike",
  "cookie_stuffing",
  "refunds",
] as const;
export type RiskSign = (typeof riskSigns)[number];
export const riskDays = ["30", "90"] as const;
