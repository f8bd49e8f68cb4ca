import "server-only";
import { randomBytes } from "node:crypto";
import { and, asc, eq, gt, or, sql } from "drizzle-orm";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { held as contract, HeldWrite } from "../../contract/desk/held.ts";
import { ApiError } from "../../contract/errors.ts";
import { parse } from "../../contract/parse.ts";
import { isIdentifier } from "../../contract/paths.ts";
import { heldWrite } from "../../database/schema/desk-jobs.ts";
import { db } from "../db.ts";
import { operationOf } from "../jobs/place.ts";
import { lookAt } from "../jobs/queue.ts";
import { ruleOf } from "../jobs/settle.ts";
import { requireRole } from "../operations.ts";
import type { DeskContext } from "./context.ts";

export const held: ResourceHandlers<(typeof contract)["held"], DeskContext> = {
  list: async (_input, context) => ({ data: await listHeld(context) }),

  /** Stores writes for later. Each is checked now, so that it can be sent then. */
  async hold({ body: { api, resource, operation, writes, seconds } }, context) {
    const { membership, mode } = context;
    const named = { api, resource, operation };
    const found = operationOf(named);
    requireRole(membership.role, found.operation);
    ruleOf(named);
    if (!found.operation.path.includes("/:id"))
      throw new ApiError(400, "invalid_request", "Only an operation with an ID can be delayed.");
    const batch = `held_${randomBytes(9).toString("base64url")}`;
    const rows = writes.map(({ id, label = null, body }) => {
      if (!isIdentifier(id)) throw new ApiError(400, "invalid_request", `“${id}” is not a valid ID.`);
      const input = {
        params: { id },
        ...(found.operation.body && { body: parse(found.operation.body, body ?? {}, "body") }),
      };
      return {
        id: `hw_${randomBytes(12).toString("base64url")}`,
        batch,
        storeId: membership.store.id,
        mode,
        ...named,
        recordId: id,
        label,
        input,
        personId: membership.person.id,
        personName: membership.person.name,
        sendAt: sql`now() + ${seconds} * interval '1 second'`,
      };
    });
    await db().insert(heldWrite).values(rows);
    const data = await listHeld(context, batch);
    for (const { id, seconds_left } of data) await lookAt("held", id, seconds_left * 1000);
    return { data };
  },

  /** Undoing and sending both require the state `held`. After its time a write is never undone, as people were told. */
  async undo({ params: { batch } }, context) {
    await requireBatch(context, batch);
    await db()
      .update(heldWrite)
      .set({ state: "undone", updatedAt: sql`now()` })
      .where(and(eq(heldWrite.batch, batch), eq(heldWrite.state, "held"), gt(heldWrite.sendAt, sql`now()`)));
    return { data: await listHeld(context, batch) };
  },

  async send({ params: { batch } }, context) {
    await requireBatch(context, batch);
    await db()
      .update(heldWrite)
      .set({ sendAt: sql`now()` })
      .where(and(eq(heldWrite.batch, batch), eq(heldWrite.state, "held")));
    const data = await listHeld(context, batch);
    for (const { id } of data) await lookAt("held", id);
    return { data };
  },
};

/** Lists held writes and outcomes of the last minute, for other tabs and after a reload. */
async function listHeld({ membership, mode }: DeskContext, batch?: string): Promise<HeldWrite[]> {
  const recent = or(
    ...(["held", "sending"] as const).map((state) => eq(heldWrite.state, state)),
    gt(heldWrite.updatedAt, sql`now() - interval '1 minute'`),
  );
  const rows = await db()
    .select({ row: heldWrite, left: sql<number>`greatest(0, extract(epoch from ${heldWrite.sendAt} - now()))::float8` })
    .from(heldWrite)
    .where(
      and(
        ...[eq(heldWrite.storeId, membership.store.id), eq(heldWrite.mode, mode)],
        batch === undefined ? recent : eq(heldWrite.batch, batch),
      ),
    )
    .orderBy(asc(heldWrite.createdAt), asc(heldWrite.id))
    .limit(500);
  return rows.flatMap(({ row, left }) =>
    operationOf(row).operation.roles.includes(membership.role) ? [toHeld(row, left)] : [],
  );
}

async function requireBatch(context: DeskContext, batch: string): Promise<void> {
  if ((await listHeld(context, batch)).length === 0)
    throw new ApiError(404, "not_found", "There is no delayed change with this name.");
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
