import type { Program } from "../../../contract/affiliate/program.ts";
import type { AffiliateRow } from "../contributions.ts";
import { isOf } from "../flags.ts";

/** Undefined if the affiliate was deleted. */
type Somebody = AffiliateRow | undefined;

/** Everything that may attribute an order to an affiliate. A click counts even before its row is written. */
export type Evidence = {
  at: Date;
  customerEmail: string | null;
  coupons: { code: string; owner: Somebody }[];
  /** Null if the order has no click; the reason as a text if the click id is invalid. */
  click: { id: string; linkId: string; at: Date; owner: Somebody } | string | null;
  former: { orderNumber: string; owner: Somebody } | null;
};

export type Rules = Pick<
  Program,
  "attribution_window_days" | "coupons_attribute" | "customers_attribute" | "self_referrals"
>;

export type Decision = {
  affiliateId: string;
  attributionMethod: "coupon" | "link" | "customer";
  linkId: string | null;
  clickId: string | null;
  couponCode: string | null;
};

type Verdict = { decision: Decision | null; reason: string };

const dayMs = 86_400_000;
/** Tolerated difference between the clocks of this server and of the shop. */
const toleranceMs = 5 * 60_000;

/** The coupon decides, else the last click within the window, else the affiliate of the customer's earlier order. */
export function decide(evidence: Evidence, rules: Rules): Verdict {
  const passed: string[] = [];
  const eligible = (owner: Somebody, what: string): AffiliateRow | null => {
    const fault = faultOf(owner, evidence, rules);
    if (fault === null) return owner as AffiliateRow;
    passed.push(`${what} belongs to an affiliate who ${fault}.`);
    return null;
  };
  const since = (words: string) => [...passed, words].join(" ");

  const click = clickWithin(evidence, rules);
  for (const { code, owner } of rules.coupons_attribute ? evidence.coupons : []) {
    const affiliate = eligible(owner, `Coupon ${code}`);
    if (!affiliate) continue;
    const led = typeof click === "object" && click?.owner?.id === affiliate.id ? click : null;
    const decision = {
      affiliateId: affiliate.id,
      attributionMethod: "coupon" as const,
      linkId: led?.linkId ?? null,
      clickId: led?.id ?? null,
      couponCode: code,
    };
    return {
      decision,
      reason: since(`Coupon ${code} belongs to the affiliate, and a coupon counts before any click.`),
    };
  }

  if (typeof click === "string") passed.push(click);
  const clicked = typeof click === "object" && click ? eligible(click.owner, "The click") : null;
  if (clicked && typeof click === "object" && click) {
    const decision = {
      affiliateId: clicked.id,
      attributionMethod: "link" as const,
      linkId: click.linkId,
      clickId: click.id,
      couponCode: null,
    };
    const ago = duration(evidence.at.getTime() - click.at.getTime());
    const window = count(rules.attribution_window_days, "day");
    const words = `The last click was ${ago} before the order, within the attribution window of ${window}.`;
    return { decision, reason: since(words) };
  }

  const former = rules.customers_attribute ? evidence.former : null;
  const returned = former && eligible(former.owner, `The customer’s order ${former.orderNumber}`);
  if (former && returned) {
    const decision = {
      affiliateId: returned.id,
      attributionMethod: "customer" as const,
      linkId: null,
      clickId: null,
      couponCode: null,
    };
    return { decision, reason: since(`The customer’s order ${former.orderNumber} belonged to the affiliate.`) };
  }
  return {
    decision: null,
    reason: passed.join(" ") || "The order has no coupon, click or earlier order of an affiliate.",
  };
}

function faultOf(owner: Somebody, { customerEmail }: Evidence, rules: Rules): string | null {
  if (!owner) return "has left the program";
  if (owner.status !== "active") return `is ${owner.status}`;
  const own = rules.self_referrals === "refuse" && customerEmail !== null && isOf(owner, customerEmail);
  return own ? "is the buyer" : null;
}

function clickWithin({ at, click }: Evidence, { attribution_window_days }: Rules): Evidence["click"] {
  if (click === null || typeof click === "string") return click;
  const age = at.getTime() - click.at.getTime();
  if (age < -toleranceMs) return "The click came after the order.";
  if (age <= attribution_window_days * dayMs) return click;
  const window = count(attribution_window_days, "day");
  return `The click was ${duration(age)} before the order, outside the attribution window of ${window}.`;
}

function duration(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return count(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? count(hours, "hour") : count(Math.floor(hours / 24), "day");
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? "" : "s"}`;
