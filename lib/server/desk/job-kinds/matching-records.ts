import "server-only";
import * as z from "zod";
import type { OperationName } from "../../wire/call.ts";
import { pageSize, readPage, records } from "../../work/jobs/find-outcome.ts";
import type { Collected, Cursor, JobKind, NewItem, Turn } from "../../work/jobs/kind.ts";

const maxPasses = 3;

/** Collects page by page, oldest first if the API can sort. */
export async function collectMatching(
  turn: Turn,
  named: OperationName,
  cursor: Cursor,
  toItem: (record: { id: string; label: string | null }) => NewItem,
): Promise<Collected> {
  const { page = 1, pass = 1 } = cursor as { page?: number; pass?: number };
  const filter = (turn.job.params.filter ?? {}) as Record<string, string>;
  const order = { sort: "created_at", order: "asc", page, per_page: pageSize };
  const { data, total, last } = await readPage(turn, named, { ...filter, ...order });
  const matching = data.filter((record) => !contradicts(record, filter) && record.id !== "");
  const items = matching.map((record) => toItem({ id: String(record.id), label: labelOf(record) }));
  if (!last) return { items, next: { page: page + 1, pass } };
  // Rows that left the list in the meantime moved others to pages that were read already.
  const found = turn.job.total + items.length;
  return { items, next: total !== null && found < total && pass < maxPasses ? { page: 1, pass: pass + 1 } : null };
}

export async function collectBaseline(turn: Turn, named: OperationName): Promise<Collected> {
  const baseline: string[] = [];
  for await (const { record } of records(turn, named)) if (record) baseline.push(String(record.id));
  return { baseline, next: null };
}

function labelOf(record: Record<string, unknown>): string | null {
  const label = record.name ?? record.email ?? record.order_number ?? record.code;
  return typeof label === "string" ? label.slice(0, 200) : null;
}

/** An API that does not know a filter returns everything. */
function contradicts(record: Record<string, unknown>, filter: Record<string, string>): boolean {
  return filter.status !== undefined && record.status !== undefined && record.status !== filter.status;
}

export const none = z.strictObject({});

export function onRecords(
  named: OperationName,
  body?: (params: Record<string, unknown>) => Record<string, unknown>,
  more: Partial<JobKind> = {},
): JobKind {
  const toItem: JobKind["toItem"] = ({ id, label }, params) => ({
    recordId: id,
    label,
    input: { params: { id }, ...(body && { body: body(params) }) },
  });
  return {
    params: none,
    of: () => named,
    calls: 2,
    filtered: true,
    toItem,
    collect: (turn, cursor) => collectMatching(turn, named, cursor, (record) => toItem(record, turn.job.params)),
    ...more,
  };
}
