import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { PayoutDraft } from "../../contract/affiliate/payouts.ts";
import { ApiError, type FieldError, type Sentence } from "../../contract/errors.ts";
import type { Transaction } from "../../database/client.ts";
import { columnsWithout } from "../../database/columns.ts";
import { commission, payout, payoutCommission } from "../../database/schema/affiliate-money.ts";
import { dayIn } from "../../days.ts";
import { amountText } from "../../money.ts";
import { allOf, sentence } from "../../sentences.ts";
import type { Context } from "../kernel/context.ts";
import { newId } from "../kernel/ids.ts";
import { refuse } from "../kernel/refuse.ts";
import { holdAffiliates } from "./affiliate-rows.ts";
import type { Ledger } from "./ledger.ts";
import type { CommissionRow, PayoutRow } from "./sums-of-records.ts";

export async function createPayout(
  tx: Transaction,
  ledger: Ledger,
  { tenantId, timeZone, keyId }: Pick<Context, "tenantId" | "timeZone" | "keyId">,
  draft: PayoutDraft,
): Promise<PayoutRow> {
  const [owner] = await holdAffiliates(tx, tenantId, [draft.affiliate_id]);
  if (!owner) refuse([{ field: "affiliate_id", ...sentence("noAffiliate") }]);
  const ids = draft.commission_ids;
  const id = newId("pay");
  const byHand = ids?.length === 0;
  const adjustments = byHand
    ? await adjust(tx, ledger, { tenantId, day: dayIn(timeZone, new Date()), by: keyId, id }, draft)
    : [];
  const commissions = byHand
    ? adjustments
    : ids
      ? await lockNamed(tx, tenantId, ids)
      : await lockPayable(tx, tenantId, draft);
  if (ids) {
    requireOwn(draft, ids, commissions);
    requirePayable(commissions);
  }
  requireSum(draft, commissions);
  const [row] = (await tx
    .insert(payout)
    .values({
      tenantId,
      id,
      affiliateId: draft.affiliate_id,
      amount: draft.amount,
      currency: draft.currency,
      status: "pending",
      method: draft.method ?? owner?.payoutMethod,
      reference: draft.reference,
      note: draft.note,
      periodStart: draft.period_start,
      periodEnd: draft.period_end,
    })
    .returning()) as [PayoutRow];
  await reserve(tx, row, commissions);
  ledger.payout(null, row);
  return row;
}

type ByHand = { tenantId: number; day: string; by: string; id: string };

/**
 * An amount by hand is earned by an adjustment, which the payout then pays. For an advance, a second one takes the
 * amount back from later commissions. The name of a bonus tells that a payout which is cancelled takes it back.
 */
async function adjust(tx: Transaction, ledger: Ledger, { tenantId, day, by, id }: ByHand, draft: PayoutDraft) {
  const { affiliate_id: affiliateId, amount, currency, note, adjustment = "bonus" } = draft;
  const common = {
    tenantId,
    affiliateId,
    currency,
    note,
    type: "adjustment" as const,
    status: "approved" as const,
    day,
  };
  const now = sql`now()`;
  const reviewed = { eligibleAt: now, reviewedAt: now, reviewedBy: by };
  const earned = {
    ...common,
    ...reviewed,
    id: newId("com"),
    amount,
    bonus: adjustment === "bonus" ? nameOf(id) : null,
  };
  const taken = { ...common, ...reviewed, id: newId("com"), amount: -amount, reverses: earned.id };
  const rows = await tx
    .insert(commission)
    .values(adjustment === "advance" ? [earned, taken] : [earned])
    .returning();
  for (const row of rows) ledger.commission(null, row);
  return rows.filter((row) => row.id === earned.id);
}

const nameOf = (payoutId: string) => `by hand: ${payoutId}`;

/** Whoever cancels a bonus by hand does not owe it any more. A failed payout still leaves it to be paid. */
export async function takeBackBonus(tx: Transaction, ledger: Ledger, { tenantId, id }: PayoutRow): Promise<void> {
  const [bonus] = await tx
    .select()
    .from(commission)
    .where(and(eq(commission.tenantId, tenantId), eq(commission.bonus, nameOf(id))));
  if (!bonus) return;
  const { createdAt: _created, updatedAt: _updated, ...columns } = bonus;
  const back = { ...columns, id: newId("com"), amount: -bonus.amount, bonus: null, payoutId: null, reverses: bonus.id };
  const [row] = await tx.insert(commission).values(back).returning();
  if (row) ledger.commission(null, row);
}

/** Commissions are locked in the order of their ids everywhere, so that transactions cannot deadlock. */
function lockNamed(tx: Transaction, tenantId: number, ids: string[]): Promise<CommissionRow[]> {
  return tx
    .select()
    .from(commission)
    .where(and(eq(commission.tenantId, tenantId), inArray(commission.id, ids)))
    .orderBy(asc(commission.id))
    .for("no key update");
}

function lockPayable(tx: Transaction, tenantId: number, { affiliate_id, currency }: PayoutDraft) {
  return tx
    .select()
    .from(commission)
    .where(
      and(
        eq(commission.tenantId, tenantId),
        eq(commission.affiliateId, affiliate_id),
        eq(commission.currency, currency),
        eq(commission.status, "approved"),
        isNull(commission.payoutId),
        lte(commission.eligibleAt, sql`now()`),
      ),
    )
    .orderBy(asc(commission.id))
    .for("no key update");
}

function requireOwn(draft: PayoutDraft, ids: string[], commissions: CommissionRow[]): void {
  const byId = new Map(commissions.map((row) => [row.id, row]));
  refuse(
    ids.flatMap((id, index): FieldError[] => {
      const row = byId.get(id);
      const field = `commission_ids.${index}`;
      if (row?.affiliateId !== draft.affiliate_id) return [{ field, ...sentence("noCommissionOf", { id }) }];
      if (row.currency === draft.currency) return [];
      return [{ field, ...sentence("commissionCurrency", { id, currency: row.currency, wanted: draft.currency }) }];
    }),
  );
}

function requirePayable(commissions: CommissionRow[]): void {
  const now = Date.now();
  const why = ({ id, status, payoutId, eligibleAt }: CommissionRow): Sentence[] => {
    if (status !== "approved") return [sentence("commissionIs", { id, status })];
    if (payoutId !== null) return [sentence("commissionInPayout", { id, payout: payoutId })];
    return eligibleAt.getTime() > now ? [sentence("commissionHoldUntil", { id, time: eligibleAt.toISOString() })] : [];
  };
  refuseAsConflict(commissions.flatMap(why));
}

function refuseAsConflict(reasons: Sentence[]): void {
  if (reasons.length === 0) return;
  const details = reasons.map((said) => ({ field: "commission_ids", ...said }));
  const said = sentence("commissionsNotPayable", { reasons: allOf(reasons) });
  throw new ApiError(409, "commissions_not_payable", said, details);
}

function requireSum({ amount, currency }: PayoutDraft, commissions: CommissionRow[]): void {
  const sum = commissions.reduce((total, row) => total + row.amount, 0);
  if (sum === amount) return;
  const [count, said] = [commissions.length, { amount: amountText(sum, currency, "minor") }];
  const wanted = count === 1 ? sentence("sumOfCommission", said) : sentence("sumOfCommissions", { ...said, count });
  refuse([{ field: "amount", ...wanted }]);
}

const reserving = columnsWithout(payoutCommission, "tenantId", "releasedAt");

/** A unique index decides which of two concurrent payouts gets a commission. */
async function reserve(tx: Transaction, { tenantId, id }: PayoutRow, commissions: CommissionRow[]): Promise<void> {
  const rows = commissions.map((row) => ({ payoutId: id, commissionId: row.id, amount: row.amount }));
  const { rows: reserved } = await tx.execute<{ id: string }>(sql`
    insert into affiliate.payout_commission (tenant_id, ${reserving.of()})
    select ${tenantId}::int, ${reserving.of("row")} from ${reserving.from(rows)}
    order by commission_id
    on conflict (tenant_id, commission_id) where released_at is null do nothing
    returning commission_id as id`);
  const got = new Set(reserved.map((row) => row.id));
  refuseAsConflict(
    commissions.flatMap((row) => (got.has(row.id) ? [] : sentence("commissionElsewhere", { id: row.id }))),
  );
  await tx.execute(sql`
    update affiliate.commission set payout_id = ${id}, updated_at = now()
    where tenant_id = ${tenantId} and id in (select json_array_elements_text(${JSON.stringify([...got])}::json))`);
}
