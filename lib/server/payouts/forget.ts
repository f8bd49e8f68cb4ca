import "server-only";
import { and, eq, lt, sql } from "drizzle-orm";
import { job } from "../../database/schema/desk-jobs.ts";
import { payout, payoutPreview } from "../../database/schema/desk-payouts.ts";
import { isEmbedded } from "../connections.ts";
import { db } from "../db.ts";

export async function forgetOldPreviews(): Promise<void> {
  await db().delete(payoutPreview).where(lt(payoutPreview.createdAt, sql`now() - interval '1 day'`));
}

/** Deletes the ledger of our own service's sandbox when it is reset. Ledger rows are never deleted otherwise. */
export async function forgetSandboxPayouts(storeId: string): Promise<void> {
  const mode = "sandbox";
  if (!isEmbedded({ api: "affiliate", mode })) return;
  await db().transaction(async (tx) => {
    const kind = eq(job.kind, "create_payouts");
    await tx.delete(job).where(and(eq(job.storeId, storeId), eq(job.mode, mode), kind));
    await tx.delete(payout).where(and(eq(payout.storeId, storeId), eq(payout.mode, mode)));
  });
}
