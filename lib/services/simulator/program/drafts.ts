import type { LineItem } from "../../../database/schema/affiliate-sales.ts";
import type { OrderRow } from "../../affiliate/sums-of-records.ts";
import type { Calendar, Day } from "../calendar.ts";
import { priceIn, products } from "../products.ts";
import { Random } from "../random.ts";
import { dayMs, hour, minute, partOfDay } from "../time.ts";
import type { SimulatedMember, SimulatedStore } from "./members.ts";
import { firstNames, lastNames, plain } from "./names.ts";

// A draft is what a shopper did, before the order is attributed to an affiliate.

type Fate = "kept" | "cancelled" | "refunded" | "manual" | "override";
export type NetworkNumber = number;
export type OrderDraft = {
  at: number;
  random: Random;
  fate: Fate;
  order: Pick<OrderRow, "subtotal" | "discount" | "tax" | "shipping" | "total" | "currency" | "lineItems">;
  customerKey: string;
  customerEmail: string;
  address: NetworkNumber;
  coupon: { code: string; owner: SimulatedMember } | null;
  click: { at: number; owner: SimulatedMember; link: number } | null;
  /** Reuses the number of the previous order. */
  repeats: boolean;
};

const orderCount = 9_000;

type Active = { members: SimulatedMember[]; liked: number[] };

// Spreads `count` over the days in proportion to their traffic, with the members who are active on each. Of today, only
// the part that has passed counts.
export function* spreadOver(
  { days, now }: Calendar,
  members: readonly SimulatedMember[],
  count: number,
): Generator<{ day: Day; n: number; length: number; active: Active }> {
  const weight = (day: Day) => (day.visits * Math.min(now, day.end) - day.visits * day.start) / (day.end - day.start);
  const sum = days.reduce((all, day) => all + weight(day), 0);
  let [passed, given] = [0, 0];
  for (const day of days) {
    passed += weight(day);
    const until = Math.round((passed / sum) * count);
    const length = Math.min(now, day.end) - day.start;
    const active = activeOn(members, day.start);
    for (let n = 0; n < until - given; n++) yield { day, n, length, active };
    given = until;
  }
}

export const timeIn = (random: Random, day: Day, length: number) =>
  day.start + Math.floor(partOfDay(random.next(), random.next()) * length);

export function makeDrafts(
  calendar: Calendar,
  members: readonly SimulatedMember[],
  place: SimulatedStore,
): OrderDraft[] {
  const drafts: OrderDraft[] = [];
  const known: OrderDraft[] = [];
  let today: OrderDraft[] = [];
  let last = 0;
  const count = Math.round(orderCount * calendar.share);
  // Rare cases occur at least a few times in a small shop.
  const rare = { repeating: Math.max(0.003, 12 / count), friends: Math.min(0.8, 0.3 / calendar.share) };
  for (const { day, n, length, active } of spreadOver(calendar, members, count)) {
    if (day.number !== last) {
      known.push(...today);
      [today, last] = [[], day.number];
    }
    const random = new Random(calendar.seed, 903, day.number, n);
    const draft = makeDraft(random, timeIn(random, day, length), drafts.length, active, known, { ...place, ...rare });
    drafts.push(draft);
    if (draft.fate === "kept" && (draft.click || draft.coupon)) today.push(draft);
  }
  return drafts.sort((a, b) => a.at - b.at);
}

function activeOn(members: readonly SimulatedMember[], at: number): Active {
  const active = members.filter(({ from, until, links }) => from <= at && at < until && links.length > 0);
  return { members: active, liked: active.map(({ liked }) => liked) };
}

const fates: readonly Fate[] = ["kept", "cancelled", "refunded", "manual", "override"];

function makeDraft(
  random: Random,
  at: number,
  n: number,
  { members, liked }: Active,
  known: readonly OrderDraft[],
  { currencies, repeating, friends }: SimulatedStore & { repeating: number; friends: number },
): OrderDraft {
  const owner = members[random.weighted(liked)];
  const how = owner ? random.weighted([57, 13, 11, 8, 10, 1]) : 4;
  const returning = how === 3 ? known[random.between(Math.max(0, known.length - 900), known.length - 1)] : undefined;
  const own = owner && random.chance(0.85) ? owner.row.currency : currencies[random.chance(0.8) ? 0 : 1];
  const isSelf = owner?.isShady === true && random.chance(0.2);
  const isFriend = owner?.isShady === true && random.chance(friends);
  const byClick = owner && (how === 0 || how === 1 || how === 5);
  const byCoupon = owner && (how === 1 || how === 2) && owner.coupons.length > 0;
  const name = [random.pick(firstNames), random.pick(lastNames)].map(plain).join(".");
  const draft: OrderDraft = {
    at,
    random,
    repeats: random.chance(repeating),
    fate: fates[random.weighted(how === 4 ? [80, 2, 4, 14, 0] : [90, 2.5, 6.5, 0, 1])] as Fate,
    order: makeOrder(random, own, byCoupon === true),
    customerKey: returning?.customerKey ?? `id:cus_${n + 1}`,
    customerEmail: returning?.customerEmail ?? (isSelf ? aliasOf(random, owner) : `${name}${n}@mail.example`),
    address: returning?.address ?? (isSelf || isFriend ? -members.indexOf(owner) - 1 : n + 1),
    coupon: byCoupon ? { code: owner.coupons[0] as string, owner } : null,
    click: byClick ? { at: at - gap(random, how === 5), owner, link: random.between(0, owner.links.length - 1) } : null,
  };
  if (isSelf || isFriend) draft.address = -(owner.row.createdAt.getTime() % 1_000_000) - 1;
  // A link cannot be followed before it exists.
  if (draft.click && owner && draft.click.at < owner.from) draft.click.at = at - random.between(20, 300) * 1000;
  return draft;
}

/** Mostly within an hour, sometimes days, seldom seconds, and longer than the cookie window if `isLate`. */
function gap(random: Random, isLate: boolean): number {
  if (isLate) return Math.floor((31 + random.next() * 30) * dayMs);
  const [low, high] = [
    [3_000, 9_900],
    [2 * minute, hour],
    [hour, dayMs],
    [dayMs, 27 * dayMs],
  ][random.weighted([0.8, 62, 22, 15])] as [number, number];
  return random.between(low, high);
}

function aliasOf(random: Random, { row }: SimulatedMember): string {
  const [local = "", domain = ""] = row.email.split("@");
  return random.chance(0.5) ? row.email : `${local}+shop@${domain}`;
}

const liked = products.map((product) => product.liked);

export function makeOrder(random: Random, currency: string, hasCoupon: boolean): OrderDraft["order"] {
  const count = 1 + random.weighted([55, 30, 15]);
  const chosen = new Set(Array.from({ length: count }, () => random.weighted(liked)));
  const lineItems = [...chosen].map((at): LineItem => {
    const { id, title, variant, cents } = products[at] as (typeof products)[number];
    const quantity = random.chance(0.18) ? 2 : 1;
    return { product_id: id, sku: `${id}-${variant}`, name: title, quantity, unit_price: priceIn(currency, cents) };
  });
  const subtotal = lineItems.reduce((sum, line) => sum + line.quantity * line.unit_price, 0);
  const discount = hasCoupon ? Math.round(subtotal / 10) : 0;
  const tax = Math.round((subtotal - discount) * 0.07);
  const shipping = subtotal < priceIn(currency, 4900) ? priceIn(currency, 490) : 0;
  const total = subtotal - discount + tax + shipping;
  return { subtotal, discount, tax, shipping, total, currency, lineItems };
}
