import "server-only";
import { and, asc, eq, gt } from "drizzle-orm";
import { audit, auditHead } from "../../database/schema/desk-audit.ts";
import { db } from "../db.ts";
import { genesis, hashOf } from "./chain.ts";

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
