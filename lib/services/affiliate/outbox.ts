import { sql } from "drizzle-orm";
import type { AffiliateEventData, AffiliateEventType } from "../../contract/affiliate-events.ts";
import type { Transaction } from "../../database/client.ts";
import { columnsWithout } from "../../database/columns.ts";
import { outbox } from "../../database/schema/affiliate.ts";
import type { AffiliateRow, CommissionRow, PayoutRow } from "./sums-of-records.ts";

// Events are written in the transaction that causes them. `../affiliate-events.ts` forwards them.

export type News = { [T in AffiliateEventType]: { type: T; data: AffiliateEventData<T> } }[AffiliateEventType];

const columns = columnsWithout(outbox, "tenantId", "createdAt");

export async function writeNews(tx: Transaction, tenantId: number, news: readonly News[]): Promise<void> {
  await tx.execute(sql`
    insert into affiliate.outbox (tenant_id, ${columns.of()})
    select ${tenantId}::int, ${columns.of("row")} from ${columns.from(news)}`);
}

type Change<R> = (before: R | null, after: R | null) => News[];

export const newsOfAffiliate: Change<AffiliateRow> = (before, after) => {
  if (!after) return [];
  const { id, email, firstName, lastName, referralCode, companyName, country, website, approvedAt } = after;
  const person = { affiliate_id: id, email, first_name: firstName, last_name: lastName, referral_code: referralCode };
  const rest = { company_name: companyName ?? undefined, country: country ?? undefined, website: website ?? undefined };
  const data = { ...person, ...rest };
  if (!before && after.status === "pending") return [{ type: "affiliate.applied", data }];
  if (approvedAt === null || before?.approvedAt) return [];
  return [{ type: "affiliate.approved", data: { ...data, approved_at: approvedAt.toISOString() } }];
};

export const newsOfCommission: Change<CommissionRow> = (before, after) =>
  after ? [...(before ? decided(before, after) : created(after)), ...reversed(before, after)] : [];

const created = (after: CommissionRow): News[] => [{ type: "commission.created", data: toData(after) }];

function decided(before: CommissionRow, after: CommissionRow): News[] {
  const { status, rejectionReason } = after;
  if (before.status !== "pending" || status === "pending") return [];
  if (status === "approved") return [{ type: "commission.approved", data: toData(after) }];
  const reason = rejectionReason === null ? {} : { rejection_reason: rejectionReason };
  return [{ type: "commission.rejected", data: { ...toData(after), ...reason } }];
}

function reversed(before: CommissionRow | null, after: CommissionRow): News[] {
  const reverses = before ? after.id : after.type === "clawback" ? after.reverses : null;
  const reversed_amount = (before?.amount ?? 0) - after.amount;
  if (reverses === null || reversed_amount <= 0) return [];
  return [{ type: "commission.reversed", data: { ...toData(after), reverses, reversed_amount } }];
}

function toData({ id, affiliateId, orderId, type, status, amount, currency, eligibleAt, flags }: CommissionRow) {
  return {
    commission_id: id,
    affiliate_id: affiliateId,
    ...(orderId !== null && { order_id: orderId }),
    type,
    status,
    amount,
    currency,
    eligible_at: eligibleAt.toISOString(),
    flags: flags.map(({ code }) => code),
  };
}

export const newsOfPayout: Change<PayoutRow> = (before, after) => {
  if (!after || before?.status === after.status) return [];
  const { id, affiliateId, amount, currency, status, method, paidAt, returnedAt, failureReason } = after;
  const data = { payout_id: id, affiliate_id: affiliateId, amount, currency, status, method: method ?? undefined };
  if (!before) return [{ type: "payout.created", data }];
  const paid_at = paidAt?.toISOString();
  if (status === "paid" && paid_at) return [{ type: "payout.paid", data: { ...data, paid_at } }];
  if (status !== "failed") return [];
  const failed = { ...data, ...(failureReason !== null && { failure_reason: failureReason }) };
  if (!returnedAt || !paid_at) return [{ type: "payout.failed", data: failed }];
  return [{ type: "payout.returned", data: { ...failed, paid_at, returned_at: returnedAt.toISOString() } }];
};
