import "server-only";
import { and, eq, inArray, ne } from "drizzle-orm";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import { ApiError } from "../../contract/errors.ts";
import { payout, payoutCommission } from "../../database/schema/desk-payouts.ts";
import { sentence } from "../../sentences.ts";
import { db, inStoreMode, isAmong, storeModeOf } from "../db.ts";
import type { Caller } from "../wire/call.ts";
import { readConnection } from "../wire/connections.ts";
import { has } from "../wire/contracts.ts";
import { isOld, matchPayout, type PayoutMatch, type Wanted } from "./match-payout.ts";
import { isMarked } from "./payout-ids-in-text.ts";
import type { DeskPayoutRow } from "./payout-rows.ts";
import { commissionsOf } from "./read.ts";
import { type Reader, readerFor, walk } from "./read-all-pages.ts";
import { type OwedRecords, readAffiliate } from "./read-owed.ts";

/** Up to this many payouts are read one by one, because a list may leave out the fields that decide. */
const readable = 10;

/** Finds out from the API's list, and never by sending again, whether it made this payout. */
export async function lookUpPayout(caller: Caller, row: DeskPayoutRow, refused = false): Promise<PayoutMatch> {
  const reader = readerFor(caller);
  const newest = { sort: "created_at", order: "desc" };
  const marked = (each: Payout) => isMarked(each, row.id);
  const { records, complete } = await walk<Payout>(reader, "payouts", newest, { enough: marked });
  const match = await matchIn(reader, row, { payouts: records, complete }, refused);
  if (match.state !== "absent" || (await holderNow(caller)) === row.holder) return match;
  const why = sentence("lookUpElsewhere");
  return { state: "unclear", why, candidates: [] };
}

export async function matchIn(
  reader: Reader,
  row: DeskPayoutRow,
  { payouts, complete }: Pick<OwedRecords, "payouts" | "complete">,
  refused = false,
): Promise<PayoutMatch> {
  const wanted = await wantedOf(reader, row, payouts);
  // After a refusal, even a list that never showed a payout of ours proves that nothing was made.
  wanted.shows ||= refused;
  const match = matchPayout(wanted, payouts, complete);
  if (match.state !== "unclear" || match.candidates.length === 0 || match.candidates.length > readable) return match;
  const whole = new Map<string, Payout>();
  for (const { id } of match.candidates) whole.set(id, await readWhole(reader, id));
  return matchPayout(
    wanted,
    payouts.map((each) => ({ ...each, ...whole.get(each.id) })),
    complete,
  );
}

async function readWhole(reader: Reader, id: string): Promise<Payout> {
  try {
    return { ...(await reader.get<Payout>("payouts", id)), id };
  } catch (cause) {
    if (cause instanceof ApiError) return { id };
    throw cause;
  }
}

async function wantedOf(reader: Reader, row: DeskPayoutRow, payouts: readonly Payout[]): Promise<Wanted> {
  const { id, mode, affiliateId, amount, currency, baseline } = row;
  const others = and(inStoreMode(payout, row), ne(payout.id, id));
  const commissions = new Set((await commissionsOf(id)).map((each) => each.id));
  const listed = payouts.map((each) => each.id);
  const taken = await db()
    .select({ id: payout.payoutId })
    .from(payout)
    .where(and(others, isAmong(payout.payoutId, withoutNul(listed))));
  const known = { before: new Set(baseline), taken: new Set(taken.flatMap((each) => each.id ?? [])) };
  const fresh = payouts.filter((each) => !isOld(known, each));
  const twins = await db().$count(
    payout,
    and(
      ...[others, eq(payout.affiliateId, affiliateId), eq(payout.currency, currency), eq(payout.amount, amount)],
      inArray(payout.state, ["sending", "unknown"]),
    ),
  );
  return {
    id,
    affiliateId,
    amount,
    currency,
    commissions,
    ...known,
    twin: twins > 0,
    otherAffiliates: await otherAffiliates(reader, row, fresh),
    otherCommissions: await otherCommissions(row, commissions, fresh),
    shows:
      known.taken.size > 0 || has({ api: "affiliate", mode, resource: "payouts", operation: "list" }, "commission_ids"),
  };
}

/** PostgreSQL stores no NUL in a text. */
const withoutNul = (ids: readonly string[]) => ids.filter((id) => !id.includes("\0"));

/** A different id is another affiliate's only if our rows or the API know such an affiliate. */
async function otherAffiliates(reader: Reader, row: DeskPayoutRow, fresh: readonly Payout[]): Promise<Set<string>> {
  const named = new Set(
    fresh.flatMap(({ affiliate_id: id }) => (id === undefined || id === row.affiliateId ? [] : id)),
  );
  const known = await db()
    .selectDistinct({ id: payout.affiliateId })
    .from(payout)
    .where(and(inStoreMode(payout, row), isAmong(payout.affiliateId, withoutNul([...named]))));
  const others = new Set(known.map((each) => each.id));
  const unsure = [...named].filter((id) => !others.has(id)).slice(0, readable);
  for (const id of unsure) if ((await readAffiliate(reader, id))?.id === id) others.add(id);
  return others;
}

async function otherCommissions(row: DeskPayoutRow, own: ReadonlySet<string>, fresh: readonly Payout[]) {
  const others = fresh.flatMap(({ commission_ids: ids = [] }) => ids).filter((id) => !own.has(id));
  const known = await db()
    .selectDistinct({ id: payoutCommission.commissionId })
    .from(payoutCommission)
    .where(and(inStoreMode(payoutCommission, row), isAmong(payoutCommission.commissionId, withoutNul(others))));
  return new Set(known.map((each) => each.id));
}

export async function holderNow(caller: Caller): Promise<string> {
  return (await readConnection({ ...storeModeOf(caller), api: "affiliate" })).holder;
}
