import type { Program } from "../../../contract/affiliate/program.ts";
import type { Sentence } from "../../../contract/errors.ts";
import { allOf, sentence } from "../../../sentences.ts";
import { isOf } from "../flags.ts";
import type { AffiliateRow } from "../sums-of-records.ts";

/** Undefined if the affiliate was deleted. */
type Somebody = AffiliateRow | undefined;

/** Everything that may attribute an order to an affiliate. A click counts even before its row is written. */
export type Evidence = {
  at: Date;
  customerEmail: string | null;
  coupons: { code: string; owner: Somebody }[];
  /** The reason if a click id is invalid. */
  clicks: (Click | Sentence)[];
  /** The customer's latest order, and the first one for the same affiliate. */
  former: { orderNumber: string; since: Date; owner: Somebody } | null;
};

const isClick = (click: Click | Sentence): click is Click => "linkId" in click;

type Click = { id: string; linkId: string; at: Date; owner: Somebody };

export type AttributionRules = Pick<
  Program,
  | "attribution_window_days"
  | "coupons_attribute"
  | "customers_attribute"
  | "recurring_months"
  | "self_referrals"
  | "attributing_click"
  | "coupon_or_click"
>;

export type AttributionDecision = {
  affiliateId: string;
  attributionMethod: "coupon" | "link" | "customer";
  linkId: string | null;
  clickId: string | null;
  couponCode: string | null;
};

type Verdict = { decision: AttributionDecision | null; reason: Sentence };

const dayMs = 86_400_000;
/** Tolerated difference between the clocks of this server and of the shop. */
const toleranceMs = 5 * 60_000;

/** The coupon or a click within the window decides, as the rules say, else the affiliate of the customer's earlier order. */
export function decide(evidence: Evidence, rules: AttributionRules): Verdict {
  const passed: Sentence[] = [];
  const eligible = (owner: Somebody, passedBy: (fault: Sentence) => Sentence): AffiliateRow | null => {
    const fault = faultOf(owner, evidence, rules);
    if (fault === null) return owner as AffiliateRow;
    passed.push(passedBy(fault));
    return null;
  };
  const verdict = (
    found: Omit<AttributionDecision, "linkId" | "clickId" | "couponCode"> & Partial<AttributionDecision>,
    why: Sentence,
  ) => ({
    decision: { linkId: null, clickId: null, couponCode: null, ...found },
    reason: allOf([...passed, why]),
  });
  const clicks = rules.attributing_click === "first" ? evidence.clicks : evidence.clicks.toReversed();
  const couponFirst = rules.coupon_or_click === "coupon";

  const byCoupon = (): Verdict | null => {
    for (const { code, owner } of rules.coupons_attribute ? evidence.coupons : []) {
      const affiliate = eligible(owner, (fault) => sentence("passedCoupon", { code, fault }));
      if (!affiliate) continue;
      const led = clicks
        .filter((click) => isClick(click) && faultOfClick(click, evidence, rules) === null)
        .find((click): click is Click => isClick(click) && click.owner?.id === affiliate.id);
      const found = { affiliateId: affiliate.id, attributionMethod: "coupon" as const, couponCode: code };
      const why = sentence(couponFirst ? "attributedCoupon" : "attributedCouponAlone", { code });
      return verdict({ ...found, ...(led && { linkId: led.linkId, clickId: led.id }) }, why);
    }
    return null;
  };
  const byClick = (): Verdict | null => {
    for (const click of clicks) {
      const fault = isClick(click) ? faultOfClick(click, evidence, rules) : click;
      if (fault !== null) passed.push(fault);
      if (fault !== null || !isClick(click)) continue;
      const affiliate = eligible(click.owner, (of) => sentence("passedClick", { fault: of }));
      if (!affiliate) continue;
      const found = { affiliateId: affiliate.id, attributionMethod: "link" as const };
      const ago = duration(evidence.at.getTime() - click.at.getTime());
      const window = count("Day", rules.attribution_window_days);
      const by = rules.attributing_click === "first" ? "attributedFirstClick" : "attributedClick";
      return verdict({ ...found, linkId: click.linkId, clickId: click.id }, sentence(by, { ago, window }));
    }
    return null;
  };
  const byCustomer = (): Verdict | null => {
    const { former, at } = evidence;
    if (!former || !rules.customers_attribute) return null;
    const number = former.orderNumber;
    if (rules.recurring_months !== null && at >= monthsAfter(former.since, rules.recurring_months)) {
      passed.push(sentence("passedMonths", { months: count("Month", rules.recurring_months) }));
      return null;
    }
    const affiliate = eligible(former.owner, (fault) => sentence("passedCustomer", { number, fault }));
    if (!affiliate) return null;
    const found = { affiliateId: affiliate.id, attributionMethod: "customer" as const };
    return verdict(found, sentence("attributedCustomer", { number }));
  };
  return (
    (couponFirst ? (byCoupon() ?? byClick()) : (byClick() ?? byCoupon())) ??
    byCustomer() ?? {
      decision: null,
      reason: passed.length > 0 ? allOf(passed) : sentence("attributedNot"),
    }
  );
}

/** The same day of a later month, or its last day if the month is shorter. */
function monthsAfter(start: Date, months: number): Date {
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
}

function faultOf(owner: Somebody, { customerEmail }: Evidence, rules: AttributionRules) {
  if (!owner) return sentence("faultLeft");
  if (owner.status !== "active") return sentence(faults[owner.status]);
  const own = rules.self_referrals === "refuse" && customerEmail !== null && isOf(owner, customerEmail);
  return own ? sentence("faultBuyer") : null;
}

const faults = {
  pending: "faultPending",
  inactive: "faultInactive",
  suspended: "faultSuspended",
  rejected: "faultRejected",
} as const satisfies Record<Exclude<AffiliateRow["status"], "active">, string>;

function faultOfClick(click: Click, { at }: Evidence, { attribution_window_days }: AttributionRules): Sentence | null {
  const age = at.getTime() - click.at.getTime();
  if (age < -toleranceMs) return sentence("passedLater");
  if (age <= attribution_window_days * dayMs) return null;
  return sentence("passedWindow", { ago: duration(age), window: count("Day", attribution_window_days) });
}

function duration(ms: number): Sentence {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return sentence("agoMoment");
  if (minutes < 120) return count("Minute", minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? sentence("agoHours", { count: hours }) : count("Day", Math.floor(hours / 24));
}

const count = (unit: "Minute" | "Day" | "Month", number: number) =>
  number === 1 ? sentence(`ago${unit}`) : sentence(`ago${unit}s`, { count: number });
