import type { Page } from "./common.ts";
import { isRecord } from "./errors.ts";

// Reads any implementation's response tolerantly. Screens load this file, so it must not load a validator.

export type Raw = Record<string, unknown>;

/** Finds a record that is bare, under `data`, under its own name, or under both. */
export function readRecord(body: unknown, name = "data"): Raw {
  if (!isRecord(body)) return {};
  const wrapped = body.data ?? body[name];
  if (!isRecord(wrapped) || body.id !== undefined) return body;
  const inner = wrapped[name];
  return isRecord(inner) && wrapped.id === undefined ? inner : wrapped;
}

/** Accepts `{data, pagination}`, `{data}`, a bare array, or a list under the resource's own name. */
export function readList<T>(body: unknown, resource: string, item: (raw: Raw) => T): Page<T> {
  const found = findRows(body, resource);
  const rows = found ?? [];
  const about = isRecord(body) ? readPagination(body) : {};
  const data = rows.filter(isRecord).map(item);
  const page = readNumber(about.page ?? about.current_page) ?? 1;
  const perPage = readNumber(about.per_page ?? about.limit ?? about.page_size);
  const places = [about, ...(isRecord(body) ? [body, body.data] : [])].filter(isRecord);
  const total = readTotal(places, data.length, (page - 1) * (perPage ?? 0), perPage);
  const pagination = { page, per_page: perPage ?? Math.max(data.length, 1), total };
  return { data, pagination, ...(found === null && { listed: false as const }) };
}

/** Reads the number of all rows under each name that APIs use. A `count` of this page alone is ignored. */
function readTotal(places: readonly Raw[], rows: number, before: number, perPage = 0): number | null {
  for (const about of places) {
    const total = readCount(about.total ?? about.totalCount ?? about.total_count);
    if (total !== null) return total;
    const count = readCount(about.count);
    if (count !== null && count >= before + rows && (count > rows || rows < perPage)) return count;
  }
  return null;
}

function readCount(value: unknown): number | null {
  const count = readNumber(value);
  return count !== undefined && Number.isInteger(count) && count >= 0 ? count : null;
}

export function withTotal<T>(read: T, header: string | null): T {
  const pagination = isRecord(read) && isRecord(read.pagination) ? read.pagination : null;
  const total = readCount(header);
  if (pagination?.total !== null || total === null) return read;
  return { ...read, pagination: { ...pagination, total } };
}

function findRows(body: unknown, resource: string): unknown[] | null {
  if (Array.isArray(body)) return body;
  if (!isRecord(body)) return null;
  let empty: unknown[] | null = null;
  for (const key of ["data", resource, "items", "results"]) {
    const value = body[key];
    if (Array.isArray(value)) return value;
    if (isRecord(value)) {
      const inner = findRows(value, resource);
      if (inner !== null && inner.length > 0) return inner;
      empty ??= inner;
    }
  }
  return empty;
}

function readPagination(body: Raw): Raw {
  for (const key of ["pagination", "meta", "page_info"]) if (isRecord(body[key])) return body[key];
  return body;
}

/** A number or a numeric string; anything else is "not reported". */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string" || !/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return undefined;
  return Number(value);
}

export function readString(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "bigint" ? String(value) : undefined;
}

export function readStrings(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map((entry) => readString(isRecord(entry) ? entry.id : entry)).filter((entry) => entry !== undefined);
}

export function readFlag(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (value === 1 || value === "1" || value === "true") return true;
  return value === 0 || value === "0" || value === "false" ? false : undefined;
}

/** Reads an object under its own name or gathers it from flat fields; absent if neither has a value. */
export function readNested(raw: Raw, name: string, flat: Record<string, string>): Raw | undefined {
  const nested = isRecord(raw[name]) ? raw[name] : {};
  const gathered = Object.entries(flat).map(([inner, outer]) => [inner, nested[inner] ?? raw[outer] ?? undefined]);
  const found = present({ ...nested, ...Object.fromEntries(gathered) });
  return Object.keys(found).length > 0 ? found : undefined;
}

/** Leaves out undefined values, so that absence has one form everywhere. */
export function present<T extends Raw>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}

/** Fields that Cartwright does not know, which a screen lists under "Other fields". */
export const otherFields = ({ other }: Raw): [string, unknown][] => Object.entries(isRecord(other) ? other : {});
