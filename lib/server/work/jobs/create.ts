import "server-only";
import { randomBytes } from "node:crypto";
import type { SQL } from "drizzle-orm";
import * as z from "zod";
import { audit } from "../../../contract/desk/audit.ts";
import type { JobDraft, JobPreview } from "../../../contract/desk/jobs.ts";
import { ApiError } from "../../../contract/errors.ts";
import { parse } from "../../../contract/parse.ts";
import { job } from "../../../database/schema/desk-jobs.ts";
import { log } from "../../../log.ts";
import { db, type Executor, storeModeOf } from "../../db.ts";
import type { Caller, OperationName, StoreScope } from "../../wire/call.ts";
import type { Mode } from "../../wire/connections.ts";
import { has, operationOf } from "../../wire/contracts.ts";
import { perform, requireRole } from "../../wire/perform-call.ts";
import { pageSize, readPage } from "./find-outcome.ts";
import { importItems } from "./import.ts";
import { addItems } from "./items.ts";
import type { Cursor, JobKind, NewItem } from "./kind.ts";
import { type KindName, kindOf } from "./kind.ts";
import { nameOf } from "./sheets.ts";

function readDraft({ membership, mode }: StoreScope, draft: JobDraft) {
  const kind = kindOf(draft.kind);
  const params = parse(kind.params, draft.params, "body") as Record<string, unknown>;
  const named = kind.of(params);
  if (named !== "audit") requireRole(membership.role, operationOf(named));
  if (kind.own) throw new ApiError(400, "invalid_request", "This kind of job is started by another operation.");
  if (named !== "audit" && !has({ ...named, mode })) {
    throw new ApiError(400, "invalid_request", "This API has no operation for this job.");
  }
  const fromFile = draft.kind === "import_csv";
  if (!fromFile && (draft.ids === undefined) === (draft.filter === undefined) && draft.kind !== "export_csv") {
    throw new ApiError(400, "invalid_request", "Send either IDs or a filter.");
  }
  if (draft.filter && !kind.filtered) throw new ApiError(400, "invalid_request", "This kind of job needs IDs.");
  return { kind, params, named, filter: draft.filter && readFilter(draft.filter, named, mode, draft.kind) };
}

/** Refuses a filter that the API would not apply: the job would change more records than anybody saw. */
function readFilter(filter: Record<string, string>, named: OperationName | "audit", mode: Mode, kind: string) {
  const own = kind === "export_csv" && named !== "audit" ? named.operation : "list";
  const lister = kind === "replay_deliveries" ? "logs" : own;
  const operation = named === "audit" ? audit.audit.export : operationOf({ ...named, operation: lister });
  const { page: _page, per_page: _size, ...shape } = (operation.query as z.ZodObject).shape;
  const entries = Object.entries(filter).filter(
    ([name, value]) => value !== "" && !["page", "per_page"].includes(name),
  );
  const set = Object.fromEntries(entries);
  parse(z.strictObject(shape), set, "query");
  if (named !== "audit") {
    const ours = Object.keys(set).filter((name) => !has({ ...named, mode, operation: lister }, name));
    if (ours.length > 0) {
      const details = ours.map((field) => ({ field, message: "This API does not know this filter." }));
      throw new ApiError(400, "invalid_request", `This API cannot filter or sort by ${ours.join(", ")}.`, details);
    }
  }
  return set;
}

export async function createJob(desk: StoreScope, draft: JobDraft): Promise<string> {
  const { kind, params, named, filter } = readDraft(desk, draft);
  const { items, jobParams } = await itemsOf(desk, kind, draft, params);
  const resource = named === "audit" ? named : nameOf(named);
  const cursor = kind.begin?.(params) ?? (filter ? {} : null);
  const values = { kind: draft.kind, resource, params: { ...jobParams, ...(filter && { filter }) }, cursor };
  return db().transaction((tx) => insertJob(tx, desk, values, items));
}

type JobValues = {
  kind: KindName;
  resource: string;
  params: Record<string, unknown>;
  cursor: Cursor | null;
  dueAt?: SQL;
};

export async function insertJob(tx: Executor, desk: StoreScope, values: JobValues, items: readonly NewItem[]) {
  const { person, role } = desk.membership;
  const id = `job_${randomBytes(9).toString("base64url")}`;
  const maker = { role, createdBy: person.id, createdByName: person.name, actsFor: person.id };
  await tx.insert(job).values({ id, ...storeModeOf(desk), ...maker, ...values });
  await addItems(tx, id, items);
  log.info({ job: id, kind: values.kind }, "a job was asked for");
  return id;
}

async function itemsOf(
  desk: StoreScope,
  kind: JobKind,
  draft: JobDraft,
  params: Record<string, unknown>,
): Promise<{ items: NewItem[]; jobParams: object }> {
  if (draft.kind === "import_csv") {
    const asked = params as { csv: string; resource: string; skip_invalid: boolean };
    const { csv: _, ...jobParams } = asked;
    return { items: await importItems(desk, asked), jobParams };
  }
  const ids = [...new Set(draft.ids ?? [])];
  return { items: ids.flatMap((id) => kind.toItem?.({ id, label: null }, params) ?? []), jobParams: params };
}

const maxPages = 20;

export async function previewJob(caller: Caller, draft: JobDraft): Promise<JobPreview> {
  const { named, filter = {}, params } = readDraft(caller, draft);
  if (named === "audit") return sum([], 0, true);
  if (draft.kind === "hold_commissions") {
    throw new ApiError(400, "invalid_request", "The risks of the affiliates say how many commissions are pending.");
  }
  if (draft.kind === "replay_deliveries")
    return previewReplay(caller, named, String(params.endpoint), filter, draft.ids);
  const wanted = draft.ids && new Set(draft.ids);
  const found: Record<string, unknown>[] = [];
  let counted: number | null = null;
  for (let page = 1; page <= maxPages; page++) {
    const { data, total, last } = await readPage(caller, named, { ...filter, page, per_page: pageSize });
    found.push(...data.filter((record) => !wanted || wanted.has(String(record.id))));
    counted = total;
    if (last || (wanted && found.length >= wanted.size)) return sum(found, wanted?.size ?? found.length, true);
    // For records without amounts only their number is needed, which an API that counts has reported by now.
    if (!wanted && total !== null && found.every(({ amount }) => amount === undefined)) return sum([], total, true);
  }
  return sum(found, wanted?.size ?? Math.max(counted ?? 0, found.length), wanted !== undefined);
}

async function previewReplay(
  caller: Caller,
  named: OperationName,
  id: string,
  filter: Record<string, string>,
  ids?: string[],
) {
  if (ids) return sum([], ids.length, true);
  const query = { ...filter, page: 1, per_page: 1 };
  const { body } = await perform({ ...caller, ...named, operation: "logs", params: { id }, query });
  const { total } = (body as { pagination: { total: number | null } }).pagination;
  return sum([], total ?? 0, total !== null);
}

/** Ten-thousandths, so that decimals of other APIs add up as exactly as minor units. */
const unit = 10_000;

function sum(rows: Record<string, unknown>[], count: number, complete: boolean): JobPreview {
  const totals = new Map<string, number>();
  for (const { amount, currency } of rows) {
    if (typeof amount !== "number") continue;
    const name = typeof currency === "string" ? currency : "";
    totals.set(name, (totals.get(name) ?? 0) + Math.round(amount * unit));
  }
  return {
    count,
    complete,
    totals: [...totals].map(([currency, amount]) => ({ currency, amount: amount / unit })),
    affiliates: new Set(rows.map((row) => row.affiliate_id).filter((id) => id !== undefined)).size,
    flagged: rows.filter(({ flags }) => Array.isArray(flags) && flags.length > 0).length,
  };
}
