import { sql } from "drizzle-orm";
import { index, integer, json, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { TextKey } from "../../contract/errors.ts";
import { desk, mode, role, storeId } from "./desk.ts";
import { moment, textKey } from "./kernel.ts";

const now = sql`now()`;
const count = <Name extends string>(name: Name) => integer(name).notNull().default(0);

/** These rows are the queue: workers look for jobs that are due, and do what their rows say. */
export const job = desk.table(
  "job",
  {
    id: text("id").primaryKey(),
    storeId: storeId(),
    mode: mode(),
    kind: text("kind").notNull(),
    /** Roles that may read this resource can see the job. */
    resource: text("resource").notNull(),
    state: text("state", { enum: ["queued", "running", "paused", "cancelled", "done"] })
      .notNull()
      .default("queued"),
    params: json("params").$type<Record<string, unknown>>().notNull(),
    createdBy: text("created_by").notNull(),
    createdByName: text("created_by_name").notNull(),
    /** The author of the job, or the person who resumed it. Each turn checks the permissions of this person. */
    actsFor: text("acts_for").notNull(),
    role: role(),
    /** Where collecting the items or writing the file continues; null once that is finished. */
    cursor: json("cursor").$type<Record<string, unknown>>(),
    /** IDs of existing records that look like those the job will create. */
    baseline: json("baseline").$type<string[]>().notNull().default([]),
    round: count("round"),
    total: count("total"),
    waiting: count("waiting"),
    sending: count("sending"),
    done: count("done"),
    already: count("already"),
    failed: count("failed"),
    unknown: count("unknown"),
    skipped: count("skipped"),
    /** Null unless the job waits for another reason than a person's pause. */
    code: text("code"),
    message: text("message"),
    messageKey: textKey("message_key"),
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
  source?: string;
};
export type ItemAttempt = {
  round: number;
  state: string;
  code: string | null;
  message: string | null;
  message_key?: TextKey | null;
  at: string;
};

/** `sending` is committed before the write. An item found in this state is looked up before it is sent again. */
export const jobItem = desk.table(
  "job_item",
  {
    jobId: text("job_id")
      .notNull()
      .references(() => job.id, { onDelete: "cascade" }),
    n: integer("n").notNull(),
    recordId: text("record_id"),
    label: text("label"),
    input: json("input").$type<ItemInput>().notNull(),
    state: text("state", { enum: ["waiting", "sending", "done", "already", "failed", "unknown", "skipped"] })
      .notNull()
      .default("waiting"),
    attempts: count("attempts"),
    code: text("code"),
    message: text("message"),
    messageKey: textKey("message_key"),
    /** Values before the write, which later tell whether the write was done. */
    before: json("before").$type<Record<string, unknown>>(),
    sentAt: moment("sent_at"),
    /** The outcome is looked up from `settle_at` on. Until `believe_at`, a missing record may still appear. */
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
