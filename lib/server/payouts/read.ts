import "server-only";
import { and, count, desc, eq, exists, inArray, sql } from "drizzle-orm";
import { payoutStates } from "../../contract/desk/payout-words.ts";
import type { PayoutEntry, PayoutEntryWithCommissions } from "../../contract/desk/payouts.ts";
import { ApiError } from "../../contract/errors.ts";
import { payoutFile, payoutFileEntry } from "../../database/schema/desk-bank.ts";
import { payout, payoutCommission } from "../../database/schema/desk-payouts.ts";
import { toUnits } from "../../money.ts";
import { sentence } from "../../sentences.ts";
import { db, inDesk } from "../db.ts";
import type { StoreScope } from "../wire/call.ts";
import type { DeskPayoutRow } from "./payout-rows.ts";

type Filters = {
  page: number;
  per_page: number;
  state?: DeskPayoutRow["state"] | "open" | undefined;
  affiliate?: string | undefined;
  batch?: string | undefined;
};

const isCommissionOf = eq(payoutCommission.payoutId, payout.id);
/** True if a file for the bank with the payout was downloaded. */
const isForBank = () =>
  sql<boolean>`${exists(
    db()
      .select({ id: payoutFile.id })
      .from(payoutFileEntry)
      .innerJoin(payoutFile, eq(payoutFile.id, payoutFileEntry.fileId))
      .where(and(eq(payoutFileEntry.payoutId, payout.id), eq(payoutFile.state, "released"))),
  )}`;
const sum = sql<number>`sum(${payout.amount})`.mapWith(Number);

export async function entryOf(desk: StoreScope, payoutId: string): Promise<PayoutEntryWithCommissions | null> {
  const [row] = await db()
    .select({ id: payout.id })
    .from(payout)
    .where(and(inDesk(payout, desk), eq(payout.payoutId, payoutId)));
  return row ? readEntry(desk, row.id) : null;
}

export async function madeBy(desk: StoreScope, marks: readonly string[]): Promise<Map<string, string>> {
  if (marks.length === 0) return new Map();
  const rows = await db()
    .select({ id: payout.id, payoutId: payout.payoutId })
    .from(payout)
    .where(and(inDesk(payout, desk), inArray(payout.id, [...marks])));
  return new Map(rows.flatMap(({ id, payoutId }) => (payoutId ? [[id, payoutId] as const] : [])));
}

export async function findPayout(desk: StoreScope, id: string): Promise<DeskPayoutRow> {
  const [row] = await db()
    .select()
    .from(payout)
    .where(and(inDesk(payout, desk), eq(payout.id, id)));
  if (row) return row;
  throw new ApiError(404, "not_found", sentence("payoutElsewhere", { id }));
}

export async function listPayouts(desk: StoreScope, { page, per_page, state, affiliate, batch }: Filters) {
  const all = and(
    inDesk(payout, desk),
    state && (state === "open" ? inArray(payout.state, ["waiting", "sending", "unknown"]) : eq(payout.state, state)),
    affiliate === undefined ? undefined : eq(payout.affiliateId, affiliate),
    batch === undefined ? undefined : eq(payout.batch, batch),
  );
  const rows = await db()
    .select({ row: payout, commissions: db().$count(payoutCommission, isCommissionOf), for_bank: isForBank() })
    .from(payout)
    .where(all)
    .orderBy(desc(payout.createdAt), desc(payout.batch), payout.n)
    .limit(per_page)
    .offset((page - 1) * per_page);
  const totals = await db()
    .select({ currency: payout.currency, amount: sum, payouts: count() })
    .from(payout)
    .where(all)
    .groupBy(payout.currency)
    .orderBy(payout.currency);
  const data = rows.map((each) => toEntry(each.row, each));
  const total = totals.reduce((all, { payouts }) => all + payouts, 0);
  return { data, pagination: { page, per_page, total }, totals };
}

export async function readEntry(desk: StoreScope, id: string): Promise<PayoutEntryWithCommissions> {
  const row = await findPayout(desk, id);
  const parts = await commissionsOf(id);
  const [found] = await db().select({ for_bank: isForBank() }).from(payout).where(eq(payout.id, row.id));
  const entry = toEntry(row, { commissions: parts.length, for_bank: found?.for_bank ?? false });
  return { ...entry, commission_ids: parts };
}

export const commissionsOf = (payoutId: string) =>
  db()
    .select({ id: payoutCommission.commissionId, amount: payoutCommission.amount })
    .from(payoutCommission)
    .where(eq(payoutCommission.payoutId, payoutId))
    .orderBy(payoutCommission.commissionId);

export async function presentPayout(desk: StoreScope, id: string): Promise<PayoutEntry> {
  const { commission_ids: _, ...entry } = await readEntry(desk, id);
  return entry;
}

export async function countPayouts(desk: StoreScope) {
  const counted = await db()
    .select({ state: payout.state, count: count() })
    .from(payout)
    .where(inDesk(payout, desk))
    .groupBy(payout.state);
  const byState = new Map(counted.map((row) => [row.state, row.count]));
  const unknown = await db()
    .select({ currency: payout.currency, amount: sum, oldest: sql<Date>`min(${payout.sentAt})`.mapWith(payout.sentAt) })
    .from(payout)
    .where(and(inDesk(payout, desk), eq(payout.state, "unknown")))
    .groupBy(payout.currency)
    .orderBy(payout.currency);
  const oldest = unknown.map((row) => row.oldest?.getTime()).filter((at) => at !== undefined);
  return {
    states: Object.fromEntries(payoutStates.map((state) => [state, byState.get(state) ?? 0])) as Record<
      DeskPayoutRow["state"],
      number
    >,
    unknown: {
      count: byState.get("unknown") ?? 0,
      totals: unknown.map(({ currency, amount }) => ({ currency, amount })),
      oldest_at: oldest.length > 0 ? new Date(Math.min(...oldest)).toISOString() : null,
    },
  };
}

function toEntry(row: DeskPayoutRow, beside: Pick<PayoutEntry, "commissions" | "for_bank">): PayoutEntry {
  const { id, state, batch, amount, currency, method, reference, note, attempts, code, message, payoutAmount } = row;
  const time = (at: Date | null) => at?.toISOString() ?? null;
  const drifts = payoutAmount !== null && toUnits(payoutAmount) !== toUnits(amount);
  return {
    id,
    state,
    batch,
    affiliate_id: row.affiliateId,
    affiliate_name: row.affiliateName,
    amount,
    currency,
    ...beside,
    method,
    reference,
    note,
    payout_id: row.payoutId,
    payout_status: row.payoutStatus,
    paid_on: state === "made" ? row.paidOn : null,
    drift: drifts ? payoutAmount : null,
    attempts,
    code,
    message,
    message_key: row.messageKey,
    believe_at: time(row.believeAt),
    settled_by: row.settledBy,
    settle_reason: row.settleReason,
    created_by: row.createdByName,
    created_at: row.createdAt.toISOString(),
    sent_at: time(row.sentAt),
    settled_at: time(row.settledAt),
    updated_at: row.updatedAt.toISOString(),
  };
}
