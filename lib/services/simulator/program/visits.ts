import type { click } from "../../../database/schema/affiliate-sales.ts";
import { signClickId } from "../../affiliate/click-ids.ts";
import { keyFor } from "../../affiliate/environment.ts";
import { landingOf } from "../../affiliate/link-cache.ts";
import type { LinkRow } from "../../affiliate/sums-of-records.ts";
import { hashAddress, readAgent } from "../../affiliate/visitor.ts";
import type { Calendar } from "../calendar.ts";
import type { Ids } from "../random.ts";
import { Random } from "../random.ts";
import { hour } from "../time.ts";
import { type NetworkNumber, type OrderDraft, spreadOver, timeIn } from "./drafts.ts";
import type { SimulatedMember } from "./members.ts";
import { countries } from "./names.ts";

export type ClickRow = typeof click.$inferSelect;
export type SimulatedVisit = { row: ClickRow; draft: OrderDraft | null };

const clickCount = 60_000;
const spikes = { count: 12, clicks: 110 };

export const browsers = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
] as const;
export const bots = [
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
  "WhatsApp/2.24.7 A",
] as const;
const agents = [...browsers, ...bots].map(readAgent);
const agentWeights = [30, 20, 16, 11, 6, 5, 4, 4, 2, 1.5, 0.5];

export function makeVisits(
  calendar: Calendar,
  members: readonly SimulatedMember[],
  drafts: readonly OrderDraft[],
  ids: Ids,
): SimulatedVisit[] {
  const visit = visitor(ids);
  const bought = drafts.flatMap((draft): SimulatedVisit[] => {
    if (!draft.click) return [];
    const { at, owner, link } = draft.click;
    const agent = draft.random.weighted(agentWeights.slice(0, browsers.length));
    return [{ draft, row: visit(draft.random, at, owner, link, draft.address, agent) }];
  });
  const bursts = makeBursts(calendar, drafts, visit);
  const count = Math.round(clickCount * calendar.share) - bought.length - bursts.length;
  const looked: SimulatedVisit[] = [];
  const first = earliest(members);
  for (const { day, n, length, active } of spreadOver(calendar, members, count)) {
    const random = new Random(calendar.seed, 904, day.number, n);
    const owner = active.members[random.weighted(active.liked)] ?? first;
    const at = Math.max(timeIn(random, day, length), owner.from);
    const address = 100_000 + random.between(0, 2_000_000);
    const link = random.between(0, owner.links.length - 1);
    looked.push({ draft: null, row: visit(random, at, owner, link, address, random.weighted(agentWeights)) });
  }
  return [...bought, ...bursts, ...looked].sort((a, b) => a.row.occurredAt.getTime() - b.row.occurredAt.getTime());
}

const earliest = (members: readonly SimulatedMember[]) =>
  members.filter(({ links }) => links.length > 0).toSorted((a, b) => a.from - b.from)[0] as SimulatedMember;

/** On some days a link was posted somewhere and got many more clicks than before, one of which led to an order. */
function makeBursts(
  { seed, share }: Calendar,
  drafts: readonly OrderDraft[],
  visit: ReturnType<typeof visitor>,
): SimulatedVisit[] {
  const led = drafts.filter(({ at, click, fate }) => fate === "kept" && click && at - click.at < 1_800_000);
  const count = Math.ceil(spikes.count * share);
  const chosen = Array.from({ length: count }, (_, n) => led[Math.floor(((n + 0.5) * led.length) / count)]);
  return [...new Set(chosen)].flatMap((draft, n) => {
    const { at, owner, link } = draft?.click ?? {};
    if (at === undefined || link === undefined || !owner) return [];
    return Array.from({ length: spikes.clicks }, (_, m): SimulatedVisit => {
      const random = new Random(seed, 905, n, m);
      const before = Math.max(owner.from, at - random.between(1, hour));
      const agent = random.weighted(agentWeights.slice(0, browsers.length));
      return { draft: null, row: visit(random, before, owner, link, 3_000_000 + n * 1000 + m, agent) };
    });
  });
}

const referrers = [null, null, "https://www.instagram.com/", "https://www.youtube.com/", "https://www.google.com/"];

function visitor(ids: Ids) {
  const key = keyFor("click-id");
  const pages = new Map<string, string>();
  return (
    random: Random,
    at: number,
    { row, links }: SimulatedMember,
    link: number,
    address: NetworkNumber,
    agent: number,
  ): ClickRow => {
    const followed = links[link] as LinkRow;
    const page = pages.get(followed.id) ?? landingOf(followed).page;
    pages.set(followed.id, page);
    return {
      tenantId: 0,
      id: signClickId(key, followed.id, at, ids.own()),
      linkId: followed.id,
      affiliateId: row.id,
      occurredAt: new Date(at),
      landingPage: page,
      referrer: row.website !== null && random.chance(0.6) ? `${row.website}/coffee` : random.pick(referrers),
      ipHash: hashOf(address),
      country: random.chance(0.7) ? row.country : random.pick(countries),
      ...(agents[agent] as (typeof agents)[number]),
      orderId: null,
    };
  };
}

const known = new Map<NetworkNumber, Buffer | null>();

/** Uses addresses that are reserved for documentation and belong to nobody. */
export function hashOf(address: NetworkNumber): Buffer | null {
  let hash = known.get(address);
  if (hash === undefined) {
    const number = address < 0 ? 0x7000_0000 - address : address;
    hash = hashAddress(`2001:db8::${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}`);
    if (known.size > 100_000) known.clear();
    known.set(address, hash);
  }
  return hash;
}
