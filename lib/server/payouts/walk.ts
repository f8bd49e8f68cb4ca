import "server-only";
import type { Page } from "../../contract/common.ts";
import { ApiError } from "../../contract/errors.ts";
import { callOf, type Named, type Place } from "../jobs/place.ts";
import type { Answer } from "../operations.ts";
import { noteReading } from "./reading.ts";

type Row = { id: string };
export type Walked<T> = {
  records: T[];
  /** Whether it is certain that nothing is missing. */
  complete: boolean;
};

export type Reader = {
  ask: (named: Named, sent: { params?: Record<string, string>; query?: Record<string, unknown> }) => Promise<Answer>;
  /** Tells a person who waits how many records of a list have been read. */
  note: (named: Named, page: Page<unknown>) => void;
};

type Aim<T> = {
  /** What was looked for: with it the look is over. */
  enough?: (record: T) => boolean;
  /** A part is no use: one that is known to be too long is not begun. */
  whole?: boolean;
};

const pageSize = 100;
const maxPages = 300;
const maxPasses = 3;
/** So many calls are made at the pace of a page: somebody waits. What is longer takes what people leave. */
const quickCalls = 30;

/** Begins at the pace of a page where a person waits for it, and goes on at the pace of work in bulk. */
export function readerFor(place: Place): Reader {
  let quick = place.lane === "bulk" ? 0 : quickCalls;
  return {
    note: ({ resource }, { data, pagination }) => noteReading(place, resource, data.length, pagination.total),
    async ask(named, sent) {
      if (quick-- > 0) {
        try {
          return await callOf(place, named, sent);
        } catch (cause) {
          // No room now: it has time.
          if (!(cause instanceof ApiError) || cause.status !== 429) throw cause;
        }
      }
      return callOf({ ...place, lane: "bulk" }, named, sent);
    },
  };
}

/**
 * A list to its end, each record once and as it was read last. Rows that left the list meanwhile moved others to pages
 * that were read already: where the API counts, it is walked again until nothing is missing.
 */
export async function walk<T extends Row>(
  reader: Reader,
  named: Named,
  query: Record<string, unknown> = {},
  aim: Aim<T> = {},
): Promise<Walked<T>> {
  const found = new Map<string, T>();
  for (let pass = 1; ; pass++) {
    const { over, first, last } = await lookThrough(reader, named, query, found, aim);
    const whole = last === null || (found.size >= last && first !== null && last >= first);
    if (whole || pass === maxPasses) return { records: [...found.values()], complete: over && whole };
  }
}

/** Whether its end was reached, and how many the API said there were at the beginning and at the end. */
type End = { over: boolean; first: number | null; last: number | null };

async function lookThrough<T extends Row>(
  reader: Reader,
  named: Named,
  query: Record<string, unknown>,
  found: Map<string, T>,
  { enough = () => false, whole = false }: Aim<T>,
): Promise<End> {
  let before: string[] = [];
  let first: number | null = null;
  let last: number | null = null;
  for (let page = 1; page <= maxPages; page++) {
    const read = await readPage<T>(reader, named, { ...query, page, per_page: pageSize });
    if (read === null) return { over: true, first, last };
    const { total, per_page } = read.pagination;
    if (page === 1) first = total;
    if (page === 1 && whole && total !== null && total > maxPages * per_page) break;
    last = total;
    for (const record of read.data) if (isKnowable(record)) found.set(record.id, record);
    // One without an id cannot be told from another, and an answer without a list is no empty page.
    if (read.listed === false || !read.data.every(isKnowable)) return { over: false, first, last };
    const ids = read.data.map(({ id }) => id);
    if (read.data.some(enough)) return { over: false, first: null, last: null };
    if (ids.length === 0 || (total !== null && page * per_page >= total)) return { over: true, first, last };
    // The last page again and again is an end; the first one is a list that knows no pages and may be cut off.
    if (ids.join() === before.join()) return { over: page > 2 || total !== null, first, last };
    before = ids;
  }
  // Too long for any number of looks.
  return { over: false, first: null, last: null };
}

const isKnowable = ({ id }: Row) => id !== "" && !id.includes("\0") && id.isWellFormed();

async function readPage<T>(reader: Reader, named: Named, query: { page: number; [name: string]: unknown }) {
  try {
    const { body } = await reader.ask({ ...named, operation: "list" }, { query });
    reader.note(named, body as Page<T>);
    return body as Page<T>;
  } catch (cause) {
    // Behind the last page some have nothing.
    if (query.page > 1 && cause instanceof ApiError && cause.status === 404) return null;
    throw cause;
  }
}
