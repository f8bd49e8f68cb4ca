import type { Program } from "../../../contract/affiliate/program.ts";
import { words } from "../../../sentences.ts";
import type { AffiliateRow } from "../contributions.ts";
import { isOf } from "../flags.ts";

/** Undefined if the affiliate was deleted. */
type Somebody = AffiliateRow | undefined;

/** Everything that may attribute an order to an affiliate. A click counts even before its row is written. */
export type Evidence = {
  at: Date;
  customerEmail: string | null;
  coupons: { code: string; owner: Somebody }[];
  /** The reason as a text if a click id is invalid. */
  clicks: (Click | string)[];
  /** The customer's latest order, and the first one for the same affiliate. */
  former: { orderNumber: string; since: Date; owner: Somebody } | null;
};

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

type Verdict = { decision: AttributionDecision | null; reason: string };

const dayMs = 86_400_000;
/** Tolerated difference between the clocks of this server and of the shop. */
const toleranceMs = 5 * 60_000;

/** The coupon or a click within the window decides, as the rules say, else the affiliate of the customer's earlier order. */
export function decide(evidence: Evidence, rules: AttributionRules): Verdict {
  const passed: string[] = [];
  const eligible = (owner: Somebody, what: string): AffiliateRow | null => {
    const fault = faultOf(owner, evidence, rules);
    if (fault === null) return owner as AffiliateRow;
    passed.push(`${what} belongs to an affiliate who ${fault}.`);
    return null;
  };
  const verdict = (
    found: Omit<AttributionDecision, "linkId" | "clickId" | "couponCode"> & Partial<AttributionDecision>,
    words: string,
  ) => ({
    decision: { linkId: null, clickId: null, couponCode: null, ...found },
    reason: [...passed, words].join(" "),
  });
  const clicks = rules.attributing_click === "first" ? evidence.clicks : evidence.clicks.toReversed();
  const couponFirst = rules.coupon_or_click === "coupon";

  const byCoupon = (): Verdict | null => {
    for (const { code, owner } of rules.coupons_attribute ? evidence.coupons : []) {
      const affiliate = eligible(owner, `Coupon ${code}`);
      if (!affiliate) continue;
      const led = clicks
        .filter((click) => typeof click === "object" && faultOfClick(click, evidence, rules) === null)
        .find((click): click is Click => typeof click === "object" && click.owner?.id === affiliate.id);
      const found = { affiliateId: affiliate.id, attributionMethod: "coupon" as const, couponCode: code };
      const why = couponFirst ? "a coupon counts before any click" : "there is no click that counts";
      const words = `Coupon ${code} belongs to the affiliate, and ${why}.`;
      return verdict({ ...found, ...(led && { linkId: led.linkId, clickId: led.id }) }, words);
    }
    return null;
  };
  const byClick = (): Verdict | null => {
    for (const click of clicks) {
      const fault = typeof click === "string" ? click : faultOfClick(click, evidence, rules);
      if (fault !== null) passed.push(fault);
      if (fault !== null || typeof click === "string") continue;
      const affiliate = eligible(click.owner, "The click");
      if (!affiliate) continue;
      const found = { affiliateId: affiliate.id, attributionMethod: "link" as const };
      const ago = duration(evidence.at.getTime() - click.at.getTime());
      const window = count(rules.attribution_window_days, "day");
      const words = `The ${rules.attributing_click} click was ${ago} before the order, within the attribution window of ${window}.`;
      return verdict({ ...found, linkId: click.linkId, clickId: click.id }, words);
    }
    return null;
  };
  const byCustomer = (): Verdict | null => {
    const { former, at } = evidence;
    if (!former || !rules.customers_attribute) return null;
    const what = `The customer’s order ${former.orderNumber}`;
    if (rules.recurring_months !== null && at >= monthsAfter(former.since, rules.recurring_months)) {
      const months = count(rules.recurring_months, "month");
      passed.push(words("passedMonths", { months }));
      return null;
    }
    const affiliate = eligible(former.owner, what);
    if (!affiliate) return null;
    return verdict({ affiliateId: affiliate.id, attributionMethod: "customer" }, `${what} belonged to the affiliate.`);
  };
  return (
    (couponFirst ? (byCoupon() ?? byClick()) : (byClick() ?? byCoupon())) ??
    byCustomer() ?? {
      decision: null,
      reason: passed.join(" ") || "The order has no coupon, click or earlier order of an affiliate.",
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

function faultOf(owner: Somebody, { customerEmail }: Evidence, rules: AttributionRules): string | null {
  if (!owner) return "has left the program";
  if (owner.status !== "active") return `is ${owner.status}`;
  const own = rules.self_referrals === "refuse" && customerEmail !== null && isOf(owner, customerEmail);
  return own ? "is the buyer" : null;
}

function faultOfClick(click: Click, { at }: Evidence, { attribution_window_days }: AttributionRules): string | null {
  const age = at.getTime() - click.at.getTime();
  if (age < -toleranceMs) return words("passedLater");
  if (age <= attribution_window_days * dayMs) return null;
  const window = count(attribution_window_days, "day");
  return words("passedWindow", { ago: duration(age), window });
}

function duration(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return count(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? count(hours, "hour") : count(Math.floor(hours / 24), "day");
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? "" : "s"}`;
