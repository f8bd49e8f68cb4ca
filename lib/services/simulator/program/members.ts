import type { AffiliateRow, LinkRow } from "../../affiliate/sums-of-records.ts";
import type { Calendar } from "../calendar.ts";
import { priceIn } from "../products.ts";
import type { Ids } from "../random.ts";
import { Random } from "../random.ts";
import { dayMs, hour } from "../time.ts";
import { countries, firstNames, groups, lastNames, methods, notes, pages, plain, siteName } from "./names.ts";

export type SimulatedMember = {
  row: AffiliateRow;
  coupons: string[];
  links: LinkRow[];
  from: number;
  until: number;
  liked: number;
  /** Whether the affiliate also buys through their own links, from the same IP address as friends. */
  isShady: boolean;
};
export type SimulatedStore = { storeId: string; currencies: readonly [own: string, other: string] };

const statuses = [
  ...Array<"active">(210).fill("active"),
  ...Array<"pending">(30).fill("pending"),
  ...Array<"rejected">(20).fill("rejected"),
  ...Array<"inactive">(25).fill("inactive"),
  ...Array<"suspended">(15).fill("suspended"),
];

export function makeMembers(calendar: Calendar, ids: Ids, place: SimulatedStore): SimulatedMember[] {
  const { seed, now, days } = calendar;
  const start = days[0]?.start ?? now;
  const length = now - start;
  return statuses
    .map((status, n) => {
      const random = new Random(seed, 902, n);
      const early = status === "pending" ? now - random.next() * 21 * dayMs : start + random.next() ** 2 * length * 0.9;
      return { status, n, random, joined: Math.floor(early) };
    })
    .sort((a, b) => a.joined - b.joined)
    .map(({ status, n, random, joined }) => {
      const approved = joined + Math.floor(random.next() * 3 * dayMs);
      const took = status !== "pending" && status !== "rejected" && approved <= now;
      const gone = status === "inactive" || status === "suspended";
      const until = !took ? 0 : gone ? approved + (now - approved) * (0.4 + random.next() * 0.5) : now;
      const row = toRow(random, ids.next("aff", joined), n, place.currencies);
      Object.assign(row, { status, createdAt: new Date(joined) });
      row.approvedAt = took ? new Date(approved) : null;
      row.updatedAt = new Date(gone ? until : took ? approved : joined);
      const member: SimulatedMember = {
        row,
        links: [],
        from: took ? approved : now,
        until: Math.floor(until),
        coupons: took && random.chance(0.7) ? [`${plain(row.firstName).toUpperCase()}${n + 1}`] : [],
        liked: (1 / (1 + n / 9)) * random.spread(),
        isShady: took && n % 17 === 3,
      };
      member.links = took ? makeLinks(random, member, ids, n, place.storeId) : [];
      return member;
    });
}

function toRow(random: Random, id: string, n: number, currencies: SimulatedStore["currencies"]): AffiliateRow {
  const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)];
  const hasSite = random.chance(0.7);
  const site = siteName(n);
  const email = hasSite
    ? `${plain(firstName)}@${site}.example`
    : `${plain(firstName)}.${plain(lastName)}${n}@mail.example`;
  const currency = random.chance(0.85) ? currencies[0] : currencies[1];
  const isFixed = random.chance(0.12);
  return {
    tenantId: 0,
    id,
    email,
    firstName,
    lastName,
    status: "active",
    currency,
    deletedAt: null,
    companyName: random.chance(0.2) ? `${lastName} Media` : null,
    referralCode: `${plain(firstName)}${n + 1}`,
    group: random.chance(0.85) ? random.pick(groups) : null,
    commissionType: isFixed ? "fixed" : "percentage",
    ownRate: true,
    commissionRate: isFixed ? priceIn(currency, 400) : random.pick([8, 10, 10, 10, 12, 12.5, 15]),
    country: random.pick(countries),
    website: hasSite ? `https://${site}.example` : null,
    payoutMethod: random.pick(methods),
    payoutEmail: email,
    minimumPayout: random.chance(0.8) ? priceIn(currency, random.pick([1000, 2500, 5000])) : null,
    notes: random.chance(0.15) ? random.pick(notes) : null,
    metadata: random.chance(0.3) ? { followers: random.between(3, 900) * 100 } : {},
    approvedAt: null,
    createdAt: new Date(0),
    updatedAt: new Date(0),
  };
}

function makeLinks(
  random: Random,
  { row, from, coupons }: SimulatedMember,
  ids: Ids,
  n: number,
  storeId: string,
): LinkRow[] {
  const count = 1 + random.weighted([30, 35, 25, 10]);
  return Array.from({ length: count }, (_, at): LinkRow => {
    const { path, name } = pages[(n + at) % pages.length] as (typeof pages)[number];
    const made = new Date(from + at * random.between(0, hour));
    return {
      tenantId: 0,
      id: ids.next("lnk", made.getTime()),
      affiliateId: row.id,
      name,
      // Codes are unique across all stores, so they include the store.
      code: `demo-${row.referralCode}${at > 0 ? `-${at + 1}` : ""}_${storeId}`.slice(-64),
      destinationUrl: `https://shop.example.com${path}`,
      couponCode: at === 0 ? (coupons[0] ?? null) : null,
      utmSource: row.website === null ? null : new URL(row.website).hostname,
      utmMedium: "affiliate",
      utmCampaign: random.chance(0.3) ? "holidays" : null,
      status: row.status === "suspended" || random.chance(0.06) ? "disabled" : "active",
      createdAt: made,
      updatedAt: made,
      deletedAt: null,
    };
  });
}
