import "server-only";
import { and, asc, desc, eq, gt, inArray, max, not, or, sql } from "drizzle-orm";
import type { Role } from "../../../contract/define.ts";
import { exportedResources, type Job, type JobItem } from "../../../contract/desk/jobs.ts";
import { ApiError } from "../../../contract/errors.ts";
import { toCsvLine } from "../../../csv.ts";
import { prepared } from "../../../database/client.ts";
import { job, jobFile, jobItem } from "../../../database/schema/desk-jobs.ts";
import { sentence } from "../../../sentences.ts";
import { countUpTo, db, inDesk, storeModeOf } from "../../db.ts";
import { fileDays } from "../../memory/retention.ts";
import type { OperationName, StoreScope } from "../../wire/call.ts";
import { readConnection } from "../../wire/connections.ts";
import { operationOf } from "../../wire/contracts.ts";
import { governorOf } from "../../wire/governor/governors.ts";
import { csvResponse } from "../../wire/http.ts";
import type { ItemRow, JobRow } from "./kind.ts";
import { isDelayed, kindOf } from "./kind.ts";
import { listOf, nameOf } from "./sheets.ts";

const ended = ["done", "cancelled"];
const day = 86_400_000;

/** People see jobs on lists that they may read. Only its maker and owners may see all that an audit file holds. */
function seenBy(desk: StoreScope) {
  const { role, person } = desk.membership;
  const webhooks: OperationName = { api: "checkout", resource: "webhooks", operation: "list" };
  const lists = exportedResources.filter((resource) => resource !== "audit").map(listOf);
  const seen = [webhooks, ...lists].filter((list) => operationOf(list).roles.includes(role));
  const whole = [...new Set(seen.map(nameOf)), ...(role === "owner" ? ["audit"] : [])];
  const own = and(eq(job.resource, "audit"), eq(job.createdBy, person.id));
  return and(inDesk(job, desk), not(isDelayed()), or(inArray(job.resource, whole), own));
}

export async function findJob(desk: StoreScope, id: string): Promise<JobRow> {
  const [row] = await db()
    .select()
    .from(job)
    .where(and(eq(job.id, id), seenBy(desk)));
  if (row) return row;
  throw new ApiError(404, "not_found", sentence("doesNotExist", { kind: "Job", id }));
}

type JobQuery = { page: number; per_page: number; state?: JobRow["state"] | undefined };

export async function listJobs(desk: StoreScope, { page, per_page, state }: JobQuery) {
  const all = and(seenBy(desk), state && eq(job.state, state));
  const rows = await db()
    .select()
    .from(job)
    .where(all)
    .orderBy(desc(job.createdAt), desc(job.id))
    .limit(per_page)
    .offset((page - 1) * per_page);
  return { data: await present(desk, rows), pagination: { page, per_page, total: await db().$count(job, all) } };
}

const isActive = inArray(job.state, ["queued", "running", "paused"]);

export async function activeJobs(desk: StoreScope): Promise<Job[]> {
  const rows = await db()
    .select()
    .from(job)
    .where(and(seenBy(desk), isActive))
    .orderBy(desc(job.createdAt))
    .limit(20);
  return present(desk, rows);
}

export async function busyWith(desk: StoreScope): Promise<{ jobs: boolean; changes: boolean }> {
  const active = prepared(db(), "active jobs", (name) =>
    db()
      .selectDistinct({ changes: sql<boolean>`${isDelayed()}` })
      .from(job)
      .where(and(eq(job.storeId, sql.placeholder("storeId")), eq(job.mode, sql.placeholder("mode")), isActive))
      .prepare(name),
  );
  const found = await active.execute(storeModeOf(desk));
  return { jobs: found.some(({ changes }) => !changes), changes: found.some(({ changes }) => changes) };
}

function filterOf({ filter, affiliates }: JobRow["params"]): Record<string, string> | null {
  if (!filter) return null;
  return { ...filter, ...(Array.isArray(affiliates) && { affiliate_id: affiliates.join(", ") }) };
}

export async function presentJob(reader: Reader, row: JobRow): Promise<Job> {
  return (await present(reader, [row]))[0] as Job;
}

type Reader = { membership: { role: Role } };

async function present({ membership }: Reader, rows: JobRow[]): Promise<Job[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const files = await db()
    .select({ id: jobFile.jobId, at: max(jobFile.createdAt) })
    .from(jobFile)
    .where(inArray(jobFile.jobId, ids))
    .groupBy(jobFile.jobId);
  const fileAt = new Map(files.map(({ id, at }) => [id, at]));
  return Promise.all(
    rows.map(async (row): Promise<Job> => {
      const { id, kind, state, params, total, round, code, message, messageKey } = row;
      const { waiting, sending, done, already, failed, unknown, skipped } = row;
      const file = row.state === "done" ? fileAt.get(id) : undefined;
      const named = kindOf(kind).of(params);
      const collecting = row.cursor !== null && !ended.includes(state);
      return {
        id,
        kind,
        state,
        round,
        code,
        message,
        message_key: messageKey,
        collecting,
        resource: row.resource,
        filter: filterOf(params),
        created_by: row.createdByName,
        total: collecting && total === 0 ? null : total,
        counts: { waiting, sending, done, already, failed, unknown, skipped },
        seconds_left: ended.includes(state) ? null : await secondsLeft(row),
        file_until: file ? new Date(file.getTime() + fileDays * day).toISOString() : null,
        may_change: named === "audit" || operationOf(named).roles.includes(membership.role),
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
  const left = file ? Math.ceil((row.total - row.done) / 100) : row.waiting + row.sending;
  try {
    const governor = governorOf(await readConnection({ storeId: row.storeId, mode: row.mode, api: named.api }));
    return governor ? await governor.bulkSeconds(file ? left : left * kind.calls) : await secondsAtPace(row.id, left);
  } catch (cause) {
    if (cause instanceof ApiError) return null;
    throw cause;
  }
}

/** Without limits, the last items, or pages of a file, show the pace. A few of them are not enough. */
async function secondsAtPace(id: string, left: number): Promise<number | null> {
  const isDone = and(eq(jobItem.jobId, id), eq(jobItem.state, "done"));
  const items = db().select({ at: jobItem.updatedAt }).from(jobItem).where(isDone);
  const pages = db().select({ at: jobFile.createdAt }).from(jobFile).where(eq(jobFile.jobId, id));
  const last = await Promise.all([items.orderBy(desc(jobItem.n)).limit(50), pages.orderBy(desc(jobFile.n)).limit(50)]);
  const times = last.flat().map(({ at }) => at.getTime());
  if (times.length < 5) return null;
  return Math.ceil((left * (Math.max(...times) - Math.min(...times))) / (times.length - 1) / 1_000);
}

type ItemQuery = { page: number; per_page: number; state?: ItemRow["state"] | undefined };

export async function listItems(desk: StoreScope, id: string, { page, per_page, state }: ItemQuery) {
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
  const { n, recordId, label, state, attempts, code, message, messageKey, history, input, updatedAt } = row;
  const record = recordId ?? input.source ?? null;
  const told = { code, message, message_key: messageKey, history, updated_at: updatedAt.toISOString() };
  return { n, record, label, state, attempts, ...told };
}

const outcomeColumns = ["n", "record", "label", "state", "attempts", "code", "message", "updated_at"] as const;

export async function outcomeOf(desk: StoreScope, id: string): Promise<Response> {
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

export async function fileOf(desk: StoreScope, id: string): Promise<Response> {
  const row = await findJob(desk, id);
  const [any] = await db().select({ n: jobFile.n }).from(jobFile).where(eq(jobFile.jobId, id)).limit(1);
  if (row.state !== "done" || !any) {
    throw new ApiError(404, "not_found", sentence("jobNoFile"));
  }
  const ending = row.params.jsonl === true ? "jsonl" : "csv";
  const plain = { name: `${String(row.params.resource)}-${row.storeId}-${row.mode}.${ending}`, content: "" };
  const seal = (await kindOf(row.kind).seal?.(row, partsOf(id))) ?? plain;
  const parts = partsOf(id);
  return csvResponse(seal.name, async () => {
    const { value = seal.content, done = false } = await parts.next();
    return { content: value, last: done };
  });
}

async function* partsOf(id: string): AsyncGenerator<string, undefined> {
  for (let n = 0; ; n++) {
    const [part] = await db()
      .select()
      .from(jobFile)
      .where(and(eq(jobFile.jobId, id), eq(jobFile.n, n)));
    if (!part) return;
    yield part.content;
  }
}
