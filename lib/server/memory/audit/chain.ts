import "server-only";
import { createHash, createHmac, type KeyObject } from "node:crypto";
import { and, asc, eq, gt } from "drizzle-orm";
import { isRecord, keyOf, type TextKey } from "../../../contract/errors.ts";
import type { Transaction } from "../../../database/client.ts";
import { audit, auditHead } from "../../../database/schema/desk-audit.ts";
import { sentence } from "../../../sentences.ts";
import { db, type Executor } from "../../db.ts";
import { env } from "../../env.ts";
import { auditKeyOf, readAuditKeys } from "./keys.ts";

type Row = typeof audit.$inferSelect;
export type Entry = Omit<Row, "seq" | "prevHash" | "hash" | "keyId" | "at">;

export const genesis = Buffer.alloc(32);

/** The lock on the head serialises writers, because the hash needs the row before. The database never sees the key. */
export async function append(entry: Entry, executor: Pick<Executor, "transaction"> = db()): Promise<number> {
  return executor.transaction(async (tx) => {
    const { storeId } = entry;
    const head = (await lockHead(tx, storeId)) ?? (await beginChain(tx, storeId));
    const { id: keyId, key } = auditKeyOf(env().CARTWRIGHT_SECRET);
    const row = { ...entry, at: new Date(), seq: head.seq + 1, prevHash: head.hash, keyId };
    const { seq, prevHash } = row;
    const hash = hashOf(row, key);
    await tx.insert(audit).values({ ...row, hash });
    await tx.update(auditHead).set({ seq, prevHash, hash }).where(eq(auditHead.storeId, storeId));
    return seq;
  });
}

async function lockHead(tx: Transaction, storeId: string) {
  const [head] = await tx.select().from(auditHead).where(eq(auditHead.storeId, storeId)).for("update");
  return head;
}

async function beginChain(tx: Transaction, storeId: string) {
  const begun = { storeId, seq: 0, prevHash: genesis, hash: genesis };
  await tx.insert(auditHead).values(begun).onConflictDoNothing();
  return (await lockHead(tx, storeId)) ?? begun;
}

const columns = [
  "storeId",
  "intent",
  "mode",
  "at",
  "actorKind",
  "actorId",
  "actorName",
  "role",
  "api",
  "resource",
  "operation",
  "method",
  "path",
  "recordId",
  "sent",
  "before",
  "after",
  "outcome",
  "status",
  "code",
  "note",
  "requestId",
] as (keyof Row)[];

/** All columns except the chain's own three, in the same form for new values and for rows that were read. */
function canonicalRow(row: Partial<Row>): string {
  const values = columns.map((name) => (name === "at" ? row.at?.toISOString() : row[name]));
  // Rows of before this column had only the others.
  return canonical(row.noteKey ? [...values, row.noteKey] : values);
}

export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isRecord(value)) return JSON.stringify(value ?? null);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

export const contentOf = (row: Omit<Row, "hash">): string => `${row.seq}\n${canonicalRow(row)}`;

export function hashOf(
  row: Omit<Row, "hash">,
  key: KeyObject | undefined = row.keyId === null ? undefined : auditKeyOf(env().CARTWRIGHT_SECRET).key,
): Buffer {
  return (key ? createHmac("sha256", key) : createHash("sha256"))
    .update(row.prevHash)
    .update(contentOf(row), "utf8")
    .digest();
}

export type ChainVerdict = {
  ok: boolean;
  rows: number;
  head: string | null;
  /** The first entry whose hash needs the key; null if there is none. */
  keyed_from: number | null;
  broken: { seq: number; reason: string; reason_key: TextKey | null } | null;
};

const pageSize = 1000;

/** `since` is a head that was kept elsewhere: the hash of an entry that the chain must still have. */
export async function verifyAudit(storeId: string, since?: string): Promise<ChainVerdict> {
  // Reads one snapshot, because rows written in the meantime would look inserted.
  return db().transaction(
    async (tx) => {
      const [head] = await tx.select().from(auditHead).where(eq(auditHead.storeId, storeId));
      const keys = await readAuditKeys(tx);
      let [seq, hash]: [number, Buffer] = [0, genesis];
      let [keyId, keyedFrom]: [string | null, number | null] = [null, null];
      let hasSince = since === undefined;
      /** A secret that was replaced may be known to others, so its key never comes back. */
      const replaced = new Set<string | null>();
      const verdict = (broken: ChainVerdict["broken"]): ChainVerdict => ({
        ok: broken === null,
        rows: seq,
        head: head ? head.hash.toString("hex") : null,
        keyed_from: keyedFrom,
        broken,
      });
      const broken = (seq: number, key: `entry${"Inserted" | "Missing" | "Altered" | "Replaced" | "Foreign"}`) => {
        const said = sentence(key, { id: seq });
        return verdict({ seq, reason: said.message, reason_key: keyOf(said) });
      };
      for (;;) {
        const page = await tx
          .select()
          .from(audit)
          .where(and(eq(audit.storeId, storeId), gt(audit.seq, seq)))
          .orderBy(asc(audit.seq))
          .limit(pageSize);
        for (const row of page) {
          if (row.seq > (head?.seq ?? 0)) return broken(row.seq, "entryInserted");
          if (row.seq !== seq + 1) return broken(seq + 1, "entryMissing");
          if (row.keyId !== keyId) replaced.add(keyId);
          if (replaced.has(row.keyId)) return broken(row.seq, "entryAltered");
          const key: KeyObject | undefined = row.keyId === null ? undefined : keys.get(row.keyId);
          if (row.keyId !== null && !key) return broken(row.seq, "entryForeign");
          if (!hashOf(row, key).equals(row.hash)) return broken(row.seq, "entryAltered");
          // The row is intact, so the row before it was replaced.
          if (!row.prevHash.equals(hash)) return broken(Math.max(seq, 1), "entryReplaced");
          [seq, hash, keyId] = [row.seq, row.hash, row.keyId];
          if (keyId !== null) keyedFrom ??= seq;
          hasSince ||= hash.toString("hex") === since;
        }
        if (page.length < pageSize) break;
      }
      if (head && head.seq > seq) return broken(seq + 1, "entryMissing");
      if (head && !head.hash.equals(hash)) return broken(seq, "entryReplaced");
      if (hasSince) return verdict(null);
      const said = sentence("entryLost");
      return verdict({ seq, reason: said.message, reason_key: keyOf(said) });
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}
