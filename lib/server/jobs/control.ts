import "server-only";
import { sql } from "drizzle-orm";
import { ApiError } from "../../contract/errors.ts";
import { db } from "../db.ts";
import { requireRole } from "../operations.ts";
import type { Desk } from "./create.ts";
import { count } from "./items.ts";
import type { JobRow } from "./kind.ts";
import { kindOf } from "./kinds/index.ts";
import { operationOf } from "./place.ts";
import { findJob } from "./read.ts";

/** Writes in progress still finish and are recorded, but no new ones begin. */
export async function pauseJob(desk: Desk, id: string): Promise<void> {
  await change(desk, id, ["queued", "running"], () =>
    db().execute(sql`
      update desk.job set state = 'paused', code = null, message = null, updated_at = now()
      where id = ${id} and state in ('queued', 'running') returning id`),
  );
}

/** The job then acts for the person who resumes it, because its maker may have left. */
export async function resumeJob(desk: Desk, id: string): Promise<void> {
  const { person, role } = desk.membership;
  await change(desk, id, ["paused"], () =>
    db().execute(sql`
      update desk.job set state = 'queued', code = null, message = null, acts_for = ${person.id}, role = ${role},
        due_at = now(), updated_at = now()
      where id = ${id} and state = 'paused' returning id`),
  );
}

/** A job that is over has nothing left to cancel, so the call succeeds without a change. */
export async function cancelJob(desk: Desk, id: string): Promise<void> {
  const { state } = await findJob(desk, id);
  if (state === "done" || state === "cancelled") return;
  await change(desk, id, ["queued", "running", "paused"], ({ kind }) =>
    db().transaction(async (tx) => {
      const { rows } = await tx.execute<{ n: number }>(sql`
        update desk.job_item set state = 'skipped', updated_at = now()
        where job_id = ${id} and state = 'waiting'
          and exists (select from desk.job where id = ${id} and state in ('queued', 'running', 'paused'))
        returning n`);
      const cancelled = await tx.execute(sql`
        update desk.job set state = 'cancelled', finished_at = now(), due_at = now(),
          ${count({ waiting: -rows.length, skipped: rows.length })}
        where id = ${id} and state in ('queued', 'running', 'paused') returning id`);
      const ns = rows.map(({ n }) => n);
      await kindOf(kind).ledger?.follow(tx, id, ns, { state: "skipped" });
      return cancelled;
    }),
  );
}

/** Repeats failed items and keeps their history. Items with unknown outcome are looked up first. */
export async function retryJob(desk: Desk, id: string): Promise<void> {
  const { person, role } = desk.membership;
  await change(desk, id, ["done", "cancelled"], (row) =>
    db().transaction(async (tx) => {
      const { ledger } = kindOf(row.kind);
      const again = async (from: "failed" | "unknown", to: "waiting" | "sending") => {
        const { rows } = await tx.execute(sql`
          update desk.job_item set state = ${to}, attempts = 0, settles = 0, settle_at = now(),
            ${ledger ? sql`` : sql`code = null, message = null,`} updated_at = now(), history = (history::jsonb || jsonb_build_array(jsonb_build_object(
              'round', ${row.round}::int, 'state', state, 'code', code, 'message', message, 'at', updated_at)))::json
          where job_id = ${id} and state = ${from} returning n`);
        return rows.length;
      };
      // A failed payout has released its commissions, which will be paid by another payout.
      const [failed, unknown] = [ledger ? 0 : await again("failed", "waiting"), await again("unknown", "sending")];
      if (failed + unknown === 0) {
        const nothing = ledger
          ? "No payout of this job has an unknown outcome. Unpaid commissions are in the next preview."
          : "No item of this job has failed.";
        throw new ApiError(409, "conflict", nothing);
      }
      return tx.execute(sql`
        update desk.job set state = 'queued', finished_at = null, round = round + 1, due_at = now(),
          acts_for = ${person.id}, role = ${role},
          ${count({ failed: -failed, waiting: failed, unknown: -unknown, sending: unknown })}
        where id = ${id} and state in ('done', 'cancelled') returning id`);
    }),
  );
}

async function change(
  desk: Desk,
  id: string,
  from: readonly JobRow["state"][],
  write: (row: JobRow) => Promise<{ rows: unknown[] }>,
): Promise<void> {
  const row = await findJob(desk, id);
  const named = kindOf(row.kind).of(row.params);
  if (named !== "audit") requireRole(desk.membership.role, operationOf(named).operation);
  const refuse = () =>
    new ApiError(409, "conflict", `The job is ${row.state}. It must be ${from.join(" or ")} for this.`);
  if (!from.includes(row.state) || (await write(row)).rows.length === 0) throw refuse();
}
