import "server-only";
import { randomBytes } from "node:crypto";
import { and, asc, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { HeldWrite } from "../../contract/desk/held.ts";
import { ApiError } from "../../contract/errors.ts";
import { parse } from "../../contract/parse.ts";
import { isIdentifier } from "../../contract/paths.ts";
import { heldWrite } from "../../database/schema/desk-jobs.ts";
import { operationOf } from "../contracts.ts";
import { db, fromNow, inDesk, now, storeModeOf } from "../db.ts";
import type { DeskContext, DeskHandlers } from "../wire/call.ts";
import { requireRole } from "../wire/operations.ts";
import { ruleOf } from "../work/jobs/find-outcome.ts";

export const held: DeskHandlers<"held"> = {
  list: async (_input, context) => ({ data: await listHeld(context) }),

  /** Each write is checked before it is stored, so that it can be sent later. */
  async hold({ body: { api, resource, operation: name, writes, seconds } }, context) {
    const { person, role } = context.membership;
    const named = { api, resource, operation: name };
    const operation = operationOf(named);
    requireRole(role, operation);
    ruleOf(named);
    if (!operation.path.includes("/:id"))
      throw new ApiError(400, "invalid_request", "Only an operation with an ID can be delayed.");
    const batch = `held_${randomBytes(9).toString("base64url")}`;
    const rows = writes.map(({ id, label = null, body }) => {
      if (!isIdentifier(id)) throw new ApiError(400, "invalid_request", `“${id}” is not a valid ID.`);
      return {
        id: `hw_${randomBytes(12).toString("base64url")}`,
        batch,
        ...storeModeOf(context),
        ...named,
        recordId: id,
        label,
        input: { params: { id }, ...(operation.body && { body: parse(operation.body, body ?? {}, "body") }) },
        personId: person.id,
        personName: person.name,
        sendAt: fromNow(seconds * 1000),
      };
    });
    await db().insert(heldWrite).values(rows);
    return { data: await listHeld(context, batch) };
  },

  /** Undoing and sending both require the state `held`. After its time, no write is undone: people were told so. */
  undo: ({ params: { batch } }, context) =>
    change(context, batch, { state: "undone", updatedAt: now }, gt(heldWrite.sendAt, now)),

  send: ({ params: { batch } }, context) => change(context, batch, { sendAt: now }),
};

async function listHeld(context: DeskContext, batch?: string): Promise<HeldWrite[]> {
  const recent = or(inArray(heldWrite.state, ["held", "sending"]), gt(heldWrite.updatedAt, fromNow(-60_000)));
  const rows = await db()
    .select({ row: heldWrite, left: sql<number>`greatest(0, extract(epoch from ${heldWrite.sendAt} - now()))::float8` })
    .from(heldWrite)
    .where(and(inDesk(heldWrite, context), batch === undefined ? recent : eq(heldWrite.batch, batch)))
    .orderBy(asc(heldWrite.createdAt), asc(heldWrite.id))
    .limit(500);
  return rows.flatMap(({ row, left }) =>
    operationOf(row).roles.includes(context.membership.role) ? [toHeld(row, left)] : [],
  );
}

async function change(context: DeskContext, batch: string, values: PgUpdateSetSource<typeof heldWrite>, where?: SQL) {
  if ((await listHeld(context, batch)).length === 0)
    throw new ApiError(404, "not_found", "There is no delayed change with this name.");
  await db()
    .update(heldWrite)
    .set(values)
    .where(and(eq(heldWrite.batch, batch), eq(heldWrite.state, "held"), where));
  return { data: await listHeld(context, batch) };
}

function toHeld(row: typeof heldWrite.$inferSelect, left: number): HeldWrite {
  const { id, batch, api, resource, operation, recordId, label, personName, state, code, message, updatedAt } = row;
  return {
    id,
    batch,
    api,
    resource,
    operation,
    record: recordId,
    label,
    person: personName,
    state,
    code,
    message,
    seconds_left: state === "held" ? left : 0,
    updated_at: updatedAt.toISOString(),
  };
}
