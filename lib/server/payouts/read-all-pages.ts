import "server-only";
import type { Page } from "../../contract/common.ts";
import type { PayoutReading } from "../../contract/desk/payouts.ts";
import { ApiError } from "../../contract/errors.ts";
import type { Call, Caller, StoreScope } from "../wire/call.ts";
import { perform } from "../wire/perform-call.ts";

type Row = { id: string };
type Resource = "affiliates" | "commissions" | "links" | "payouts";
export type Reader = ReturnType<typeof readerFor>;

export type Walked<T> = {
  records: T[];
  complete: boolean;
};

type Aim<T> = {
  /** Ends the walk at the record that was looked for. */
  enough?: (record: T) => boolean;
  /** For a caller to whom a part of the list is useless: a list that is known to be too long is not begun. */
  whole?: boolean;
};

const pageSize = 100;
const maxPages = 300;
const maxPasses = 3;
/** The first calls use the lane of a page, because a person waits. Later calls use the lane of jobs. */
const quickCalls = 30;

export function readerFor(caller: Caller) {
  let quick = caller.lane === "bulk" ? 0 : quickCalls;
  const read = async (resource: Resource, operation: string, sent: Pick<Call, "params" | "query"> = {}) => {
    const call = { ...caller, api: "affiliate" as const, resource, operation, ...sent };
    if (quick-- > 0) {
      try {
        return (await perform(call)).body;
      } catch (cause) {
        // Without room in the lane of a page, the call waits in the bulk lane.
        if (!(cause instanceof ApiError) || cause.status !== 429) throw cause;
      }
    }
    return (await perform({ ...call, lane: "bulk" })).body;
  };
  return {
    read,
    async get<T>(resource: Resource, id: string): Promise<T> {
      return (await read(resource, "get", { params: { id } })) as T;
    },
    async find<T>(resource: Resource, id: string): Promise<T | null> {
      try {
        return (await read(resource, "get", { params: { id } })) as T;
      } catch (cause) {
        if (cause instanceof ApiError && cause.status === 404) return null;
        throw cause;
      }
    },
    async page<T>(resource: Resource, query: { page: number; [name: string]: unknown }): Promise<Page<T>> {
      const page = (await read(resource, "list", { query })) as Page<T>;
      noteReading(caller, resource, page.data.length, page.pagination.total);
      return page;
    },
  };
}

/** Reads a list until it has shown all of these records. */
export function walkUntil<T extends Row>(
  reader: Pick<Reader, "page">,
  resource: Resource,
  query: Record<string, unknown>,
  ids: Iterable<string>,
): Promise<Walked<T>> {
  const left = new Set(ids);
  const enough = ({ id }: T) => left.delete(id) && left.size === 0;
  return walk<T>(reader, resource, query, { enough });
}

/** Reads a counted list again until nothing is missing, because rows that leave move others to pages already read. */
export async function walk<T extends Row>(
  reader: Pick<Reader, "page">,
  resource: Resource,
  query: Record<string, unknown> = {},
  aim: Aim<T> = {},
): Promise<Walked<T>> {
  const found = new Map<string, T>();
  for (let pass = 1; ; pass++) {
    const { over, first, last } = await lookThrough(reader, resource, query, found, aim);
    const whole = last === null || (found.size >= last && first !== null && last >= first);
    if (whole || pass === maxPasses) return { records: [...found.values()], complete: over && whole };
  }
}

/** `first` and `last` are the totals that the API reported on the first and on the last page. */
type End = { over: boolean; first: number | null; last: number | null };

async function lookThrough<T extends Row>(
  reader: Pick<Reader, "page">,
  resource: Resource,
  query: Record<string, unknown>,
  found: Map<string, T>,
  { enough = () => false, whole = false }: Aim<T>,
): Promise<End> {
  let before: string[] = [];
  let first: number | null = null;
  let last: number | null = null;
  for (let page = 1; page <= maxPages; page++) {
    const read = await readPage<T>(reader, resource, { ...query, page, per_page: pageSize });
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

async function readPage<T>(
  reader: Pick<Reader, "page">,
  resource: Resource,
  query: { page: number; [name: string]: unknown },
) {
  try {
    return await reader.page<T>(resource, query);
  } catch (cause) {
    // Some APIs answer 404 after the last page.
    if (query.page > 1 && cause instanceof ApiError && cause.status === 404) return null;
    throw cause;
  }
}

// Only the process that reads for a preview knows the count. Others return null, and the screen keeps the last count.

const readings = new Map<string, PayoutReading | null>();
const nameOf = ({ membership, mode }: StoreScope) => `${membership.store.id} ${mode} ${membership.person.id}`;

export const readingOf = (desk: StoreScope): PayoutReading | null => readings.get(nameOf(desk)) ?? null;

export async function whileReading<T>(desk: StoreScope, work: () => Promise<T>): Promise<T> {
  readings.set(nameOf(desk), null);
  try {
    return await work();
  } finally {
    readings.delete(nameOf(desk));
  }
}

function noteReading(desk: StoreScope, resource: string, rows: number, total: number | null): void {
  const name = nameOf(desk);
  const before = readings.get(name);
  if (before === undefined) return;
  readings.set(name, { resource, total, read: rows + (before?.resource === resource ? before.read : 0) });
}
