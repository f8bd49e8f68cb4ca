import "server-only";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import type { Commission } from "../../contract/affiliate/commissions.ts";
import type { Owed, Payout } from "../../contract/affiliate/payouts.ts";
import { isIdentifier } from "../../contract/paths.ts";
import type { Caller } from "../wire/call.ts";
import { has } from "../wire/contracts.ts";
import type { OpenedDetails } from "./details.ts";
import { type Reader, readerFor, type Walked, walk } from "./read-all-pages.ts";

export type OwedRecords = {
  commissions: Commission[];
  payouts: Payout[];
  /** Null for an affiliate that no longer exists. */
  affiliates: Map<string, Affiliate | null>;
  /** Whether the API reports payout methods, so that an affiliate without one really has none. */
  tellsMethods: boolean;
  complete: boolean;
  /** Approved commissions that name no affiliate. */
  unplaced: number;
};

/** Facts from the dashboard's own rows, which the API does not know. */
export type Ours = {
  /** `reserved` may still be paid by a payout of the dashboard; `paid` were paid by one. */
  reserved: Set<string>;
  paid: Set<string>;
  made: Set<string>;
  /** A payout with unknown outcome, by affiliate. */
  unsettled: Map<string, string>;
  last: Map<string, { method: string | null; payoutEmail: string | null; createdAt: Date }>;
  details: Map<string, OpenedDetails>;
  /** Affiliates who have not confirmed a change of their details. */
  pending: Set<string>;
  /** Whether the files of Cartwright are what pays. Another service may pay by itself. */
  paysByFile: boolean;
  /** Until when payouts are on hold because the affiliate's email address was changed. */
  emailHolds: Map<string, Date>;
};

/** The commissions of a payout that has ended without paying are free. */
export const isUndone = ({ status }: Pick<Payout, "status">) => status === "failed" || status === "cancelled";

/** Up to this many affiliates are read one by one, because a list may leave fields out. */
const fewAffiliates = 20;
const lists = { api: "affiliate", operation: "list" } as const;
/** Our own service filters by up to this many affiliates. Another API returns the rows of all. */
const someAffiliates = 100;

export async function readOwed(caller: Caller, affiliateIds: readonly string[] | null): Promise<OwedRecords> {
  const owed = (await readerFor(caller).read("payouts", "owed")) as Owed;
  if (!owed.complete) return readFacts(caller, affiliateIds);
  const concerns = ({ affiliate_id = "" }: { affiliate_id?: string | undefined }) =>
    affiliateIds === null || affiliateIds.includes(affiliate_id);
  const affiliates = new Map<string, Affiliate | null>(owed.affiliates.map((row) => [row.id, row]));
  const commissions = owed.commissions.filter(concerns);
  for (const { affiliate_id = "" } of commissions)
    if (!affiliates.has(affiliate_id)) affiliates.set(affiliate_id, null);
  const payouts = owed.payouts.filter(concerns);
  return { commissions, payouts, affiliates, tellsMethods: true, complete: true, unplaced: 0 };
}

export async function readFacts(caller: Caller, affiliateIds: readonly string[] | null): Promise<OwedRecords> {
  const reader = readerFor(caller);
  const wanted = affiliateIds && new Set(affiliateIds);
  const concerns = ({ affiliate_id }: { affiliate_id?: string | undefined }) =>
    affiliate_id !== undefined && (wanted === null || wanted.has(affiliate_id));
  const oldest = { sort: "created_at", order: "asc" };
  const onlyOf = has({ ...lists, resource: "commissions", mode: caller.mode }, "affiliate_id") ? affiliateIds : null;
  const listed = <T extends { id: string }>(resource: "commissions" | "payouts", query: object) =>
    readList<T>(reader, resource, { ...query, ...oldest }, onlyOf);
  const found = await listed<Commission>("commissions", { status: "approved" });
  const approved = found.records.filter(({ status }) => status === "approved");
  const paid = await listed<Payout>("payouts", {});
  const commissions = approved.filter(concerns);
  const ids = new Set(commissions.map(({ affiliate_id = "" }) => affiliate_id));
  return {
    commissions,
    // A payout that names no affiliate may be anybody's.
    payouts: paid.records.filter((row) => row.affiliate_id === undefined || concerns(row)),
    ...(await readAffiliates(reader, [...ids].sort())),
    complete: found.complete && paid.complete,
    unplaced: approved.filter(({ affiliate_id }) => affiliate_id === undefined).length,
  };
}

async function readList<T extends { id: string }>(
  reader: Reader,
  resource: "commissions" | "payouts",
  query: Record<string, unknown>,
  affiliateIds: readonly string[] | null,
): Promise<Walked<T>> {
  if (affiliateIds?.length !== 1) {
    const all = await walk<T>(reader, resource, query, { whole: true });
    if (all.complete || affiliateIds === null || affiliateIds.length > someAffiliates) return all;
  }
  const records: T[] = [];
  for (const affiliate_id of affiliateIds) {
    const own = await walk<T>(reader, resource, { ...query, affiliate_id }, { whole: true });
    if (!own.complete) return own;
    records.push(...own.records);
  }
  return { records, complete: true };
}

export async function readAffiliates(reader: Reader, ids: string[]) {
  const affiliates = new Map<string, Affiliate | null>();
  const tells = (rows: Iterable<Affiliate | null>) => [...rows].some((row) => row?.payout_method !== undefined);
  if (ids.length > fewAffiliates) {
    for (const row of (await walk<Affiliate>(reader, "affiliates")).records) affiliates.set(row.id, row);
  }
  for (const id of ids) if (!affiliates.has(id)) affiliates.set(id, await readAffiliate(reader, id));
  let tellsMethods = tells(affiliates.values());
  if (!tellsMethods && ids.length > 0 && ids.length <= fewAffiliates) {
    tellsMethods = tells((await reader.page<Affiliate>("affiliates", { page: 1, per_page: 100 })).data);
  }
  return { affiliates, tellsMethods };
}

export const readAffiliate = async (reader: Reader, id: string): Promise<Affiliate | null> =>
  isIdentifier(id) ? reader.find<Affiliate>("affiliates", id) : null;
