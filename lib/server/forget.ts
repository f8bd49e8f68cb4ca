import "server-only";
import { and, eq, inArray, isNull, lt, ne, notExists, notInArray, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { keyAccess, session, verification } from "../database/schema/desk.ts";
import { payoutDetails, payoutFile } from "../database/schema/desk-bank.ts";
import { dailyMetrics, experimentSnapshot } from "../database/schema/desk-history.ts";
import { heldWrite, job, jobFile, jobItem } from "../database/schema/desk-jobs.ts";
import { seenEvent } from "../database/schema/desk-live.ts";
import { mail } from "../database/schema/desk-mail.ts";
import { partnerApplication, partnerInvitation } from "../database/schema/desk-partners.ts";
import { payout, payoutPreview } from "../database/schema/desk-payouts.ts";
import { emailChange, partner, partnerSession, partnerVerification } from "../database/schema/desk-portal.ts";
import { draft, remembered } from "../database/schema/desk-work.ts";
import { isEmbedded } from "./connections.ts";
import { db, inStoreMode } from "./db.ts";
import { kept } from "./upstream.ts";

// Deletes expired rows of the dashboard. The activity and the payout ledger never expire.

const batch = 5_000;
/** Observations of another API are kept for a year and a month, as long as the use of keys. */
const seenDays = 400;
export const fileDays = 7;
export const draftDays = 30;

export const ago = (days: number) => sql`now() - make_interval(days => ${days}::int)`;

export async function forgetOld(): Promise<Record<string, number>> {
  // Payout jobs are kept, because the ledger refers to them.
  const isOver = and(
    ...[inArray(job.state, ["done", "cancelled"]), eq(job.sending, 0), ne(job.kind, "create_payouts")],
    lt(job.finishedAt, ago(kept("KEEP_JOBS_DAYS"))),
  );
  const items = db().select({ n: jobItem.n }).from(jobItem).where(eq(jobItem.jobId, job.id));
  const overJobs = db().select({ id: job.id }).from(job).where(isOver);
  const isSettled = notInArray(heldWrite.state, ["held", "sending"]);
  const isSeen = inArray(remembered.kind, ["order", "customer"]);
  return {
    job_item: await deleteInBatches(jobItem, inArray(jobItem.jobId, overJobs)),
    job: await deleteInBatches(job, and(isOver, notExists(items))),
    job_file: await deleteInBatches(jobFile, lt(jobFile.createdAt, ago(fileDays))),
    held_write: await deleteInBatches(heldWrite, and(isSettled, lt(heldWrite.updatedAt, ago(30)))),
    payout_preview: await deleteInBatches(payoutPreview, lt(payoutPreview.createdAt, ago(1))),
    draft: await deleteInBatches(draft, lt(draft.updatedAt, ago(draftDays))),
    seen_event: await deleteInBatches(seenEvent, lt(seenEvent.receivedAt, ago(30))),
    remembered: await deleteInBatches(remembered, and(isSeen, lt(remembered.lastSeen, ago(seenDays)))),
    key_access: await deleteInBatches(keyAccess, lt(keyAccess.at, ago(seenDays))),
    email_change: await deleteInBatches(emailChange, lt(emailChange.changedAt, ago(fileDays))),
    mail: await deleteInBatches(mail, lt(mail.createdAt, ago(seenDays))),
    partner_invitation: await deleteInBatches(partnerInvitation, lt(partnerInvitation.expiresAt, ago(seenDays))),
    partner_application: await deleteInBatches(
      partnerApplication,
      and(isNull(partnerApplication.confirmedAt), lt(partnerApplication.createdAt, ago(fileDays))),
    ),
    session: await deleteInBatches(session, lt(session.expiresAt, ago(1))),
    verification: await deleteInBatches(verification, lt(verification.expiresAt, ago(1))),
    partner_session: await deleteInBatches(partnerSession, lt(partnerSession.expiresAt, ago(1))),
    partner_verification: await deleteInBatches(partnerVerification, lt(partnerVerification.expiresAt, ago(1))),
  };
}

/** Deletes in batches, so that no statement holds locks for long; several processes can share the work. */
async function deleteInBatches(table: PgTable, where: SQL | undefined): Promise<number> {
  const some = db().select({ id: sql`ctid` }).from(table).where(where).limit(batch).for("update", { skipLocked: true });
  for (let deleted = 0; ; ) {
    const { rowCount } = await db().delete(table).where(sql`ctid = any(array(${some}))`);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < batch) return deleted;
  }
}

/** A sandbox of our own services that is emptied or filled becomes another shop, without a ledger or a history. */
export async function forgetSandbox(storeId: string): Promise<void> {
  const sandbox = { storeId, mode: "sandbox" } as const;
  await db().transaction(async (tx) => {
    if (isEmbedded({ api: "affiliate", mode: sandbox.mode })) {
      await tx.delete(job).where(and(inStoreMode(job, sandbox), eq(job.kind, "create_payouts")));
      for (const table of [partner, emailChange, payoutFile, payout, payoutDetails, partnerApplication, mail])
        await tx.delete(table).where(inStoreMode(table, sandbox));
    }
    if (isEmbedded({ api: "checkout", mode: sandbox.mode })) {
      for (const table of [dailyMetrics, experimentSnapshot]) await tx.delete(table).where(inStoreMode(table, sandbox));
    }
  });
}
