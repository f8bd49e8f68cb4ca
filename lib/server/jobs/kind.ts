import "server-only";
import type * as z from "zod";
import type { ItemInput, job, jobItem } from "../../database/schema/desk-jobs.ts";
import type { Executor, Finish, Followed } from "./items.ts";
import type { Named, Place } from "./place.ts";
import type { Settled } from "./settle.ts";

export type JobRow = typeof job.$inferSelect;
export type ItemRow = typeof jobItem.$inferSelect;
/** Believed: what is not there by now will not come. */
export type DueItem = ItemRow & { believed: boolean };
export type Turn = Place & { job: JobRow };
export type Cursor = Record<string, unknown>;

export type NewItem = Pick<ItemRow, "recordId" | "label" | "input"> & {
  state?: "skipped";
  message?: string;
};

/** One step of collecting; all of it is kept in one transaction, with where the next one begins. */
export type Collected = {
  items?: NewItem[];
  baseline?: string[];
  /** Lines of the file, and how many rows they are. */
  content?: string;
  rows?: number;
  total?: number | null;
  next: Cursor | null;
};

/** What an item stands for where that is money: nothing is taken on trust, and rows of its own follow each move. */
export type Ledger = {
  /** How long a call that nobody answered may still arrive. */
  believeMs: () => number;
  /** What an answer, or what was found by reading, amounts to; null where it does not prove that this item was done. */
  judge: (item: ItemRow, made: { record: string; body?: unknown; found: boolean }) => Promise<Finish | null>;
  /** Refused: the API has said in so many words that it did nothing. */
  settle: (turn: Turn, item: ItemRow, refused: boolean) => Promise<Settled>;
  follow: (tx: Executor, jobId: string, ns: readonly number[], moved: Followed) => Promise<void>;
};

export type Kind = {
  params: z.ZodObject;
  /** The call of each item, or the list that a file is made of; its roles are the job's. */
  of(params: Record<string, unknown>): Named | "audit";
  /** Calls for each item, or for a hundred rows of a file, for the time that is left. */
  calls: number;
  /** Whether all records that match a filter may be meant. */
  filtered?: true;
  /** One after the other: what was made can then be told from what another item made. */
  alone?: true;
  /** Only where the API has our extensions. */
  embedded?: true;
  begin?: (params: Record<string, unknown>) => Cursor | null;
  toItem?: (record: { id: string; label: string | null }, params: Record<string, unknown>) => NewItem;
  collect?: (turn: Turn, cursor: Cursor) => Promise<Collected>;
  /** What is sent, where it must be looked up first. */
  prepare?: (turn: Turn, item: ItemRow) => Promise<ItemInput>;
  ledger?: Ledger;
  /** Begun by an operation of its own, and not as a draft. */
  own?: true;
};
