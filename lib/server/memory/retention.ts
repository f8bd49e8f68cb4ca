import "server-only";
import { and, eq, inArray, isNull, lt, ne, notExists, or } from "drizzle-orm";
import { ago, deleteInBatches } from "../../database/delete-in-batches.ts";
import { keyAccess, session, verification } from "../../database/schema/desk.ts";
import { payoutDetails, payoutFile } from "../../database/schema/desk-bank.ts";
import { dailyMetrics, experimentSnapshot } from "../../database/schema/desk-history.ts";
import { job, jobFile, jobItem } from "../../database/schema/desk-jobs.ts";
import { seenEvent } from "../../database/schema/desk-live.ts";
import { mail } from "../../database/schema/desk-mail.ts";
import { partnerApplication, partnerInvitation } from "../../database/schema/desk-partners.ts";
import { payout, payoutPreview } from "../../database/schema/desk-payouts.ts";
import { emailChange, partner, partnerSession, partnerVerification } from "../../database/schema/desk-portal.ts";
import { draft, remembered } from "../../database/schema/desk-work.ts";
import { db, inStoreMode } from "../db.ts";
import { servedHere } from "../wire/connections.ts";
import { kept } from "../wire/upstream.ts";

// Deletes expired rows of the dashboard. The activity and the payout ledger never expire.

/** Observations of another API are kept for a year and a month, as long as the use of keys. */
const seenDays = 400;
export const fileDays = 7;
export const draftDays = 30;
/** Of changes that had an undo window. */
const changeDays = 1;

export async function forgetOld(): Promise<Record<string, number>> {
  const isChange = eq(job.kind, "delayed_changes");
  const isOver = and(
    inArray(job.state, ["done", "cancelled"]),
    eq(job.sending, 0),
    // The ledger refers to payout jobs.
    ne(job.kind, "create_payouts"),
    // A person may make hundreds of changes a day. Their outcome is in the activity.
    or(lt(job.finishedAt, ago(kept("KEEP_JOBS_DAYS"))), and(isChange, lt(job.finishedAt, ago(changeDays)))),
  );
  const items = db().select({ n: jobItem.n }).from(jobItem).where(eq(jobItem.jobId, job.id));
  const overJobs = db().select({ id: job.id }).from(job).where(isOver);
  const isSeen = inArray(remembered.kind, ["order", "customer"]);
  return {
    job_item: await deleteInBatches(db(), jobItem, inArray(jobItem.jobId, overJobs)),
    job: await deleteInBatches(db(), job, and(isOver, notExists(items))),
    job_file: await deleteInBatches(db(), jobFile, lt(jobFile.createdAt, ago(fileDays))),
    payout_preview: await deleteInBatches(db(), payoutPreview, lt(payoutPreview.createdAt, ago(1))),
    draft: await deleteInBatches(db(), draft, lt(draft.updatedAt, ago(draftDays))),
    seen_event: await deleteInBatches(db(), seenEvent, lt(seenEvent.receivedAt, ago(30))),
    remembered: await deleteInBatches(db(), remembered, and(isSeen, lt(remembered.lastSeen, ago(seenDays)))),
    key_access: await deleteInBatches(db(), keyAccess, lt(keyAccess.at, ago(seenDays))),
    email_change: await deleteInBatches(db(), emailChange, lt(emailChange.changedAt, ago(fileDays))),
    mail: await deleteInBatches(db(), mail, lt(mail.createdAt, ago(seenDays))),
    partner_invitation: await deleteInBatches(db(), partnerInvitation, lt(partnerInvitation.expiresAt, ago(seenDays))),
    partner_application: await deleteInBatches(
      db(),
      partnerApplication,
      and(isNull(partnerApplication.confirmedAt), lt(partnerApplication.createdAt, ago(fileDays))),
    ),
    session: await deleteInBatches(db(), session, lt(session.expiresAt, ago(1))),
    verification: await deleteInBatches(db(), verification, lt(verification.expiresAt, ago(1))),
    partner_session: await deleteInBatches(db(), partnerSession, lt(partnerSession.expiresAt, ago(1))),
    partner_verification: await deleteInBatches(db(), partnerVerification, lt(partnerVerification.expiresAt, ago(1))),
  };
}

/** A sandbox of our own services that is emptied or filled becomes another shop, without a ledger or a history. */
export async function forgetSandbox(storeId: string): Promise<void> {
  const sandbox = { storeId, mode: "sandbox" } as const;
  await db().transaction(async (tx) => {
    if (servedHere(sandbox.mode).includes("affiliate")) {
      await tx.delete(job).where(and(inStoreMode(job, sandbox), eq(job.kind, "create_payouts")));
      for (const table of [partner, emailChange, payoutFile, payout, payoutDetails, partnerApplication, mail])
        await tx.delete(table).where(inStoreMode(table, sandbox));
    }
    if (servedHere(sandbox.mode).includes("checkout")) {
      for (const table of [dailyMetrics, experimentSnapshot]) await tx.delete(table).where(inStoreMode(table, sandbox));
    }
  });
}
