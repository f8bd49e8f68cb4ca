import "server-only";
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { isRecord } from "../../contract/errors.ts";
import type { audit } from "../../database/schema/desk-audit.ts";
import { db } from "../db.ts";

type Row = typeof audit.$inferSelect;
export type Entry = Omit<Row, "seq" | "prevHash" | "hash" | "at">;
export type Executor = Pick<ReturnType<typeof db>, "execute">;

export const genesis = Buffer.alloc(32);

/** Appends in one statement: the lock on the head serialises writers, and the hash needs the row before. */
export async function append(entry: Entry, executor: Executor = db()): Promise<number> {
  const row = { ...entry, at: new Date() };
  const content = canonicalRow(row);
  const json = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::json`;
  const { rows } = await executor.execute<{ seq: number }>(sql`
    with head as (
      insert into desk.audit_head as head (store_id, seq, prev_hash, hash)
      values (${row.storeId}, 1, ${genesis}, sha256(${genesis}::bytea || convert_to('1' || chr(10) || ${content}, 'UTF8')))
      on conflict (store_id) do update set seq = head.seq + 1, prev_hash = head.hash,
        hash = sha256(head.hash || convert_to((head.seq + 1)::text || chr(10) || ${content}, 'UTF8'))
      returning seq, prev_hash, hash
    )
    insert into desk.audit (store_id, seq, prev_hash, hash, intent, mode, at, actor_kind, actor_id, actor_name, role, api,
      resource, operation, method, path, record_id, sent, before, after, outcome, status, code, note, request_id)
    select ${row.storeId}, seq, prev_hash, hash, ${row.intent}::bigint, ${row.mode}::text,
      ${row.at.toISOString()}::timestamptz, ${row.actorKind}, ${row.actorId}, ${row.actorName}, ${row.role}::text,
      ${row.api}, ${row.resource}, ${row.operation}, ${row.method}, ${row.path}, ${row.recordId}::text,
      ${json(row.sent)}, ${json(row.before)}, ${json(row.after)}, ${row.outcome}, ${row.status}::integer,
      ${row.code}::text, ${row.note}::text, ${row.requestId}::text
    from head returning seq`);
  return (rows[0] as { seq: number }).seq;
}

const columns = [
  ...["storeId", "intent", "mode", "at", "actorKind", "actorId", "actorName", "role", "api", "resource", "operation"],
  ...["method", "path", "recordId", "sent", "before", "after", "outcome", "status", "code", "note", "requestId"],
] as (keyof Row)[];

/** All columns except the chain's own three, in the same form for new values and for rows that were read. */
function canonicalRow(row: Partial<Row>): string {
  return canonical(columns.map((name) => (name === "at" ? row.at?.toISOString() : row[name])));
}

export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isRecord(value)) return JSON.stringify(value ?? null);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

export function hashOf(row: Row): Buffer {
  return createHash("sha256")
    .update(row.prevHash)
    .update(`${row.seq}\n${canonicalRow(row)}`, "utf8")
    .digest();
}
