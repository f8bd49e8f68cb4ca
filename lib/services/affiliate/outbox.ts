import { sql } from "drizzle-orm";
import type { AffiliateEventData, AffiliateEventType } from "../../contract/affiliate-events.ts";
import type { Transaction } from "../delivery/emit.ts";
import type { AffiliateRow, CommissionRow, PayoutRow } from "./contributions.ts";

// Events are written in the transaction that causes them. `../affiliate-events.ts` forwards them.

export type News = { [T in AffiliateEventType]: { type: T; data: AffiliateEventData<T> } }[AffiliateEventType];

export async function writeNews(tx: Transaction, tenantId: number, news: readonly News[]): Promise<void> {
  await tx.execute(sql`
    insert into affiliate.outbox (tenant_id, type, data)
    select ${tenantId}::int, type, data
    from json_to_recordset(${JSON.stringify(news)}::json) as row (type text, data jsonb)`);
}

type Change<R> = (before: R | null, after: R | null) => News | null;

export const newsOfAffiliate: Change<AffiliateRow> = (before, after) => {
  if (before || after?.status !== "pending") return null;
  const { id, email, firstName, lastName, referralCode, companyName, country, website } = after;
  const person = { affiliate_id: id, email, first_name: firstName, last_name: lastName, referral_code: referralCode };
  const rest = { company_name: companyName ?? undefined, country: country ?? undefined, website: website ?? undefined };
  return { type: "affiliate.applied", data: { ...person, ...rest } };
};

export const newsOfCommission: Change<CommissionRow> = (before, after) => {
  if (!after) return null;
  const { status, rejectionReason } = after;
  if (!before) return { type: "commission.created", data: toData(after) };
  if (before.status !== "pending" || status === "pending") return null;
  if (status === "approved") return { type: "commission.approved", data: toData(after) };
  const reason = rejectionReason === null ? {} : { rejection_reason: rejectionReason };
  return { type: "commission.rejected", data: { ...toData(after), ...reason } };
};

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
  if (before || !after) return null;
  const { id, affiliateId, amount, currency, status, method } = after;
  const data = { payout_id: id, affiliate_id: affiliateId, amount, currency, status, method: method ?? undefined };
  return { type: "payout.created", data };
};
