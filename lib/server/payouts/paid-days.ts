import "server-only";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { noonOf } from "../../contract/affiliate/payout-words.ts";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import { payout } from "../../database/schema/desk-payouts.ts";
import { db, inStoreMode, now, type StoreMode } from "../db.ts";

// The bank's days for payouts of an API that has no operation to record them. They are kept in the ledger.

type Paid = { id: string; day: string };

export async function notePaidDays(of: StoreMode, paid: readonly Paid[]): Promise<number> {
  return db().transaction(async (tx) => {
    let noted = 0;
    for (const [day, own] of Map.groupBy(paid, (each) => each.day)) {
      const ids = own.map(({ id }) => id);
      const rows = await tx
        .update(payout)
        .set({ paidOn: day, updatedAt: now })
        .where(and(inStoreMode(payout, of), eq(payout.state, "made"), inArray(payout.payoutId, ids)))
        .returning({ id: payout.id });
      noted += rows.length;
    }
    return noted;
  });
}

/** Payouts with the bank's day in place of what the API says. */
export async function withPaidDays<T extends Payout>(of: StoreMode, rows: readonly T[]): Promise<T[]> {
  const ids = rows.map(({ id }) => id);
  const noted = await db()
    .select({ id: payout.payoutId, day: payout.paidOn })
    .from(payout)
    .where(
      and(inStoreMode(payout, of), isNotNull(payout.paidOn), eq(payout.state, "made"), inArray(payout.payoutId, ids)),
    );
  const days = new Map(noted.map(({ id, day }) => [id, day]));
  return rows.map((row) => {
    const day = days.get(row.id);
    return day ? { ...row, paid_at: noonOf(day) } : row;
  });
}
