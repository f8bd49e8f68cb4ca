import "server-only";
import { and, asc, eq, gt, inArray, or, sql } from "drizzle-orm";
import type { DelayedChange } from "../../contract/desk/delayed-changes.ts";
import { ApiError } from "../../contract/errors.ts";
import { parse } from "../../contract/parse.ts";
import { isIdentifier } from "../../contract/paths.ts";
import { job, jobItem } from "../../database/schema/desk-jobs.ts";
import { sentence } from "../../sentences.ts";
import { db, fromNow, inDesk } from "../db.ts";
import type { DeskContext, DeskHandlers, OperationName } from "../wire/call.ts";
import { operationOf } from "../wire/contracts.ts";
import { requireRole } from "../wire/perform-call.ts";
import { insertJob } from "../work/jobs/create.ts";
import { ruleOf } from "../work/jobs/find-outcome.ts";
import { isDelayed } from "../work/jobs/kind.ts";
import { sendJobNow, undoJob } from "../work/jobs/undo-window.ts";

export const delayed_changes: DeskHandlers<"delayed_changes"> = {
  list: async (_input, context) => ({ data: await listChanges(context) }),

  /** Each change is checked before it is stored, so that it can be sent later. */
  async create({ body: { api, resource, operation: name, writes, seconds } }, context) {
    const named = { api, resource, operation: name };
    const operation = operationOf(named);
    requireRole(context.membership.role, operation);
    ruleOf(named);
    if (!operation.path.includes("/:id"))
      throw new ApiError(400, "invalid_request", "Only an operation with an ID can be delayed.");
    const items = writes.map(({ id, label = null, body }) => {
      if (!isIdentifier(id)) throw new ApiError(400, "invalid_request", `“${id}” is not a valid ID.`);
      const input = { params: { id }, ...(operation.body && { body: parse(operation.body, body ?? {}, "body") }) };
      return { recordId: id, label, input };
    });
    const values = { kind: "delayed_changes", resource, params: named, cursor: null } as const;
    const id = await db().transaction((tx) =>
      insertJob(tx, context, { ...values, dueAt: fromNow(seconds * 1000) }, items),
    );
    return { data: await listChanges(context, id) };
  },

  undo: ({ params }, context) => change(context, params.job, undoJob),
  send: ({ params }, context) => change(context, params.job, sendJobNow),
};

async function change(context: DeskContext, id: string, act: (id: string) => Promise<void>) {
  if ((await listChanges(context, id)).length === 0) throw new ApiError(404, "not_found", sentence("changeEnded"));
  await act(id);
  return { data: await listChanges(context, id) };
}

async function listChanges(context: DeskContext, id?: string): Promise<DelayedChange[]> {
  const recent = or(inArray(job.state, ["queued", "running"]), gt(job.finishedAt, fromNow(-60_000)));
  const left = sql<number>`case when ${job.state} = 'queued'
    then greatest(0, extract(epoch from ${job.dueAt} - now())) else 0 end::float8`;
  const rows = await db()
    .select({ job, item: jobItem, left })
    .from(job)
    .innerJoin(jobItem, eq(jobItem.jobId, job.id))
    .where(and(inDesk(job, context), isDelayed(), id === undefined ? recent : eq(job.id, id)))
    .orderBy(asc(job.createdAt), asc(job.id), asc(jobItem.n))
    .limit(500);
  return rows.flatMap(({ job: of, item, left }) => {
    const named = of.params as OperationName;
    if (!operationOf(named).roles.includes(context.membership.role)) return [];
    const { recordId, label, state, code, message, updatedAt } = item;
    return {
      id: `${of.id}.${item.n}`,
      job: of.id,
      ...named,
      record: recordId ?? "",
      label,
      person: of.createdByName,
      state,
      code,
      message,
      message_key: item.messageKey,
      seconds_left: left,
      updated_at: updatedAt.toISOString(),
    };
  });
}
