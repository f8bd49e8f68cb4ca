import "server-only";
import { and, eq, ne, sql } from "drizzle-orm";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import { ApiError } from "../../contract/errors.ts";
import { payout, payoutCommission } from "../../database/schema/desk-payouts.ts";
import { readConnection } from "../connections.ts";
import { db } from "../db.ts";
import { holderOf } from "../governor/of.ts";
import type { Place } from "../jobs/place.ts";
import { listOf } from "./facts.ts";
import type { PayoutRow } from "./ledger.ts";
import { isMarked, type Match, matchPayout, type Wanted } from "./match.ts";
import { type Reader, readerFor, walk } from "./walk.ts";

/** So many that may be it are read one by one: a list may leave out what tells. */
const readableCandidates = 5;

/** Whether the API has this payout of ours, told by its list and never by sending again. */
export async function lookUpPayout(place: Place, row: PayoutRow): Promise<Match> {
  const reader = readerFor(place);
  const newest = { sort: "created_at", order: "desc" };
  const marked = (each: Payout) => isMarked(each, row.id);
  const { records, complete } = await walk<Payout>(reader, listOf("payouts"), newest, marked);
  const match = await matchIn(reader, row, records, complete);
  if (match.state !== "absent" || (await holderNow(place)) === row.holder) return match;
  const why = "It was sent with another key or to another address, and only that one's list can tell.";
  return { state: "unclear", why, candidates: [] };
}

export async function matchIn(
  reader: Reader,
  row: PayoutRow,
  payouts: readonly Payout[],
  complete: boolean,
): Promise<Match> {
  const wanted = await wantedOf(row, payouts);
  const match = matchPayout(wanted, payouts, complete);
  if (match.state !== "unclear" || match.candidates.length === 0 || match.candidates.length > readableCandidates) {
    return match;
  }
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
    const { body } = await reader.ask({ ...listOf("payouts"), operation: "get" }, { params: { id } });
    return { ...(body as Payout), id };
  } catch (cause) {
    if (cause instanceof ApiError) return { id };
    throw cause;
  }
}

async function wantedOf(row: PayoutRow, payouts: readonly Payout[]): Promise<Wanted> {
  const { id, storeId, mode, affiliateId, amount, currency, baseline } = row;
  const own = await db()
    .select({ id: payoutCommission.commissionId })
    .from(payoutCommission)
    .where(eq(payoutCommission.payoutId, id));
  const listed = JSON.stringify(payouts.map((each) => each.id));
  const others = and(eq(payout.storeId, storeId), eq(payout.mode, mode), ne(payout.id, id));
  const taken = await db()
    .select({ id: payout.payoutId })
    .from(payout)
    .where(and(others, sql`${payout.payoutId} in (select json_array_elements_text(${listed}::json))`));
  const twins = await db().$count(
    payout,
    and(
      ...[others, eq(payout.affiliateId, affiliateId), eq(payout.currency, currency), eq(payout.amount, amount)],
      sql`${payout.state} in ('sending', 'unknown')`,
    ),
  );
  return {
    ...{ id, affiliateId, amount, currency, baseline, twin: twins > 0 },
    commissions: own.map((each) => each.id),
    taken: new Set(taken.flatMap((each) => each.id ?? [])),
  };
}

export async function holderNow({ membership, mode }: Place): Promise<string> {
  return holderOf(await readConnection({ storeId: membership.store.id, mode, api: "affiliate" }));
}
