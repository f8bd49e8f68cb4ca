import "server-only";
import { randomBytes } from "node:crypto";
import * as z from "zod";
import { isExtensionField } from "../../contract/define.ts";
import { audit } from "../../contract/desk/audit.ts";
import type { JobDraft } from "../../contract/desk/jobs.ts";
import { ApiError } from "../../contract/errors.ts";
import { parse } from "../../contract/parse.ts";
import { job } from "../../database/schema/desk-jobs.ts";
import { log } from "../../log.ts";
import type { Desk, OperationName } from "../call.ts";
import { isEmbedded, type Mode } from "../connections.ts";
import { db, type Executor, storeModeOf } from "../db.ts";
import { operationOf, requireRole } from "../operations.ts";
import { importItems } from "./import.ts";
import { addItems } from "./items.ts";
import type { Cursor, Kind, NewItem } from "./kind.ts";
import { type KindName, kindOf } from "./kinds/index.ts";

export function readDraft({ membership, mode }: Desk, draft: JobDraft) {
  const kind = kindOf(draft.kind);
  const params = parse(kind.params, draft.params, "body") as Record<string, unknown>;
  const named = kind.of(params);
  if (named !== "audit") requireRole(membership.role, operationOf(named));
  if (kind.own) throw new ApiError(400, "invalid_request", "This kind of job is started by another operation.");
  if (kind.embedded && named !== "audit" && !isEmbedded({ api: named.api, mode })) {
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
  if (named !== "audit" && !isEmbedded({ api: named.api, mode })) {
    const ours = Object.keys(set).filter((name) => isExtensionField(operation.query, name));
    if (ours.length > 0) {
      const details = ours.map((field) => ({ field, message: "This API does not know this filter." }));
      throw new ApiError(400, "invalid_request", `This API cannot filter or sort by ${ours.join(", ")}.`, details);
    }
  }
  return set;
}

export async function createJob(desk: Desk, draft: JobDraft): Promise<string> {
  const { kind, params, named, filter } = readDraft(desk, draft);
  const { items, jobParams } = itemsOf(kind, draft, params);
  const resource = named === "audit" ? named : named.resource;
  const cursor = kind.begin?.(params) ?? (filter ? {} : null);
  const values = { kind: draft.kind, resource, params: { ...jobParams, ...(filter && { filter }) }, cursor };
  return db().transaction((tx) => insertJob(tx, desk, values, items));
}

type JobValues = { kind: KindName; resource: string; params: Record<string, unknown>; cursor: Cursor | null };

export async function insertJob(tx: Executor, desk: Desk, values: JobValues, items: readonly NewItem[]) {
  const { person, role } = desk.membership;
  const id = `job_${randomBytes(9).toString("base64url")}`;
  const maker = { role, createdBy: person.id, createdByName: person.name, actsFor: person.id };
  await tx.insert(job).values({ id, ...storeModeOf(desk), ...maker, ...values });
  await addItems(tx, id, items);
  log.info({ job: id, kind: values.kind }, "a job was asked for");
  return id;
}

function itemsOf(
  kind: Kind,
  draft: JobDraft,
  params: Record<string, unknown>,
): { items: NewItem[]; jobParams: object } {
  if (draft.kind === "import_csv") {
    const { csv, ...jobParams } = params as { csv: string; resource: string; skip_invalid: boolean };
    return { items: importItems(jobParams.resource, csv, jobParams.skip_invalid), jobParams };
  }
  const ids = [...new Set(draft.ids ?? [])];
  return { items: ids.flatMap((id) => kind.toItem?.({ id, label: null }, params) ?? []), jobParams: params };
}
