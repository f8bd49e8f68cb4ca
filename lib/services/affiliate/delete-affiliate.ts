import { and, eq, isNull, sql } from "drizzle-orm";
import { ApiError } from "../../contract/errors.ts";
import type { Transaction } from "../../database/client.ts";
import { affiliate, coupon, link } from "../../database/schema/affiliate.ts";
import { commission } from "../../database/schema/affiliate-money.ts";
import { affiliateTotal } from "../../database/schema/affiliate-sums.ts";
import { sentence } from "../../sentences.ts";
import type { Context } from "../kernel/context.ts";
import { lockAffiliate } from "./affiliate-rows.ts";
import { Ledger } from "./ledger.ts";
import type { AffiliateRow, LinkRow } from "./sums-of-records.ts";

export async function deleteAffiliate({ db, tenantId, timeZone }: Context, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await lockAffiliate(tx, tenantId, id);
    await requireSettled(tx, tenantId, id);
    const [after] = (await tx
      .update(affiliate)
      .set({ deletedAt: sql`now()`, updatedAt: sql`now()` })
      .where(and(eq(affiliate.tenantId, tenantId), eq(affiliate.id, id)))
      .returning()) as [AffiliateRow];
    await tx.delete(coupon).where(and(eq(coupon.tenantId, tenantId), eq(coupon.affiliateId, id)));
    const links = await tx
      .update(link)
      .set({ deletedAt: sql`now()` })
      .where(and(eq(link.tenantId, tenantId), eq(link.affiliateId, id), isNull(link.deletedAt)))
      .returning();
    const ledger = new Ledger({ timeZone });
    ledger.affiliate(before, after);
    for (const gone of links) ledger.link({ ...gone, deletedAt: null }, gone as LinkRow);
    await ledger.write(tx, tenantId);
  });
}

async function requireSettled(tx: Transaction, tenantId: number, id: string): Promise<void> {
  const totals = await tx
    .select()
    .from(affiliateTotal)
    .where(and(eq(affiliateTotal.tenantId, tenantId), eq(affiliateTotal.affiliateId, id)));
  const [waiting] = await tx
    .select({ id: commission.id })
    .from(commission)
    .where(and(eq(commission.tenantId, tenantId), eq(commission.affiliateId, id), eq(commission.status, "pending")))
    .limit(1);
  const reasons = [
    ...(totals.some(({ unpaidBalance }) => unpaidBalance !== 0) ? [sentence("moneyOwed")] : []),
    ...(waiting ? [sentence("commissionsPending")] : []),
    ...(totals.some(({ reserved }) => reserved !== 0) ? [sentence("payoutsUnderWay")] : []),
  ];
  if (reasons.length === 0) return;
  const said = reasons.reduce((first, next) => sentence("alsoReason", { first, next }));
  throw new ApiError(409, "affiliate_not_settled", sentence("affiliateNotSettled", { reasons: said }));
}
