import { sql } from "drizzle-orm";
import { index, integer, json, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { desk, storeId } from "./desk.ts";
import { moment } from "./kernel.ts";

const mode = () => text("mode", { enum: ["live", "sandbox"] }).notNull();
const now = sql`now()`;
const count = (name: string) => integer(name).notNull().default(0);

/** Background jobs. These rows are the source of truth, and the queue only triggers work on them. */
export const job = desk.table(
  "job",
  {
    id: text("id").primaryKey(),
    storeId: storeId(),
    mode: mode(),
    kind: text("kind").notNull(),
    /** The resource that the job works on. Roles that may read it can see the job. */
    resource: text("resource").notNull(),
    state: text("state", { enum: ["queued", "running", "paused", "cancelled", "done"] })
      .notNull()
      .default("queued"),
    /** Frozen when the job is created: the filter, the reason, the columns of a file. */
    params: json("params").$type<Record<string, unknown>>().notNull(),
    createdBy: text("created_by").notNull(),
    createdByName: text("created_by_name").notNull(),
    /**
     * The person the job acts for: its author, or whoever resumed it. Their permissions are checked again in each turn.
     */
    actsFor: text("acts_for").notNull(),
    role: text("role", { enum: ["owner", "merchant", "affiliate_manager", "analyst"] }).notNull(),
    /** Where collecting the items or writing the file continues; null once it is finished. */
    cursor: json("cursor").$type<Record<string, unknown>>(),
    /** IDs of existing records that look like those to be created. */
    baseline: json("baseline").$type<string[]>().notNull().default([]),
    /** How often failed items were retried. */
    round: count("round"),
    total: count("total"),
    waiting: count("waiting"),
    sending: count("sending"),
    done: count("done"),
    already: count("already"),
    failed: count("failed"),
    unknown: count("unknown"),
    skipped: count("skipped"),
    /** Why the job waits, unless a person paused it. */
    code: text("code"),
    message: text("message"),
    createdAt: moment("created_at").notNull().default(now),
    updatedAt: moment("updated_at").notNull().default(now),
    startedAt: moment("started_at"),
    finishedAt: moment("finished_at"),
    dueAt: moment("due_at").notNull().default(now),
    leaseToken: uuid("lease_token"),
    leaseUntil: moment("lease_until"),
  },
  (table) => [
    index("job_store").on(table.storeId, table.mode, table.createdAt),
    // Every page reads the unfinished jobs.
    index("job_state").on(table.storeId, table.mode, table.state, table.createdAt),
    index("job_finished").on(table.finishedAt).where(sql`finished_at is not null`),
    index("job_due").on(table.dueAt).where(sql`state in ('queued', 'running') or sending > 0`),
  ],
);

export type ItemInput = {
  params?: Record<string, string>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Where the item comes from: the record that is copied, or the row of a payout. */
  source?: string;
};
export type ItemAttempt = { round: number; state: string; code: string | null; message: string | null; at: string };

/** `sending` is committed before the write. An item found in this state is looked up before it is sent again. */
export const jobItem = desk.table(
  "job_item",
  {
    jobId: text("job_id")
      .notNull()
      .references(() => job.id, { onDelete: "cascade" }),
    n: integer("n").notNull(),
    recordId: text("record_id"),
    /** The name by which a person recognises the record. */
    label: text("label"),
    input: json("input").$type<ItemInput>().notNull(),
    state: text("state", { enum: ["waiting", "sending", "done", "already", "failed", "unknown", "skipped"] })
      .notNull()
      .default("waiting"),
    attempts: count("attempts"),
    code: text("code"),
    message: text("message"),
    /** Values of the record before the write, which tell whether the write was done. */
    before: json("before").$type<Record<string, unknown>>(),
    sentAt: moment("sent_at"),
    /** When the outcome is looked up, and until when a missing record may still appear. */
    settleAt: moment("settle_at"),
    believeAt: moment("believe_at"),
    settles: count("settles"),
    token: uuid("token"),
    history: json("history").$type<ItemAttempt[]>().notNull().default([]),
    updatedAt: moment("updated_at").notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.n] }),
    uniqueIndex("job_item_record").on(table.jobId, table.recordId),
    index("job_item_state").on(table.jobId, table.state, table.n),
  ],
);

/** The rows that an export has written so far, one page of lines in each row. */
export const jobFile = desk.table(
  "job_file",
  {
    jobId: text("job_id")
      .notNull()
      .references(() => job.id, { onDelete: "cascade" }),
    n: integer("n").notNull(),
    content: text("content").notNull(),
    createdAt: moment("created_at").notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.n] }), index("job_file_created").on(table.createdAt)],
);

/** A write that can still be undone. It is sent at `send_at`. */
export const heldWrite = desk.table(
  "held_write",
  {
    id: text("id").primaryKey(),
    /** Writes that were requested together and are undone together. */
    batch: text("batch").notNull(),
    storeId: storeId(),
    mode: mode(),
    api: text("api", { enum: ["checkout", "affiliate"] }).notNull(),
    resource: text("resource").notNull(),
    operation: text("operation").notNull(),
    recordId: text("record_id").notNull(),
    label: text("label"),
    input: json("input").$type<ItemInput>().notNull(),
    personId: text("person_id").notNull(),
    personName: text("person_name").notNull(),
    state: text("state", { enum: ["held", "sending", "done", "already", "failed", "unknown", "undone"] })
      .notNull()
      .default("held"),
    sendAt: moment("send_at").notNull(),
    attempts: count("attempts"),
    code: text("code"),
    message: text("message"),
    before: json("before").$type<Record<string, unknown>>(),
    sentAt: moment("sent_at"),
    settleAt: moment("settle_at"),
    believeAt: moment("believe_at"),
    settles: count("settles"),
    token: uuid("token"),
    createdAt: moment("created_at").notNull().default(now),
    updatedAt: moment("updated_at").notNull().default(now),
  },
  (table) => [
    index("held_write_store").on(table.storeId, table.mode, table.updatedAt),
    index("held_write_due").on(table.sendAt).where(sql`state in ('held', 'sending')`),
  ],
);
