import "server-only";
import { eq } from "drizzle-orm";
import { job } from "../../../database/schema/desk-jobs.ts";
import { db } from "../../db.ts";
import { tellLive, tellProgress } from "../../notify.ts";
import { operationOf } from "../../wire/contracts.ts";
import type { JobRow } from "./kind.ts";
import { kindOf } from "./kind.ts";

const ofJobMs = 1_000;
/** Each announcement makes everybody's screens read again, within the rate limit that the job uses as well. */
const ofResourceMs = 60_000;
const toldAt = new Map<string, number>();

export async function tellJob(jobId: string): Promise<void> {
  const [row] = await db().select().from(job).where(eq(job.id, jobId));
  if (row) (kindOf(row.kind).delayed ? tellChanges : tellCounts)(row);
}

/** Told at the end of a turn: each record has been announced as a person's change. */
function tellChanges({ id, storeId, mode }: JobRow): void {
  void tellLive({ store: storeId, mode, api: "desk", resource: "delayed_changes", record: id });
}

function tellCounts({ id, storeId, mode, state, total, waiting, sending, done, cursor }: JobRow): void {
  // A file's rows are known only while it is written.
  const through = cursor === null ? total - waiting - sending : done;
  const progress = { done: through, total, state };
  tellProgress({ store: storeId, mode, api: "desk", resource: "jobs", record: id, progress });
}

export function teller(row: JobRow): () => Promise<void> {
  if (kindOf(row.kind).delayed) return async () => {};
  let jobToldAt = Number.NEGATIVE_INFINITY;
  if (!toldAt.has(row.id)) toldAt.set(row.id, performance.now());
  return async () => {
    const now = performance.now();
    if (now - (toldAt.get(row.id) ?? now) >= ofResourceMs) {
      toldAt.set(row.id, now);
      await tellLists(row);
    }
    if (now - jobToldAt < ofJobMs) return;
    jobToldAt = now;
    await tellJob(row.id);
  };
}

export async function tellEnd(row: JobRow): Promise<void> {
  toldAt.delete(row.id);
  await tellLists(row);
}

async function tellLists({ id, storeId, mode, kind, params }: JobRow): Promise<void> {
  const { of, delayed } = kindOf(kind);
  const named = of(params);
  if (named === "audit" || delayed || operationOf(named).method === "GET") return;
  await tellLive({ store: storeId, mode, api: named.api, resource: named.resource, by: id, part: true });
}
