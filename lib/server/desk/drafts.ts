import "server-only";
import { and, desc, eq, gt, lt, type SQL } from "drizzle-orm";
import type { Draft } from "../../contract/desk/drafts.ts";
import { ApiError, isRecord } from "../../contract/errors.ts";
import { ago } from "../../database/delete-in-batches.ts";
import { draft } from "../../database/schema/desk-work.ts";
import { db, inDesk, storeModeOf } from "../db.ts";
import { isSecretName } from "../memory/audit/redact.ts";
import { draftDays } from "../memory/retention.ts";
import type { DeskContext, DeskHandlers } from "../wire/call.ts";

const maxBytes = 256 * 1024;
const maxDrafts = 200;

export const drafts: DeskHandlers<"drafts"> = {
  async list(_input, context) {
    const rows = await db()
      .select()
      .from(draft)
      .where(and(mine(context), alive))
      .orderBy(desc(draft.updatedAt));
    return { data: rows.map(toDraft) };
  },

  async get({ params }, context) {
    const [row] = await db()
      .select()
      .from(draft)
      .where(and(one(params, context), alive));
    return { data: row ? toDraft(row) : null };
  },

  async put({ params, body: { body, base } }, context) {
    refuseSecrets(body);
    if (Buffer.byteLength(JSON.stringify(body)) > maxBytes) {
      throw new ApiError(413, "payload_too_large", "A draft can hold at most 256 KB.");
    }
    const values = { body, base, updatedAt: new Date() };
    const [row] = await db()
      .insert(draft)
      .values({ userId: context.membership.person.id, ...storeModeOf(context), ...params, ...values })
      .onConflictDoUpdate({
        target: [draft.userId, draft.storeId, draft.mode, draft.kind, draft.record],
        set: values,
      })
      .returning();
    await dropBeyond(context);
    return { data: toDraft(row as typeof draft.$inferSelect) };
  },

  async delete({ params }, context) {
    await db().delete(draft).where(one(params, context));
    return { id: params.record, deleted: true };
  },
};

const alive = gt(draft.updatedAt, ago(draftDays));

const mine = (context: DeskContext): SQL | undefined =>
  and(inDesk(draft, context), eq(draft.userId, context.membership.person.id));

function one({ kind, record }: { kind: string; record: string }, context: DeskContext): SQL | undefined {
  return and(mine(context), eq(draft.kind, kind), eq(draft.record, record));
}

async function dropBeyond(context: DeskContext): Promise<void> {
  const kept = db()
    .select({ at: draft.updatedAt })
    .from(draft)
    .where(mine(context))
    .orderBy(desc(draft.updatedAt))
    .offset(maxDrafts - 1)
    .limit(1);
  await db()
    .delete(draft)
    .where(and(mine(context), lt(draft.updatedAt, kept)));
}

function refuseSecrets(value: unknown, path: string[] = []): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const field = [...path, name];
    if (isRecord(value) && isSecretName(name)) {
      const message = "This is a secret, and drafts do not keep secrets.";
      throw new ApiError(400, "invalid_request", `${field.join(".")}: ${message}`, [
        { field: field.join("."), message },
      ]);
    }
    refuseSecrets(inner, field);
  }
}

function toDraft({ kind, record, body, base, updatedAt }: typeof draft.$inferSelect): Draft {
  return { kind, record, body: body as Draft["body"], base, updated_at: updatedAt.toISOString() };
}
