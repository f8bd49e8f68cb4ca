import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { notices as contract } from "../../contract/checkout/notices.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { notice } from "../../database/schema/checkout-delivery.ts";
import type { Context } from "../kernel/context.ts";
import { toFields } from "../kernel/fields.ts";
import { missing } from "../kernel/refuse.ts";

type Row = typeof notice.$inferSelect;

export const notices: ResourceHandlers<(typeof contract)["notices"], Context> = {
  async list({ query: { kind, page, per_page } }, { db, tenantId }) {
    const where = open(tenantId, kind && eq(notice.kind, kind));
    const rows = await db
      .select()
      .from(notice)
      .where(where)
      .orderBy(desc(notice.updatedAt), desc(notice.id))
      .limit(per_page)
      .offset((page - 1) * per_page);
    return { data: rows.map(toRecord), pagination: { page, per_page, total: await db.$count(notice, where) } };
  },

  async dismiss({ params }, { db, tenantId }) {
    const [row] = await dismissAll(db, open(tenantId, eq(notice.id, params.id)));
    if (!row) missing("Notice", params.id);
    return { id: row.id, deleted: true };
  },
};

/** Dismisses notices that the endpoint's owner has dealt with, by deleting the endpoint or enabling it again. */
export async function dismissFor(db: Context["db"], tenantId: number, endpointId: string, kind?: Row["kind"]) {
  await dismissAll(db, open(tenantId, eq(notice.endpointId, endpointId), kind && eq(notice.kind, kind)));
}

function dismissAll(db: Context["db"], where: SQL | undefined): Promise<{ id: string }[]> {
  return db.update(notice).set({ dismissedAt: sql`now()` }).where(where).returning({ id: notice.id });
}

function open(tenantId: number, ...conditions: (SQL | undefined)[]): SQL | undefined {
  return and(eq(notice.tenantId, tenantId), isNull(notice.dismissedAt), ...conditions);
}

function toRecord(row: Row) {
  return toFields(notice, row, "dismissed_at");
}
