import "server-only";
import { eq } from "drizzle-orm";
import { job } from "../../database/schema/desk-jobs.ts";
import { db } from "../db.ts";
import { tellLive, tellProgress } from "../live/notify.ts";
import type { JobRow } from "./kind.ts";

/** What everybody who looks at jobs sees of this one by itself. */
export async function tellJob(jobId: string): Promise<void> {
  const [row] = await db().select().from(job).where(eq(job.id, jobId));
  if (row) tellCounts(row);
}

function tellCounts({ id, storeId, mode, state, total, waiting, sending }: JobRow): void {
  const progress = { done: total - waiting - sending, total, state };
  tellProgress({ store: storeId, mode, api: "desk", resource: "jobs", record: id, progress });
}

export function tellHeld({ storeId, mode, batch }: { storeId: string; mode: JobRow["mode"]; batch: string }): void {
  void tellLive({ store: storeId, mode, api: "desk", resource: "held", record: batch });
}
