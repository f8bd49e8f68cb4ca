import "server-only";
import { inArray } from "drizzle-orm";
import type * as z from "zod";
import type { ItemState, jobKinds, ownJobKinds } from "../../../contract/desk/job-words.ts";
import type { Sentence } from "../../../contract/errors.ts";
import { type ItemInput, job, type jobItem } from "../../../database/schema/desk-jobs.ts";
import type { Executor } from "../../db.ts";
import { registry } from "../../registry.ts";
import type { Actor, Caller, OperationName } from "../../wire/call.ts";
import type { Settled } from "./find-outcome.ts";

export type JobRow = typeof job.$inferSelect;
export type ItemRow = typeof jobItem.$inferSelect;
/** `believed`: a record that is still missing will not appear any more. */
export type DueItem = ItemRow & { believed: boolean };
export type Turn = Caller & { job: JobRow };
export type Cursor = Record<string, unknown>;

export type NewItem = Pick<ItemRow, "recordId" | "label" | "input"> &
  Partial<Pick<ItemRow, "message" | "messageKey">> & { state?: "skipped" };

export type Collected = {
  items?: NewItem[];
  baseline?: string[];
  content?: string;
  rows?: number;
  total?: number | null;
  next: Cursor | null;
};

export type Finish = {
  state: ItemState;
  code?: string | null;
  message?: Sentence | null;
  recordId?: string | null;
  made?: unknown;
  /** The person or process that settled the item, and the reason, if the response did not settle it. */
  by?: Actor;
  reason?: string;
};

export type JobProof = {
  /** How long a call without a response may still arrive. */
  believeMs: () => number;
  /** What a response or a found record proves; null if it does not prove that this item was done. */
  judge: (item: ItemRow, made: { record: string; body?: unknown; found: boolean }) => Promise<Finish | null>;
  settle: (turn: Turn, item: ItemRow, refused: boolean) => Promise<Settled>;
  /** Changes the rows that belong to the items, such as payouts; `unknown` also while an item is being looked up. */
  follow: (tx: Executor, jobId: string, ns: readonly number[], moved: Finish) => Promise<void>;
};

export type JobKind = {
  params: z.ZodObject;
  /** The operation called for each item, or the list for a file; its roles are the job's. */
  of(params: Record<string, unknown>): OperationName | "audit";
  /** API calls for each item, or for a hundred rows of a file, to estimate the remaining time. */
  calls: number;
  /** Whether the job may apply to all records that match a filter. */
  filtered?: true;
  /** Items run one after the other, so that a created record is not confused with another item's. */
  alone?: true;
  begin?: (params: Record<string, unknown>) => Cursor | null;
  toItem?: (record: { id: string; label: string | null }, params: Record<string, unknown>) => NewItem;
  collect?: (turn: Turn, cursor: Cursor) => Promise<Collected>;
  /** Builds the request, if something must be looked up first. */
  prepare?: (turn: Turn, item: ItemRow) => Promise<ItemInput>;
  proof?: JobProof;
  /** The name of the job's file and its last lines, if it has special ones. */
  seal?: (job: JobRow, parts: AsyncIterable<string>) => Promise<{ name: string; content: string }> | null;
  /** A separate operation starts jobs of this kind; a job draft cannot. */
  own?: true;
  /**
   * Its jobs are due at the end of their undo window. Then a person waits for the outcome: the job goes before others, acts
   * as this person, is on no list of jobs, and fails where others would wait.
   */
  delayed?: true;
};

export type KindName = (typeof jobKinds)[number] | (typeof ownJobKinds)[number];

export const kinds = registry<Record<KindName, JobKind>>("kinds of jobs");

export const kindOf = (name: string): JobKind => kinds.registered()[name as KindName];

export const isDelayed = () =>
  inArray(
    job.kind,
    Object.keys(kinds.registered()).filter((name) => kindOf(name).delayed),
  );
