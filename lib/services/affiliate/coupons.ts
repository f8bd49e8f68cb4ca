import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "../../database/client.ts";
import { coupon } from "../../database/schema/affiliate.ts";
import { sentence } from "../../sentences.ts";
import { refuse } from "../kernel/refuse.ts";
import { conflict } from "./refusals.ts";

type Owner = { tenantId: number; affiliateId: string };

const keyOf = (code: string) => code.toLowerCase();

export async function setCoupons(tx: Transaction, { tenantId, affiliateId }: Owner, codes: string[]): Promise<void> {
  const keys = codes.map(keyOf);
  refuse(
    keys.flatMap((key, index) =>
      keys.indexOf(key) === index
        ? []
        : [{ field: `coupon_codes.${index}`, ...sentence("eachOnce", { thing: "code" }) }],
    ),
  );
  await tx.delete(coupon).where(and(eq(coupon.tenantId, tenantId), eq(coupon.affiliateId, affiliateId)));
  if (codes.length === 0) return;
  const rows = codes.map((code, position) => ({ tenantId, affiliateId, key: keyOf(code), code, position }));
  // Rows are locked in the order of their keys, so that two requests for the same codes cannot deadlock.
  const kept = await tx
    .insert(coupon)
    .values(rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
    .onConflictDoNothing()
    .returning({ key: coupon.key });
  const lost = rows.find(({ key }) => !kept.some((row) => row.key === key));
  if (lost) conflict("coupon_codes", sentence("couponTaken", { code: lost.code }));
}

export async function findCouponOwners(
  tx: Pick<Transaction, "select">,
  tenantId: number,
  codes: readonly string[],
): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map();
  const rows = await tx
    .select({ key: coupon.key, affiliateId: coupon.affiliateId })
    .from(coupon)
    .where(and(eq(coupon.tenantId, tenantId), inArray(coupon.key, codes.map(keyOf))));
  return new Map(rows.map(({ key, affiliateId }) => [key, affiliateId]));
}
