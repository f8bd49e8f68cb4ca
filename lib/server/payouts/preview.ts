import "server-only";
import { and, desc, eq, inArray, or } from "drizzle-orm";
import type { PayoutPreview } from "../../contract/desk/payouts.ts";
import { payout, payoutCommission, payoutPreview } from "../../database/schema/desk-payouts.ts";
import { sumOf } from "../../money.ts";
import { db, inDesk, isAmong, storeModeOf } from "../db.ts";
import type { Caller, StoreScope } from "../wire/call.ts";
import { has } from "../wire/contracts.ts";
import { settleRow } from "./by-hand.ts";
import { openDetails, unconfirmedDetails } from "./details.ts";
import { changedEmails, emailHolds } from "./email-holds.ts";
import { hashLines, linesOf, type PayableLine } from "./lines.ts";
import { matchIn } from "./made-or-not.ts";
import { byReading, giveBack } from "./payout-rows.ts";
import { readerFor, whileReading } from "./read-all-pages.ts";
import { isUndone, type Ours, type OwedRecords, readOwed } from "./read-owed.ts";

export type Previewed = { facts: OwedRecords; lines: PayableLine[]; hash: string };

/** Also settles payouts of the dashboard whose outcome the lists prove. */
export async function previewNow(caller: Caller, affiliateIds: readonly string[] | null): Promise<Previewed> {
  const facts = await readOwed(caller, affiliateIds);
  await reconcile(caller, facts);
  await changedEmails.registered()(caller, facts.affiliates.values());
  const lines = linesOf(facts, await readOurs(caller, facts), Date.now());
  return { facts, lines, hash: hashLines(lines, affiliateIds) };
}

export async function previewPayouts(caller: Caller, affiliateIds: readonly string[] | null): Promise<PayoutPreview> {
  const { facts, lines, hash } = await whileReading(caller, () => previewNow(caller, affiliateIds));
  const payable = lines.filter(({ state }) => state === "payable");
  if (facts.complete) {
    const values = { lines: payable.map(toPreviewed), createdAt: new Date() };
    await db()
      .insert(payoutPreview)
      .values({ ...storeModeOf(caller), hash, affiliateIds: affiliateIds && [...affiliateIds], ...values })
      .onConflictDoUpdate({ target: [payoutPreview.storeId, payoutPreview.mode, payoutPreview.hash], set: values });
  }
  return {
    hash,
    complete: facts.complete,
    unplaced: facts.unplaced,
    lines: lines.map(({ hash: _hash, parts: _parts, details: _details, ...line }) => line),
    payable: totalsOf(payable),
    blocked: totalsOf(lines.filter(({ state }) => state === "blocked")),
    excluded: sumUp(lines.flatMap(excludedOf)),
  };
}

/** Without what can be computed from the rest. */
const toPreviewed = ({ state, earned, taken, commission_ids, blocking, warnings, excluded, ...line }: PayableLine) =>
  line;

type Total = PayoutPreview["payable"][number];

export function totalsOf(lines: readonly Pick<PayableLine, "currency" | "amount" | "commission_ids">[]): Total[] {
  return sumUp(lines.map(({ currency, amount, commission_ids: ids }) => ({ currency, amount, count: ids.length })));
}

/** A blocked amount below the minimum counts as blocked only, so that no amount is in two totals. */
const excludedOf = ({ currency, state, excluded }: PayableLine) =>
  excluded
    .filter(({ code }) => state !== "blocked" || (code !== "under_minimum" && code !== "nothing_due"))
    .map((part) => ({ currency, ...part }));

function sumUp(rows: readonly { currency: string; amount?: number; count?: number }[]): Total[] {
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  return [...byCurrency].sort().map(([currency, own]) => ({
    currency,
    amount: sumOf(own.map(({ amount = 0 }) => amount)),
    payouts: own.length,
    commissions: own.reduce((sum, { count = 0 }) => sum + count, 0),
  }));
}

export async function readOurs(
  desk: StoreScope,
  { commissions, payouts, affiliates }: Pick<OwedRecords, "commissions" | "payouts" | "affiliates">,
): Promise<Ours> {
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  const here = inDesk(payout, desk);
  const isTheirs = isAmong(payout.affiliateId, [...affiliates.keys()]);
  const taken = await db()
    .select({ id: payoutCommission.commissionId, state: payout.state })
    .from(payoutCommission)
    .innerJoin(payout, eq(payout.id, payoutCommission.payoutId))
    .where(
      and(
        ...[inDesk(payoutCommission, desk), payoutCommission.reserved],
        isAmong(payoutCommission.commissionId, idsOf(commissions)),
      ),
    );
  const made = await db()
    .select({ id: payout.payoutId })
    .from(payout)
    .where(and(here, isAmong(payout.payoutId, idsOf(payouts))));
  const unsettled = await db()
    .select({ id: payout.id, affiliate: payout.affiliateId })
    .from(payout)
    .where(and(here, eq(payout.state, "unknown"), isTheirs));
  const returned = idsOf(payouts.filter(({ returned_at: at }) => at));
  const last = await db()
    .selectDistinctOn([payout.affiliateId])
    .from(payout)
    .where(and(here, isTheirs, or(inArray(payout.state, ["made", "unknown"]), isAmong(payout.payoutId, returned))))
    .orderBy(payout.affiliateId, desc(payout.createdAt));
  return {
    reserved: new Set(taken.flatMap(({ id, state }) => (state === "made" ? [] : id))),
    paid: new Set(taken.flatMap(({ id, state }) => (state === "made" ? id : []))),
    made: new Set(made.flatMap(({ id }) => id ?? [])),
    unsettled: new Map(unsettled.map(({ id, affiliate }) => [affiliate, id])),
    last: new Map(last.map((row) => [row.affiliateId, row])),
    details: await openDetails(storeModeOf(desk), [...affiliates.keys()]),
    pending: await unconfirmedDetails(storeModeOf(desk), [...affiliates.keys()]),
    paysByFile: has({ api: "affiliate", mode: desk.mode, resource: "payouts", operation: "update" }),
    emailHolds: await emailHolds(storeModeOf(desk), [...affiliates.keys()]),
  };
}

/** Settles payouts from a list that was read anyway: one was made after all, another failed later. */
async function reconcile(caller: Caller, facts: OwedRecords): Promise<void> {
  const unknown = await db()
    .select()
    .from(payout)
    .where(and(inDesk(payout, caller), eq(payout.state, "unknown")));
  const reader = readerFor(caller);
  for (const row of unknown) {
    const match = await matchIn(reader, row, facts);
    if (match.state !== "made") continue;
    await settleRow(row, { state: "done", recordId: match.payout.id, made: match.payout, ...byReading });
  }
  const undone = new Map(facts.payouts.filter(isUndone).map((row) => [row.id, row]));
  const made = await db()
    .select({ id: payout.id, payoutId: payout.payoutId })
    .from(payout)
    .where(and(inDesk(payout, caller), eq(payout.state, "made"), isAmong(payout.payoutId, [...undone.keys()])));
  for (const { id, payoutId } of made) {
    const found = undone.get(payoutId ?? "");
    if (found) await db().transaction((tx) => giveBack(tx, id, found));
  }
}
