import { sql } from "drizzle-orm";
import { bigint, index, integer, json, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { desk } from "./desk.ts";
import { bytes, moment } from "./kernel.ts";

/**
 * Who did what: rows are added and never changed. A write has two, `intended` before it is sent and its outcome after
 * it, so that a crash in between leaves an intent without an outcome for everybody to see.
 */
export const audit = desk.table(
  "audit",
  {
    storeId: text("store_id").notNull(),
    /** From 1 up without a gap, which is what makes a missing row visible; also the row's id. */
    seq: bigint("seq", { mode: "number" }).notNull(),
    prevHash: bytes("prev_hash").notNull(),
    hash: bytes("hash").notNull(),
    /** Of an outcome: the row that announced it. */
    intent: bigint("intent", { mode: "number" }),
    /** Null for what concerns both modes, such as people. */
    mode: text("mode", { enum: ["live", "sandbox"] }),
    at: moment("at").notNull(),
    actorKind: text("actor_kind", { enum: ["person", "job", "system"] }).notNull(),
    actorId: text("actor_id").notNull(),
    actorName: text("actor_name").notNull(),
    role: text("role"),
    api: text("api", { enum: ["checkout", "affiliate", "desk"] }).notNull(),
    resource: text("resource").notNull(),
    operation: text("operation").notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    recordId: text("record_id"),
    // Plain json: jsonb refuses a NUL, which other people's answers may hold.
    sent: json("sent"),
    before: json("before"),
    after: json("after"),
    outcome: text("outcome", { enum: ["intended", "ok", "refused", "unknown"] }).notNull(),
    status: integer("status"),
    code: text("code"),
    note: text("note"),
    requestId: text("request_id"),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.seq] }),
    uniqueIndex("audit_intent").on(table.storeId, table.intent).where(sql`intent is not null`),
    index("audit_actor").on(table.storeId, table.actorId, table.seq),
    index("audit_resource").on(table.storeId, table.resource, table.operation, table.seq),
    index("audit_record").on(table.storeId, table.recordId, table.seq),
    index("audit_outcome").on(table.storeId, table.outcome, table.seq),
    index("audit_mode").on(table.storeId, table.mode, table.seq),
    index("audit_at").on(table.storeId, table.at),
    index("audit_words").using("gin", auditWords()),
  ],
);

/** What a search looks through; the index and the query must say it alike. */
export function auditWords() {
  return sql`to_tsvector('simple'::regconfig, actor_name || ' ' || resource || ' ' || operation || ' ' || path || ' ' || coalesce(record_id, '') || ' ' || coalesce(note, ''))`;
}

/** The end of each store's chain. Its row lock makes writers take turns, and it knows of rows cut off at the end. */
export const auditHead = desk.table("audit_head", {
  storeId: text("store_id").primaryKey(),
  seq: bigint("seq", { mode: "number" }).notNull(),
  prevHash: bytes("prev_hash").notNull(),
  hash: bytes("hash").notNull(),
});
