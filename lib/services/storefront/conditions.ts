import { createHash } from "node:crypto";
import type { Audience, OfferLimits, OfferSchedule } from "../../contract/checkout/audience.ts";
import { weekdays } from "../../contract/checkout/audience-words.ts";
import { addDays, dayIn, timeIn } from "../../days.ts";
import { type OfferSales, reachedLimit } from "./offer-limits.ts";

/** A time, with the day and the time of day of the store. */
export type Moment = { at: number; day: string; time: string };

export const momentOf = (timeZone: string, at: number): Moment => ({
  at,
  day: dayIn(timeZone, new Date(at)),
  time: timeIn(timeZone, new Date(at)),
});

/** What is known of a shopper; null is unknown. */
export type Facts = {
  /** Now; for who accepts an offer, also a short time ago. An offer is open if it is at one of them. */
  moments: readonly Moment[];
  visitor: string | null;
  device: string | null;
  country: string | null;
  /** Without its region, such as `de`. */
  language: string | null;
  visitors: "new" | "returning" | null;
  affiliate: boolean;
  campaign: string | null;
  cart: readonly string[];
  /** Those of the products in the cart. */
  categories: readonly string[];
  /** In major units. */
  cartValue: number | null;
  purchases: "none" | "some" | null;
  /** The products of earlier orders. */
  bought: readonly string[];
  /** How often the visitor has seen each offer lately. */
  shown: Readonly<Record<string, number>>;
  /** True if the shopper has seen the offer already and accepts it. */
  accepting: boolean;
};

export type Conditions = { audience: Audience; schedule: OfferSchedule; limits: OfferLimits; share: number };
export type Unmet = keyof Audience | "schedule" | "share_percent" | keyof OfferLimits;

/** The first condition that keeps an offer from this shopper. */
export function unmetCondition(id: string, conditions: Conditions, facts: Facts, sales?: OfferSales): Unmet | null {
  const { audience, schedule, limits, share } = conditions;
  const { moments, visitor, accepting } = facts;
  if (!moments.some((moment) => isOpen(schedule, moment))) return "schedule";
  if (share < 100 && (visitor === null || shareOf(id, "share", visitor) * 100 >= share)) return "share_percent";
  const { shown_per_visitor: perVisitor } = limits;
  if (perVisitor !== undefined && !accepting && (visitor === null || (facts.shown[id] ?? 0) >= perVisitor)) {
    return "shown_per_visitor";
  }
  return reachedLimit(limits, sales) ?? unmetBy(audience, facts);
}

/** Whether it matters what is known of the products in the cart. */
export const asksProducts = ({ cart_min, cart_max, categories }: Audience): boolean =>
  (cart_min ?? cart_max) !== undefined || !!categories?.length;
export const asksPurchases = ({ purchases, bought }: Audience): boolean => purchases !== undefined || !!bought?.length;

type Known = Omit<Facts, "moments" | "visitor" | "shown" | "accepting">;

/** The first condition of an audience that the shopper does not meet. What is not known meets none. */
export function unmetBy(audience: Audience, facts: Known): keyof Audience | null {
  const value = facts.cartValue;
  const among = (list: readonly string[], known: string | null) => known !== null && list.includes(known);
  const some = (list: readonly string[], known: readonly string[]) => list.some((one) => known.includes(one));
  const { countries, languages, device, visitors, purchases, bought } = audience;
  const { cart_min, cart_max, products, categories, affiliate, campaigns } = audience;
  if (countries?.length && !among(countries, facts.country)) return "countries";
  if (languages?.length && !among(languages, facts.language)) return "languages";
  if (device !== undefined && device !== facts.device) return "device";
  if (visitors !== undefined && visitors !== facts.visitors) return "visitors";
  if (purchases !== undefined && purchases !== facts.purchases) return "purchases";
  if (bought?.length && !some(bought, facts.bought)) return "bought";
  if (cart_min !== undefined && !(value !== null && value >= cart_min)) return "cart_min";
  if (cart_max !== undefined && !(value !== null && value <= cart_max)) return "cart_max";
  if (products?.length && !some(products, facts.cart)) return "products";
  if (categories?.length && !some(categories, facts.categories)) return "categories";
  if (affiliate !== undefined && affiliate !== facts.affiliate) return "affiliate";
  if (campaigns?.length && !among(campaigns, facts.campaign)) return "campaigns";
  return null;
}

/** A period that begins in the evening belongs to the weekday on which it begins. */
function isOpen(
  { starts_at, ends_at, weekdays: days, daily_from, daily_until }: OfferSchedule,
  { at, day, time }: Moment,
) {
  if (starts_at !== undefined && at < Date.parse(starts_at)) return false;
  if (ends_at !== undefined && at >= Date.parse(ends_at)) return false;
  if (!days?.length && daily_from === undefined) return true;
  const isOn = (date: string) => !days?.length || days.includes(weekdayOf(date));
  if (daily_from === undefined || daily_until === undefined) return isOn(day);
  if (daily_from < daily_until) return isOn(day) && daily_from <= time && time < daily_until;
  return (isOn(day) && daily_from <= time) || (isOn(addDays(day, -1)) && time < daily_until);
}

const weekdayOf = (day: string) => weekdays[(new Date(day).getUTCDay() + 6) % 7] as (typeof weekdays)[number];

/** From 0 to 1, and always the same for the same words. */
export function shareOf(...words: string[]): number {
  const digest = createHash("sha256").update(words.join("\n")).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}
