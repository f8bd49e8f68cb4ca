import "server-only";
import { and, asc, desc, eq, gt, inArray, or, sql } from "drizzle-orm";
import { exportedResources, type Job, type JobItem } from "../../contract/desk/jobs.ts";
import { ApiError } from "../../contract/errors.ts";
import { toCsvLine } from "../../csv.ts";
import { job, jobFile, jobItem } from "../../database/schema/desk-jobs.ts";
import { readConnection } from "../connections.ts";
import { countUpTo } from "../count.ts";
import { csvResponse } from "../csv.ts";
import { db } from "../db.ts";
import { governorOf } from "../governor/of.ts";
import { sealed } from "../payouts/sheet.ts";
import type { Membership } from "../people.ts";
import type { Desk } from "./create.ts";
import type { ItemRow, JobRow } from "./kind.ts";
import { kindOf } from "./kinds/index.ts";
import { type Named, operationOf } from "./place.ts";
import { listOf } from "./sheets.ts";
import { fileDays } from "./sweep.ts";

const ended = ["done", "cancelled"] as const;
const day = 86_400_000;

/** People see jobs on lists that they may read. Only its maker and owners may see all that an audit file holds. */
function seenBy({ role, person }: Membership) {
  const webhooks: Named = { api: "checkout", resource: "webhooks", operation: "list" };
  const lists = exportedResources.filter((resource) => resource !== "audit").map(listOf);
  const seen = [webhooks, ...lists].filter((named) => operationOf(named).operation.roles.includes(role));
  const whole = [...new Set(seen.map(({ resource }) => resource)), ...(role === "owner" ? ["audit"] : [])];
  return or(inArray(job.resource, whole), and(eq(job.resource, "audit"), eq(job.createdBy, person.id)));
}

export async function findJob({ membership, mode }: Desk, id: string): Promise<JobRow> {
  const [row] = await db()
    .select()
    .from(job)
    .where(and(eq(job.id, id), eq(job.storeId, membership.store.id), eq(job.mode, mode), seenBy(membership)));
  if (row) return row;
  throw new ApiError(404, "not_found", `Job ${id} does not exist.`);
}

export async function listJobs(
  desk: Desk,
  query: { page: number; per_page: number; state?: JobRow["state"] | undefined },
) {
  const { membership, mode } = desk;
  const { page, per_page, state } = query;
  const all = and(
    ...[eq(job.storeId, membership.store.id), eq(job.mode, mode), seenBy(membership)],
    state && eq(job.state, state),
  );
  const rows = await db()
    .select()
    .from(job)
    .where(all)
    .orderBy(desc(job.createdAt), desc(job.id))
    .limit(per_page)
    .offset((page - 1) * per_page);
  return { data: await present(rows), pagination: { page, per_page, total: await db().$count(job, all) } };
}

export async function activeJobs({ membership, mode }: Desk): Promise<Job[]> {
  const rows = await db()
    .select()
    .from(job)
    .where(
      and(
        ...[eq(job.storeId, membership.store.id), eq(job.mode, mode), seenBy(membership)],
        inArray(job.state, ["queued", "running", "paused"]),
      ),
    )
    .orderBy(desc(job.createdAt))
    .limit(20);
  return present(rows);
}

/** Tells an opened page in one query whether it needs to load jobs or held writes at all. */
export async function busyWith({ membership, mode }: Desk): Promise<{ jobs: boolean; held: boolean }> {
  const { rows } = await db().execute<{ jobs: boolean; held: boolean }>(sql`
    select exists (select from desk.job where store_id = ${membership.store.id} and mode = ${mode}
        and state in ('queued', 'running', 'paused')) as jobs,
      exists (select from desk.held_write where store_id = ${membership.store.id} and mode = ${mode}
        and state in ('held', 'sending')) as held`);
  return rows[0] ?? { jobs: false, held: false };
}

export async function presentJob(row: JobRow): Promise<Job> {
  return (await present([row]))[0] as Job;
}

async function present(rows: JobRow[]): Promise<Job[]> {
  const ids = rows.map(({ id }) => id);
  const files = new Map(
    ids.length === 0
      ? []
      : (
          await db()
            .select({ id: jobFile.jobId, at: sql<Date>`max(${jobFile.createdAt})` })
            .from(jobFile)
            .where(inArray(jobFile.jobId, ids))
            .groupBy(jobFile.jobId)
        ).map(({ id, at }) => [id, new Date(at)]),
  );
  return Promise.all(
    rows.map(async (row): Promise<Job> => {
      const { id, kind, state, params, total, round, code, message } = row;
      const { waiting, sending, done, already, failed, unknown, skipped } = row;
      const file = row.state === "done" ? files.get(id) : undefined;
      const collecting = row.cursor !== null && !ended.includes(state as "done");
      return {
        id,
        kind,
        state,
        round,
        code,
        message,
        collecting,
        resource: row.resource,
        filter: (params.filter as Record<string, string> | undefined) ?? null,
        created_by: row.createdByName,
        total: collecting && total === 0 ? null : total,
        counts: { waiting, sending, done, already, failed, unknown, skipped },
        seconds_left: ended.includes(state as "done") ? null : await secondsLeft(row),
        file_until: file ? new Date(file.getTime() + fileDays * day).toISOString() : null,
        created_at: row.createdAt.toISOString(),
        started_at: row.startedAt?.toISOString() ?? null,
        finished_at: row.finishedAt?.toISOString() ?? null,
      };
    }),
  );
}

async function secondsLeft(row: JobRow): Promise<number | null> {
  const kind = kindOf(row.kind);
  const named = kind.of(row.params);
  if (named === "audit") return null;
  const file = row.kind === "export_csv";
  if (row.cursor !== null && (file ? row.total === 0 : true)) return null;
  const calls = file ? Math.ceil((row.total - row.done) / 100) : (row.waiting + row.sending) * kind.calls;
  try {
    const place = { storeId: row.storeId, mode: row.mode, api: named.api };
    return await governorOf(await readConnection(place)).bulkSeconds(calls);
  } catch (cause) {
    if (cause instanceof ApiError) return null;
    throw cause;
  }
}

type ItemQuery = { page: number; per_page: number; state?: ItemRow["state"] | undefined };

export async function listItems(desk: Desk, id: string, { page, per_page, state }: ItemQuery) {
  await findJob(desk, id);
  const all = and(eq(jobItem.jobId, id), state && eq(jobItem.state, state));
  const rows = await db()
    .select()
    .from(jobItem)
    .where(all)
    .orderBy(asc(jobItem.n))
    .limit(per_page)
    .offset((page - 1) * per_page);
  return { data: rows.map(toItem), pagination: { page, per_page, total: await countUpTo(jobItem, all) } };
}

function toItem(row: ItemRow): JobItem {
  const { n, recordId, label, state, attempts, code, message, history, input, updatedAt } = row;
  const record = recordId ?? input.source ?? null;
  return { n, record, label, state, attempts, code, message, history, updated_at: updatedAt.toISOString() };
}

const outcomeColumns = ["n", "record", "label", "state", "attempts", "code", "message", "updated_at"] as const;

export async function outcomeOf(desk: Desk, id: string): Promise<Response> {
  await findJob(desk, id);
  let [after, head] = [0, toCsvLine(outcomeColumns)];
  return csvResponse(`outcome-${id}.csv`, async () => {
    const rows = await db()
      .select()
      .from(jobItem)
      .where(and(eq(jobItem.jobId, id), gt(jobItem.n, after)))
      .orderBy(asc(jobItem.n))
      .limit(500);
    after = rows.at(-1)?.n ?? after;
    const lines = rows.map((row) => {
      const item = toItem(row);
      return toCsvLine(outcomeColumns.map((name) => item[name]));
    });
    const content = head + lines.join("");
    head = "";
    return { content, last: rows.length < 500 };
  });
}

export async function fileOf(desk: Desk, id: string): Promise<Response> {
  const row = await findJob(desk, id);
  const [any] = await db().select({ n: jobFile.n }).from(jobFile).where(eq(jobFile.jobId, id)).limit(1);
  if (row.state !== "done" || !any) {
    throw new ApiError(404, "not_found", "This job has no file, or the file has been deleted after seven days.");
  }
  if (row.params.format !== undefined) {
    const chunks = await db().select().from(jobFile).where(eq(jobFile.jobId, id)).orderBy(jobFile.n);
    const { name, content } = sealed(row, chunks.map((chunk) => chunk.content).join(""));
    let told = false;
    return csvResponse(name, async () => {
      const last = told;
      told = true;
      return { content: last ? "" : content, last };
    });
  }
  let next = 0;
  const ending = row.params.jsonl === true ? "jsonl" : "csv";
  return csvResponse(`${String(row.params.resource)}-${row.storeId}-${row.mode}.${ending}`, async () => {
    const [chunk] = await db()
      .select()
      .from(jobFile)
      .where(and(eq(jobFile.jobId, id), eq(jobFile.n, next++)));
    return { content: chunk?.content ?? "", last: chunk === undefined };
  });
}
