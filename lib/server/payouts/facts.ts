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
  /** Only approved commissions. */
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

/** What our own rows know in addition to the API. */
export type Ours = {
  /** Commissions that a payout of ours may still pay, and those that one has paid. */
  reserved: Set<string>;
  paid: Set<string>;
  /** Payouts in the API that were requested here. */
  made: Set<string>;
  /** A payout with unknown outcome, by affiliate. */
  unsettled: Map<string, string>;
  last: Map<string, { method: string | null; payoutEmail: string | null }>;
};

/** `hash` and `parts` are not sent to the browser; they are compared when a person confirms. */

/** The payout has ended without paying, and its commissions are free. */
export const isUndone = ({ status }: Pick<Payout, "status">) => status === "failed" || status === "cancelled";

export const listOf = (resource: "affiliates" | "commissions" | "payouts"): Named => ({
  api: "affiliate",
  resource,
  operation: "list",
});

/** Up to this many affiliates are read one by one, because a list may leave fields out. */
const fewAffiliates = 20;
/** Our own service can be asked for the rows of up to this many affiliates. Another API returns everything. */
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
    // A payout that names no affiliate may be anybody's.
    payouts: paid.records.filter((row) => row.affiliate_id === undefined || concerns(row)),
    ...(await readAffiliates(reader, place, [...ids].sort())),
    complete: found.complete && paid.complete,
    unplaced: approved.filter(({ affiliate_id }) => affiliate_id === undefined).length,
  };
}

/** Reads the whole list or, if it is too long, the part of each affiliate in `asked`. */
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
