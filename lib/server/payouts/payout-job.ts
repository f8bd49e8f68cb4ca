import "server-only";
import { and, eq, getTableColumns, ne, sql } from "drizzle-orm";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import { ApiError, type Sentence } from "../../contract/errors.ts";
import type { ItemInput } from "../../database/schema/desk-jobs.ts";
import { payout, payoutPreview } from "../../database/schema/desk-payouts.ts";
import { fromUnits } from "../../money.ts";
import { sentence } from "../../sentences.ts";
import { db, fromNow, inStoreMode } from "../db.ts";
import type { Settled } from "../work/jobs/find-outcome.ts";
import type { Finish, ItemRow, Turn } from "../work/jobs/kind.ts";
import { changedEmails } from "./email-holds.ts";
import { isClosed, isOnHold, isPaid, paidBy, unitsOf } from "./lines.ts";
import { holderNow, lookUpPayout } from "./made-or-not.ts";
import { byReading, type DeskPayoutRow } from "./payout-rows.ts";
import { commissionsOf } from "./read.ts";
import { readerFor } from "./read-all-pages.ts";
import { type OwedRecords, readAffiliate, readFacts } from "./read-owed.ts";

/** A confirmation older than this is read again before it is sent. */
const freshMs = 10 * 60_000;

async function rowOf({ input: { source = "" } }: ItemRow): Promise<DeskPayoutRow & { fresh: boolean }> {
  const fresh = sql<boolean>`${payout.createdAt} > ${fromNow(-freshMs)}`;
  const [row] = await db()
    .select({ ...getTableColumns(payout), fresh })
    .from(payout)
    .where(eq(payout.id, source));
  if (!row) throw new Error(`Payout ${source} is gone.`);
  return row;
}

/** Refuses a payout if its facts changed. The request is built from the row only, so every attempt sends the same. */
export async function prepare(turn: Turn, item: ItemRow): Promise<ItemInput> {
  const row = await rowOf(item);
  const commissions = await commissionsOf(row.id);
  const holder = await holderNow(turn);
  // An amount by hand has no commissions to read again.
  const isFresh = commissions.length === 0 || (row.fresh && holder === row.holder);
  const affiliate = isFresh ? await readAffiliate(readerFor(turn), row.affiliateId) : null;
  await changedEmails.registered()(turn, [affiliate]);
  const moved = isFresh ? affiliateMoved(row, affiliate) : await recheck(turn, row, commissions);
  if (moved) throw new ApiError(409, "moved", moved);
  // From now on, the list of this connection can prove the outcome.
  if (holder !== row.holder) await db().update(payout).set({ holder }).where(eq(payout.id, row.id));
  return { ...item.input, ...requestOf(row, commissions) };
}

/** The mark is in both texts, because an API may drop either, and at their beginning, because it may shorten them. */
function requestOf(row: DeskPayoutRow, commissions: readonly { id: string }[]): ItemInput {
  const { id, affiliateId, amount, currency, method, reference, note, adjustment } = row;
  return {
    headers: { "idempotency-key": id },
    body: {
      affiliate_id: affiliateId,
      amount,
      currency,
      commission_ids: commissions.map((each) => each.id),
      ...(adjustment !== null && { adjustment }),
      ...(method !== null && { method }),
      reference: [id, reference].filter(Boolean).join(" "),
      note: [id, note].filter(Boolean).join(" "),
    },
  };
}

/** A payout that belongs to another row, or existed before, does not prove that this one was made. */
export async function judge(
  item: ItemRow,
  { record, body, found }: { record: string; body?: unknown; found: boolean },
): Promise<Finish | null> {
  const row = await rowOf(item);
  if (row.baseline.includes(record)) return null;
  const isOthers = and(inStoreMode(payout, row), ne(payout.id, row.id), eq(payout.payoutId, record));
  if ((await db().$count(payout, isOthers)) > 0) return null;
  return { state: "done", recordId: record, made: body, ...(found && byReading) };
}

export async function settlePayout(turn: Turn, item: ItemRow, refused: boolean): Promise<Settled> {
  try {
    const match = await lookUpPayout(turn, await rowOf(item), refused);
    if (match.state === "made") return { state: "applied", record: match.payout.id, body: match.payout };
    return match.state === "absent" ? match : { state: "unknown", why: match.why };
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    return { state: "unknown", why: cause.sentence };
  }
}

/** One reading of the lists is used for all payouts of a batch for this long. */
const rememberedMs = 10 * 60_000;
const remembered = new Map<string, { at: number; facts: Promise<OwedRecords> }>();

/** Returns what has changed since the confirmation, or null if the payout may be made. */
async function recheck(
  turn: Turn,
  row: DeskPayoutRow,
  commissions: readonly { id: string; amount: number }[],
): Promise<Sentence | null> {
  const facts = await factsFor(turn, row);
  if (!facts.complete) return sentence("listsIncomplete");
  const now = Date.now();
  const paid = paidBy(facts.payouts);
  const byId = new Map(facts.commissions.map((each) => [each.id, each]));
  for (const { id, amount } of commissions) {
    const found = byId.get(id);
    if (!found || found.affiliate_id !== row.affiliateId) return sentence("commissionNotApproved", { id });
    if (isPaid(found, paid)) return sentence("commissionElsewhere", { id });
    if (isOnHold(found, now)) return sentence("commissionHold", { id });
    const units = unitsOf(found);
    if (units === null || fromUnits(units) !== amount) return sentence("commissionAmount", { id });
  }
  return affiliateMoved(row, facts.affiliates.get(row.affiliateId) ?? null);
}

/** A field that the list left out at the confirmation counts as unchanged. */
function affiliateMoved(row: DeskPayoutRow, affiliate: Affiliate | null): Sentence | null {
  if (!affiliate) return sentence("affiliateGone");
  if (isClosed(affiliate)) return sentence("affiliateIs", { status: affiliate.status ?? "" });
  const { payout_method: method, payout_email: email } = affiliate;
  if (row.method !== null && method && method !== row.method) return sentence("methodMoved");
  if (row.payoutEmail !== null && email && email !== row.payoutEmail) {
    return sentence("addressMoved");
  }
  return null;
}

async function factsFor(turn: Turn, row: DeskPayoutRow): Promise<OwedRecords> {
  const known = remembered.get(turn.job.id);
  if (known && Date.now() - known.at < rememberedMs) return known.facts;
  for (const [id, { at }] of remembered) if (Date.now() - at >= rememberedMs) remembered.delete(id);
  const [preview] = await db()
    .select({ affiliateIds: payoutPreview.affiliateIds })
    .from(payoutPreview)
    .where(and(inStoreMode(payoutPreview, row), eq(payoutPreview.hash, row.preview)));
  const facts = readFacts(turn, preview?.affiliateIds ?? null);
  remembered.set(turn.job.id, { at: Date.now(), facts });
  facts.catch(() => remembered.delete(turn.job.id));
  return facts;
}
