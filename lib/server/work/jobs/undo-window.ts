import "server-only";
import { and, eq, gt } from "drizzle-orm";
import { job, jobItem } from "../../../database/schema/desk-jobs.ts";
import { db, now } from "../../db.ts";

/** A worker takes a job when its undo window ends, so a job that is queued until then has sent nothing. */
const isInUndoWindow = (id: string) => and(eq(job.id, id), eq(job.state, "queued"), gt(job.dueAt, now));

/** Does nothing after the undo window: people were told so. */
export const undoJob = (id: string): Promise<void> =>
  db().transaction(async (tx) => {
    const undone = await tx
      .update(job)
      .set({ state: "cancelled", finishedAt: now, updatedAt: now, waiting: 0, skipped: job.waiting })
      .where(isInUndoWindow(id));
    if (undone.rowCount === 0) return;
    await tx.update(jobItem).set({ state: "skipped", updatedAt: now }).where(eq(jobItem.jobId, id));
  });

export async function sendJobNow(id: string): Promise<void> {
  await db().update(job).set({ dueAt: now, updatedAt: now }).where(isInUndoWindow(id));
}
