import "server-only";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import type { Commission } from "../../contract/affiliate/commissions.ts";
import type { Owed, Payout } from "../../contract/affiliate/payouts.ts";
import { ApiError } from "../../contract/errors.ts";
import { isIdentifier } from "../../contract/paths.ts";
import { isEmbedded } from "../connections.ts";
import type { Named, Place } from "../jobs/place.ts";
import { type Reader, readerFor, type Walked, walk } from "./walk.ts";

export type Facts = {
  /** Approved ones. */
  commissions: Commission[];
  payouts: Payout[];
  /** Null for one that is not there any more. */
  affiliates: Map<string, Affiliate | null>;
  /** Whether one without a payout method has none, or the API says nothing of methods. */
  tellsMethods: boolean;
  complete: boolean;
  /** Approved commissions that name no affiliate. */
  unplaced: number;
};

export const listOf = (resource: "affiliates" | "commissions" | "payouts"): Named => ({
  ...{ api: "affiliate", resource, operation: "list" },
});

/** So many affiliates are read one by one, which tells more than a list may. */
const fewAffiliates = 20;
/** Of so many our own service is asked for what is theirs; another API cannot be, and gives everything. */
const someAffiliates = 100;

/** The facts for a preview. Our own service gives them in one response, unless there are too many for one. */
export async function readOwed(place: Place, asked: readonly string[] | null): Promise<Facts> {
  if (!isEmbedded({ api: "affiliate", mode: place.mode })) return readFacts(place, asked);
  const { body } = await readerFor(place).ask({ ...listOf("payouts"), operation: "owed" }, {});
  const { complete, commissions, payouts, affiliates } = body as Owed;
  if (!complete) return readFacts(place, asked);
  const concerns = ({ affiliate_id = "" }: { affiliate_id?: string | undefined }) =>
    asked === null || asked.includes(affiliate_id);
  const found = new Map<string, Affiliate | null>(affiliates.map((row) => [row.id, row]));
  const owed = commissions.filter(concerns);
  for (const { affiliate_id = "" } of owed) if (!found.has(affiliate_id)) found.set(affiliate_id, null);
  return {
    commissions: owed,
    payouts: payouts.filter(concerns),
    affiliates: found,
    tellsMethods: true,
    complete,
    unplaced: 0,
  };
}

/** What the API says of what is earned and paid; of these affiliates, or of all. */
export async function readFacts(place: Place, asked: readonly string[] | null): Promise<Facts> {
  const reader = readerFor(place);
  const wanted = asked && new Set(asked);
  const concerns = ({ affiliate_id }: { affiliate_id?: string | undefined }) =>
    affiliate_id !== undefined && (wanted === null || wanted.has(affiliate_id));
  const oldest = { sort: "created_at", order: "asc" };
  const listed = <T extends { id: string }>(resource: "commissions" | "payouts", query: object) =>
    readList<T>(
      reader,
      listOf(resource),
      { ...query, ...oldest },
      isEmbedded({ api: "affiliate", mode: place.mode }) ? asked : null,
    );
  const found = await listed<Commission>("commissions", { status: "approved" });
  const approved = found.records.filter(({ status }) => status === "approved");
  const paid = await listed<Payout>("payouts", {});
  const commissions = approved.filter(concerns);
  const ids = new Set(commissions.map(({ affiliate_id = "" }) => affiliate_id));
  return {
    commissions,
    // One that names no affiliate may be anybody's.
    payouts: paid.records.filter((row) => row.affiliate_id === undefined || concerns(row)),
    ...(await readAffiliates(reader, place, [...ids].sort())),
    complete: found.complete && paid.complete,
    unplaced: approved.filter(({ affiliate_id }) => affiliate_id === undefined).length,
  };
}

/** The whole of it; where that is too long and `asked` may be asked for one by one, what is theirs. */
async function readList<T extends { id: string }>(
  reader: Reader,
  named: Named,
  query: Record<string, unknown>,
  asked: readonly string[] | null,
): Promise<Walked<T>> {
  if (asked?.length !== 1) {
    const all = await walk<T>(reader, named, query, { whole: true });
    if (all.complete || asked === null || asked.length > someAffiliates) return all;
  }
  const records: T[] = [];
  for (const affiliate_id of asked) {
    const own = await walk<T>(reader, named, { ...query, affiliate_id }, { whole: true });
    if (!own.complete) return own;
    records.push(...own.records);
  }
  return { records, complete: true };
}

export async function readAffiliates(reader: Reader, place: Place, ids: string[]) {
  const affiliates = new Map<string, Affiliate | null>();
  const embedded = isEmbedded({ api: "affiliate", mode: place.mode });
  const tells = (rows: Iterable<Affiliate | null>) => [...rows].some((row) => row?.payout_method !== undefined);
  if (ids.length > fewAffiliates) {
    for (const row of (await walk<Affiliate>(reader, listOf("affiliates"))).records) affiliates.set(row.id, row);
  }
  for (const id of ids) if (!affiliates.has(id)) affiliates.set(id, await readAffiliate(reader, id));
  let tellsMethods = embedded || tells(affiliates.values());
  if (!tellsMethods && ids.length > 0 && ids.length <= fewAffiliates) {
    const { body } = await reader.ask(listOf("affiliates"), { query: { page: 1, per_page: 100 } });
    tellsMethods = tells((body as { data: Affiliate[] }).data);
  }
  return { affiliates, tellsMethods };
}

export async function readAffiliate(reader: Reader, id: string): Promise<Affiliate | null> {
  if (!isIdentifier(id)) return null;
  try {
    const { body } = await reader.ask({ ...listOf("affiliates"), operation: "get" }, { params: { id } });
    return body as Affiliate;
  } catch (cause) {
    if (cause instanceof ApiError && cause.status === 404) return null;
    throw cause;
  }
}
