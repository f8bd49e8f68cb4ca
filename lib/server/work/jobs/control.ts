import "server-only";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { ApiError } from "../../../contract/errors.ts";
import type { Transaction } from "../../../database/client.ts";
import { job, jobItem } from "../../../database/schema/desk-jobs.ts";
import { sentence } from "../../../sentences.ts";
import { db, now } from "../../db.ts";
import type { StoreScope } from "../../wire/call.ts";
import { operationOf } from "../../wire/contracts.ts";
import { requireRole } from "../../wire/perform-call.ts";
import { countItems } from "./items.ts";
import type { JobRow } from "./kind.ts";
import { kindOf } from "./kind.ts";
import { findJob } from "./read.ts";
import { storedMessage } from "./stored-message.ts";

/** Writes in progress still finish and are recorded, but no new ones begin. */
export const pauseJob = (desk: StoreScope, id: string): Promise<void> =>
  change(desk, id, ["queued", "running"], "jobNotPausable", (update) =>
    update({ state: "paused", code: null, ...storedMessage(null) }),
  );

/** The job then acts for the person who resumes it, because its maker may have left. */
export const resumeJob = (desk: StoreScope, id: string): Promise<void> =>
  change(desk, id, ["paused"], "jobNotPaused", (update) =>
    update({ state: "queued", code: null, ...storedMessage(null), ...actsFor(desk), dueAt: now }),
  );

/** A job that is over has nothing left to cancel, so the call succeeds without a change. */
export async function cancelJob(desk: StoreScope, id: string): Promise<void> {
  const { state } = await findJob(desk, id);
  if (state === "done" || state === "cancelled") return;
  await change(desk, id, ["queued", "running", "paused"], "jobEnded", async (update, tx, { kind }) => {
    const skipped = await tx
      .update(jobItem)
      .set({ state: "skipped", updatedAt: now })
      .where(and(eq(jobItem.jobId, id), eq(jobItem.state, "waiting")))
      .returning({ n: jobItem.n });
    const counts = countItems({ waiting: -skipped.length, skipped: skipped.length });
    await update({ state: "cancelled", finishedAt: now, dueAt: now, ...counts });
    const ns = skipped.map(({ n }) => n);
    await kindOf(kind).proof?.follow(tx, id, ns, { state: "skipped" });
  });
}

/** Failed items keep their history. Items with unknown outcome are looked up first. */
export const retryJob = (desk: StoreScope, id: string): Promise<void> =>
  change(desk, id, ["done", "cancelled"], "jobNotEnded", async (update, tx, { kind, round }) => {
    const { proof } = kindOf(kind);
    const again = async (from: "failed" | "unknown", to: "waiting" | "sending") => {
      const { state, code, message, messageKey, updatedAt, history } = jobItem;
      const attempt = sql`jsonb_build_object('round', ${round}::int, 'state', ${state}, 'code', ${code},
        'message', ${message}, 'message_key', ${messageKey}, 'at', ${updatedAt})`;
      const repeated = await tx
        .update(jobItem)
        .set({
          state: to,
          attempts: 0,
          settles: 0,
          settleAt: now,
          updatedAt: now,
          ...(!proof && { code: null, ...storedMessage(null) }),
          history: sql`(${history}::jsonb || jsonb_build_array(${attempt}))::json`,
        })
        .where(and(eq(jobItem.jobId, id), eq(state, from)));
      return repeated.rowCount ?? 0;
    };
    // A failed payout has released its commissions, which will be paid by another payout.
    const [failed, unknown] = [proof ? 0 : await again("failed", "waiting"), await again("unknown", "sending")];
    if (failed + unknown === 0) {
      const nothing = proof ? sentence("nonePayoutUnknown") : sentence("noneFailed");
      throw new ApiError(409, "conflict", nothing);
    }
    const counts = countItems({ failed: -failed, waiting: failed, unknown: -unknown, sending: unknown });
    await update({ state: "queued", finishedAt: null, round: round + 1, dueAt: now, ...actsFor(desk), ...counts });
  });

const actsFor = ({ membership: { person, role } }: StoreScope) => ({ actsFor: person.id, role });

async function change(
  desk: StoreScope,
  id: string,
  from: JobRow["state"][],
  otherwise: "jobNotPausable" | "jobNotPaused" | "jobNotEnded" | "jobEnded",
  act: (
    update: (values: PgUpdateSetSource<typeof job>) => Promise<void>,
    tx: Transaction,
    row: JobRow,
  ) => Promise<void>,
): Promise<void> {
  const row = await findJob(desk, id);
  const named = kindOf(row.kind).of(row.params);
  if (named !== "audit") requireRole(desk.membership.role, operationOf(named));
  const refuse = () => new ApiError(409, "conflict", sentence(otherwise));
  if (!from.includes(row.state)) throw refuse();
  await db().transaction(async (tx) => {
    const update = async (values: PgUpdateSetSource<typeof job>) => {
      const changed = await tx
        .update(job)
        .set({ updatedAt: now, ...values })
        .where(and(eq(job.id, id), inArray(job.state, from)));
      if (changed.rowCount === 0) throw refuse();
    };
    await act(update, tx, row);
  });
}
