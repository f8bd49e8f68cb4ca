import type { RiskSign } from "../../contract/affiliate/risk-words.ts";

// Signs point out what a manager should look at. They never decide. Each one needs a number of records below which
// chance explains it as well.

type Flagged = { count: number; ids: string[] };
type Counts = { clicks: number; orders: number; refunded: number };

export type RiskCounts = Counts & {
  /** All other affiliates together. */
  others: Counts;
  days: number;
  busiest: { day: string; clicks: number } | null;
  flagged: { [code in "self_referral" | "coupon_without_click" | "fast_conversion"]?: Flagged };
  /** Of the latest clicks, those without a landing page or a referrer. */
  latest?: { clicks: number; bare: number };
  refundedOrders?: string[];
  /** With which the latest orders without a click were placed. */
  coupons?: string[];
};

export const least = { clicks: 200, clicksOfDay: 50, refunded: 3, quick: 3, couponOrders: 5 };
const none: Flagged = { count: 0, ids: [] };

const severities = ["low", "medium", "high"] as const;
type Found = { severity: (typeof severities)[number]; evidence: Record<string, unknown> };
export type FoundSign = Found & { code: string };

export const gravityOf = (signs: readonly FoundSign[]): number =>
  Math.max(...signs.map(({ severity }) => severities.indexOf(severity)));

const checks: Record<RiskSign, (facts: RiskCounts) => Found | null> = {
  self_referral({ flagged: { self_referral: own } }) {
    return own ? { severity: "high", evidence: { orders: own.count, commission_ids: own.ids } } : null;
  },

  coupon_without_click({ orders, coupons = [], flagged: { coupon_without_click: used = none } }) {
    if (used.count < least.couponOrders || used.count < 0.5 * orders) return null;
    const evidence = { orders: used.count, of: orders, coupon_codes: coupons, commission_ids: used.ids };
    return { severity: used.count >= 20 && used.count >= 0.9 * orders ? "medium" : "low", evidence };
  },

  click_spike({ clicks, busiest, days }) {
    if (busiest === null || busiest.clicks < least.clicksOfDay) return null;
    const usual = (clicks - busiest.clicks) / (days - 1);
    if (busiest.clicks < 5 * usual) return null;
    const evidence = {
      day: busiest.day,
      clicks_that_day: busiest.clicks,
      usual_clicks_a_day: Number(usual.toFixed(1)),
    };
    return { severity: busiest.clicks >= 1_000 ? "medium" : "low", evidence };
  },

  /** A tag in the browser of people who never clicked: many clicks, few orders, no origin, or orders at once. */
  cookie_stuffing({ clicks, orders, others, flagged: { fast_conversion: quick = none }, latest }) {
    const [own, usual] = [orders / clicks, others.orders / others.clicks];
    const converts = clicks < least.clicks || others.clicks < least.clicks || own >= usual / 5;
    const hasQuick = quick.count >= least.quick && quick.count >= 0.2 * orders;
    if (converts && !hasQuick) return null;
    const isBare = latest !== undefined && clicks >= least.clicks && latest.bare >= 0.8 * latest.clicks;
    const evidence = {
      clicks,
      orders,
      ...(!converts && { conversion_rate: own, others_conversion_rate: usual }),
      ...(hasQuick && { quick_orders: quick.count, commission_ids: quick.ids }),
      ...(isBare && { latest_clicks: latest.clicks, clicks_without_origin: latest.bare }),
    };
    const count = [!converts, hasQuick, isBare].filter(Boolean).length;
    return { severity: severities[count - 1] ?? "high", evidence };
  },

  refunds({ orders, refunded, others, refundedOrders = [] }) {
    const [own, usual] = [refunded / orders, others.refunded / others.orders];
    if (refunded < least.refunded || others.orders < 20 || own < 2 * usual) return null;
    const rates = { refund_rate: own, others_refund_rate: usual };
    return {
      severity: own >= 0.5 ? "high" : "medium",
      evidence: { refunded_orders: refunded, of: orders, ...rates, order_ids: refundedOrders },
    };
  },
};

export function signsOf(facts: RiskCounts): FoundSign[] {
  return Object.entries(checks)
    .flatMap(([code, check]) => {
      const found = check(facts);
      return found ? [{ code, ...found }] : [];
    })
    .toSorted((a, b) => gravityOf([b]) - gravityOf([a]));
}
