import "server-only";
import { open } from "node:fs/promises";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Transaction } from "../../../database/client.ts";
import { audit, auditFile, auditHead } from "../../../database/schema/desk-audit.ts";
import { repeat } from "../../../repeat.ts";
import { db, type Executor } from "../../db.ts";
import { env } from "../../env.ts";
import { toEntry } from "./read.ts";

// Copies the activity to a file, from which a receiver takes it. The database knows how far each store's copy has come, so
// the file may be moved away at any time.

// Must differ from all other advisory locks in this database.
const fileLock = 724_091_151;
const largestBatch = 100;

export function startAuditFile(): { stop(): Promise<void> } {
  const path = env().AUDIT_FILE;
  if (path === undefined) return { stop: async () => {} };
  return repeat(() => writeAuditFile(path), {
    everyMs: 1_000,
    failure: "the activity could not be written to AUDIT_FILE; trying again",
    pulse: "audit file",
  });
}

/** Appends all entries that are not in the file yet. A store whose entries are gone keeps no other store's from it. */
export async function writeAuditFile(path: string): Promise<void> {
  const failures: unknown[] = [];
  for (const { storeId } of await findBehind(db())) {
    try {
      while (await writeSome(path, storeId));
    } catch (cause) {
      failures.push(cause);
    }
  }
  if (failures.length > 0) throw failures[0];
}

const findBehind = (executor: Executor, storeId?: string) =>
  executor
    .select({ storeId: auditHead.storeId, seq: sql<number>`coalesce(${auditFile.seq}, 0)::float8` })
    .from(auditHead)
    .leftJoin(auditFile, eq(auditFile.storeId, auditHead.storeId))
    .where(
      and(
        gt(auditHead.seq, sql`coalesce(${auditFile.seq}, 0)`),
        storeId === undefined ? undefined : eq(auditHead.storeId, storeId),
      ),
    )
    .orderBy(asc(auditHead.storeId));

/** Returns whether there may be more. Another process that is writing continues to do so. */
function writeSome(path: string, storeId: string): Promise<boolean> {
  return db().transaction(async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${fileLock}) as mine`);
    if (!rows[0]?.mine) return false;
    const [behind] = await findBehind(tx, storeId);
    if (!behind) return false;
    const entries = await tx
      .select()
      .from(audit)
      .where(and(eq(audit.storeId, behind.storeId), gt(audit.seq, behind.seq)))
      .orderBy(asc(audit.seq))
      .limit(largestBatch);
    const last = entries.at(-1);
    if (!last) throw new Error(`The activity of ${behind.storeId} ends before its head. Run audit verify.`);
    await appendLines(path, entries.map(toLine));
    await noteWritten(tx, last);
    return true;
  });
}

type Row = typeof audit.$inferSelect;

async function noteWritten(tx: Transaction, { storeId, seq }: Row): Promise<void> {
  await tx.insert(auditFile).values({ storeId, seq }).onConflictDoUpdate({ target: auditFile.storeId, set: { seq } });
}

function toLine(row: Row): string {
  const { id: _, ...entry } = toEntry(row);
  const { storeId: store, seq, hash, prevHash, intent, outcome, sent, before, after } = row;
  const chained = { store, seq, hash: hash.toString("hex"), prev_hash: prevHash.toString("hex") };
  return `${JSON.stringify({ ...chained, ...entry, outcome, intent, sent, before, after })}\n`;
}

/** A crash may have cut off the last line, or have come between the lines and the note in the database. */
async function appendLines(path: string, lines: readonly string[]): Promise<void> {
  const file = await open(path, "a+", 0o600);
  try {
    const { size } = await file.stat();
    const end = Buffer.alloc(Math.min(size, Buffer.byteLength(lines.join(""))));
    await file.read(end, 0, end.length, size - end.length);
    const written = end.toString().split("\n");
    const cut = written.pop() ?? "";
    const isOurs = cut !== "" && lines.some((line) => line.startsWith(cut));
    if (isOurs) await file.truncate(size - Buffer.byteLength(cut));
    const missing = lines.filter((line) => !written.includes(line.trimEnd()));
    await file.appendFile((cut !== "" && !isOurs ? "\n" : "") + missing.join(""));
    await file.datasync();
  } finally {
    await file.close();
  }
}
