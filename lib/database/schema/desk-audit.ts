import { sql } from "drizzle-orm";
import { bigint, index, integer, json, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { desk } from "./desk.ts";
import { bytes, moment, textKey } from "./kernel.ts";

// Rows are added and never changed. A write has a row `intended` before it is sent, and a row with its outcome, so that
// a crash in between leaves a visible intent without an outcome.
export const audit = desk.table(
  "audit",
  {
    storeId: text("store_id").notNull(),
    /** Consecutive numbers from 1, so that a missing row is noticed. */
    seq: bigint("seq", { mode: "number" }).notNull(),
    prevHash: bytes("prev_hash").notNull(),
    /** An HMAC of the row and the hash before it. Rows of the first version, without a key, have a plain SHA-256. */
    hash: bytes("hash").notNull(),
    keyId: text("key_id"),
    intent: bigint("intent", { mode: "number" }),
    /** Null for changes that concern both modes, such as those to people. */
    mode: text("mode", { enum: ["live", "sandbox"] }),
    at: moment("at").notNull(),
    actorKind: text("actor_kind", { enum: ["person", "partner", "job", "system"] }).notNull(),
    actorId: text("actor_id").notNull(),
    actorName: text("actor_name").notNull(),
    role: text("role"),
    api: text("api", { enum: ["checkout", "affiliate", "desk"] }).notNull(),
    resource: text("resource").notNull(),
    operation: text("operation").notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    recordId: text("record_id"),
    // json, because jsonb refuses NUL characters, which responses of other APIs may contain.
    sent: json("sent"),
    before: json("before"),
    after: json("after"),
    outcome: text("outcome", { enum: ["intended", "ok", "refused", "unknown"] }).notNull(),
    status: integer("status"),
    code: text("code"),
    note: text("note"),
    noteKey: textKey("note_key"),
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

/** The index and the query of the search must use the same expression. */
export function auditWords() {
  return sql`to_tsvector('simple'::regconfig, actor_name || ' ' || resource || ' ' || operation || ' ' || path || ' ' || coalesce(record_id, '') || ' ' || coalesce(note, ''))`;
}

/** Keys of earlier secrets, encrypted with the present one, so that rows of before a rotation can still be verified. */
export const auditKey = desk.table("audit_key", {
  id: text("id").primaryKey(),
  sealed: bytes("sealed").notNull(),
});

/** The end of a store's chain. Its row lock serialises writers, and it reveals rows that were cut off at the end. */
export const auditHead = desk.table("audit_head", {
  storeId: text("store_id").primaryKey(),
  seq: bigint("seq", { mode: "number" }).notNull(),
  prevHash: bytes("prev_hash").notNull(),
  hash: bytes("hash").notNull(),
});

/** Up to which entry a store's chain is in the file of AUDIT_FILE. */
export const auditFile = desk.table("audit_file", {
  storeId: text("store_id").primaryKey(),
  seq: bigint("seq", { mode: "number" }).notNull(),
});
