import "server-only";
import { createHash } from "node:crypto";
import { and, asc, eq, getTableColumns, gt, type SQL, sql } from "drizzle-orm";
import { isRecord } from "../../contract/errors.ts";
import { audit, auditHead } from "../../database/schema/desk-audit.ts";
import { db, type Executor } from "../db.ts";

type Row = typeof audit.$inferSelect;
export type Entry = Omit<Row, "seq" | "prevHash" | "hash" | "at">;

export const genesis = Buffer.alloc(32);

const { seq, prevHash, hash, ...ownColumns } = getTableColumns(audit);

/** Appends in one statement: the lock on the head serialises writers, and the hash needs the row before. */
export async function append(entry: Entry, executor: Executor = db()): Promise<number> {
  const row = { ...entry, at: new Date() };
  const content = canonicalRow(row);
  const hashAfter = (previous: SQL, number: SQL) =>
    sql`sha256(${previous} || convert_to(${number}::text || chr(10) || ${content}, 'UTF8'))`;
  const next = sql`(${auditHead.seq} + 1)`;
  const head = executor
    .insert(auditHead)
    .values({ storeId: row.storeId, seq: 1, prevHash: genesis, hash: hashAfter(sql`${genesis}::bytea`, sql`1`) })
    .onConflictDoUpdate({
      target: auditHead.storeId,
      set: { seq: next, prevHash: sql`${auditHead.hash}`, hash: hashAfter(sql`${auditHead.hash}`, next) },
    })
    .returning({ seq: auditHead.seq, prevHash: auditHead.prevHash, hash: auditHead.hash });
  const linked = listOf([seq, prevHash, hash]);
  const own = Object.entries(ownColumns).map(([name, column]) => {
    const value = sql.param(row[name as keyof typeof row], column);
    return sql`${value}::${sql.raw(column.getSQLType())}`;
  });
  const { rows } = await executor.execute<{ seq: number }>(sql`
    with head as ${head}
    insert into ${audit} (${linked}, ${listOf(Object.values(ownColumns))})
    select ${linked}, ${sql.join(own, sql`, `)} from head returning ${sql.identifier(seq.name)}`);
  return (rows[0] as { seq: number }).seq;
}

const listOf = (list: readonly { name: string }[]) =>
  sql.join(
    list.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );

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

export type Verdict = {
  ok: boolean;
  rows: number;
  head: string | null;
  broken: { seq: number; reason: string } | null;
};

const pageSize = 1000;

export async function verifyAudit(storeId: string): Promise<Verdict> {
  // Reads one snapshot, because rows written in the meantime would look inserted.
  return db().transaction(
    async (tx) => {
      const [head] = await tx.select().from(auditHead).where(eq(auditHead.storeId, storeId));
      let [seq, hash]: [number, Buffer] = [0, genesis];
      const broken = (at: number, reason: string): Verdict => ({
        ok: false,
        rows: seq,
        head: head ? head.hash.toString("hex") : null,
        broken: { seq: at, reason: `Entry ${at} ${reason}.` },
      });
      for (;;) {
        const page = await tx
          .select()
          .from(audit)
          .where(and(eq(audit.storeId, storeId), gt(audit.seq, seq)))
          .orderBy(asc(audit.seq))
          .limit(pageSize);
        for (const row of page) {
          if (row.seq > (head?.seq ?? 0)) return broken(row.seq, "was inserted");
          if (row.seq !== seq + 1) return broken(seq + 1, "is missing");
          if (!hashOf(row).equals(row.hash)) return broken(row.seq, "was altered");
          // The row is intact, so the row before it was replaced.
          if (!row.prevHash.equals(hash)) return broken(Math.max(seq, 1), "was replaced");
          [seq, hash] = [row.seq, row.hash];
        }
        if (page.length < pageSize) break;
      }
      if (head && head.seq > seq) return broken(seq + 1, "is missing");
      if (head && !head.hash.equals(hash)) return broken(seq, "was replaced");
      return { ok: true, rows: seq, head: head ? hash.toString("hex") : null, broken: null };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}
