import { sql } from "drizzle-orm";
import { index, integer, json, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { desk, storeId } from "./desk.ts";
import { moment } from "./kernel.ts";

const mode = () => text("mode", { enum: ["live", "sandbox"] }).notNull();
const now = sql`now()`;
const count = (name: string) => integer(name).notNull().default(0);

/** Long work, whoever runs it: these rows are the truth, and the queue only says when to look at them. */
export const job = desk.table(
  "job",
  {
    id: text("id").primaryKey(),
    storeId: storeId(),
    mode: mode(),
    kind: text("kind").notNull(),
    /** What it is about: whoever may read that sees it. */
    resource: text("resource").notNull(),
    state: text("state", { enum: ["queued", "running", "paused", "cancelled", "done"] })
      .notNull()
      .default("queued"),
    /** Frozen when it was made: the filter, the reason, the columns of a file. */
    params: json("params").$type<Record<string, unknown>>().notNull(),
    createdBy: text("created_by").notNull(),
    createdByName: text("created_by_name").notNull(),
    /** Who it acts for: its maker, or whoever resumed it. What they may do is asked again at each turn. */
    actsFor: text("acts_for").notNull(),
    role: text("role", { enum: ["owner", "merchant", "affiliate_manager", "analyst"] }).notNull(),
    /** Where the collecting of its items, or the writing of its file, goes on; null when that is over. */
    cursor: json("cursor").$type<Record<string, unknown>>(),
    /** Ids of records that were there before and look like those to be made. */
    baseline: json("baseline").$type<string[]>().notNull().default([]),
    /** How many times what failed was tried anew. */
    round: count("round"),
    total: count("total"),
    waiting: count("waiting"),
    sending: count("sending"),
    done: count("done"),
    already: count("already"),
    failed: count("failed"),
    unknown: count("unknown"),
    skipped: count("skipped"),
    /** Why it waits, where it was not a person who paused it. */
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
    // Every page that is opened asks for those that are not over.
    index("job_state").on(table.storeId, table.mode, table.state, table.createdAt),
    index("job_finished").on(table.finishedAt).where(sql`finished_at is not null`),
    index("job_due").on(table.dueAt).where(sql`state in ('queued', 'running') or sending > 0`),
  ],
);

export type ItemInput = {
  params?: Record<string, string>;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** What it stems from: the record that a copy is of, or the row that a payout is for. */
  source?: string;
};
export type ItemAttempt = { round: number; state: string; code: string | null; message: string | null; at: string };

/** `sending` is committed before the write: one that is found so is looked up before it is ever sent again. */
export const jobItem = desk.table(
  "job_item",
  {
    jobId: text("job_id")
      .notNull()
      .references(() => job.id, { onDelete: "cascade" }),
    n: integer("n").notNull(),
    recordId: text("record_id"),
    /** What a person knows it by. */
    label: text("label"),
    input: json("input").$type<ItemInput>().notNull(),
    state: text("state", { enum: ["waiting", "sending", "done", "already", "failed", "unknown", "skipped"] })
      .notNull()
      .default("waiting"),
    attempts: count("attempts"),
    code: text("code"),
    message: text("message"),
    /** Of the record before the write, what tells whether it was done. */
    before: json("before").$type<Record<string, unknown>>(),
    sentAt: moment("sent_at"),
    /** When it is read, and until when "not there" may still become "there". */
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

/** What an export has written so far, a page of lines in each row. */
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

/** A write that can still be undone: it goes at `send_at`, whoever is there to see it. */
export const heldWrite = desk.table(
  "held_write",
  {
    id: text("id").primaryKey(),
    /** Writes that were asked for, and are undone, together. */
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
