import "server-only";
import type { Page } from "../../contract/common.ts";
import { ApiError } from "../../contract/errors.ts";
import type { Answer } from "../call.ts";
import { callOf, type Named, type Place } from "../jobs/place.ts";
import { noteReading } from "./reading.ts";

type Row = { id: string };
export type Walked<T> = {
  records: T[];
  /** Whether it is certain that nothing is missing. */
  complete: boolean;
};

export type Reader = {
  ask: (named: Named, sent: { params?: Record<string, string>; query?: Record<string, unknown> }) => Promise<Answer>;
  note: (named: Named, page: Page<unknown>) => void;
};

type Aim<T> = {
  /** Ends the walk at the record that was looked for. */
  enough?: (record: T) => boolean;
  /** A part of the list is useless, so a list that is known to be too long is not begun. */
  whole?: boolean;
};

const pageSize = 100;
const maxPages = 300;
const maxPasses = 3;
/** The first calls use the lane of a page, because a person waits. A longer reading uses what people leave. */
const quickCalls = 30;

export function readerFor(place: Place): Reader {
  let quick = place.lane === "bulk" ? 0 : quickCalls;
  return {
    note: ({ resource }, { data, pagination }) => noteReading(place, resource, data.length, pagination.total),
    async ask(named, sent) {
      if (quick-- > 0) {
        try {
          return await callOf(place, named, sent);
        } catch (cause) {
          // Without room in the lane of a page, the call waits in the bulk lane.
          if (!(cause instanceof ApiError) || cause.status !== 429) throw cause;
        }
      }
      return callOf({ ...place, lane: "bulk" }, named, sent);
    },
  };
}

/** Reads a counted list again until nothing is missing, because rows that leave move others to pages already read. */
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

/** Whether the end was reached, and the total that the API reported on the first and on the last page. */
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
    // Records without an id cannot be told apart, and a response without a list is not an empty page.
    if (read.listed === false || !read.data.every(isKnowable)) return { over: false, first, last };
    const ids = read.data.map(({ id }) => id);
    if (read.data.some(enough)) return { over: false, first: null, last: null };
    if (ids.length === 0 || (total !== null && page * per_page >= total)) return { over: true, first, last };
    // A repeated last page is an end. A repeated first page may be the cut-off list of an API without pagination.
    if (ids.join() === before.join()) return { over: page > 2 || total !== null, first, last };
    before = ids;
  }
  return { over: false, first: null, last: null };
}

const isKnowable = ({ id }: Row) => id !== "" && !id.includes("\0") && id.isWellFormed();

async function readPage<T>(reader: Reader, named: Named, query: { page: number; [name: string]: unknown }) {
  try {
    const { body } = await reader.ask({ ...named, operation: "list" }, { query });
    reader.note(named, body as Page<T>);
    return body as Page<T>;
  } catch (cause) {
    // Some APIs answer 404 after the last page.
    if (query.page > 1 && cause instanceof ApiError && cause.status === 404) return null;
    throw cause;
  }
}
