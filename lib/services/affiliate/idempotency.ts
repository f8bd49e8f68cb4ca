import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { ApiError, type FieldError, invalid } from "../../contract/errors.ts";
import type { Database } from "../../database/client.ts";
import { idempotency as table } from "../../database/schema/affiliate.ts";
import type { Transaction } from "../delivery/emit.ts";
import { inBatches } from "../kept.ts";
import type { Context } from "../kernel/context.ts";

const keptHours = 72;

type Request = { key: string | undefined; operation: string; body: unknown };
type Answer = { status: number; response: Record<string, unknown> };

// The key keeps the response, also a refusal. A second request with the same key waits for it. If the work fails
// unexpectedly, the key is released.
export async function once<T extends Record<string, unknown>>(
  { db, tenantId }: Pick<Context, "db" | "tenantId">,
  { key, operation, body }: Request,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  if (key === undefined) return db.transaction(work);
  requireKey(key);
  const requestHash = createHash("sha256")
    .update(JSON.stringify([operation, body]))
    .digest();
  const one = and(eq(table.tenantId, tenantId), eq(table.key, key));
  const answer = await db.transaction(async (tx) => {
    const claimed = await tx
      .insert(table)
      .values({ tenantId, key, requestHash, status: 0, response: {} })
      .onConflictDoNothing()
      .returning({ key: table.key });
    if (claimed.length > 0) {
      const [kept] = await tx
        .update(table)
        .set(await answerOf(tx, work))
        .where(one)
        .returning();
      return kept;
    }
    const [kept] = await tx.select().from(table).where(one);
    if (kept?.requestHash.equals(requestHash)) return kept;
    const message = "This Idempotency-Key was already used for another request. Use a new one.";
    throw new ApiError(409, "idempotency_key_reused", message);
  });
  if (answer === undefined) throw new Error("The kept answer is gone.");
  return replay<T>(answer);
}

function requireKey(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return;
  const message = "The header Idempotency-Key must be 1 to 255 visible ASCII characters.";
  throw invalid({ field: "idempotency-key", message });
}

/** Rolls back what a refused request has written, and keeps the refusal. */
async function answerOf<T extends Record<string, unknown>>(
  tx: Transaction,
  work: (tx: Transaction) => Promise<T>,
): Promise<Answer> {
  try {
    return { status: 200, response: await tx.transaction(work) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, details } = error;
    return { status, response: { code, message, details } };
  }
}

function replay<T>({ status, response }: Answer): T {
  if (status < 400) return response as T;
  const { code, message, details } = response as { code: string; message: string; details: FieldError[] };
  throw new ApiError(status, code, message, details);
}

export const pruneIdempotency = (db: Database, hours = keptHours): Promise<number> =>
  inBatches(
    db,
    sql`
    delete from affiliate.idempotency where (tenant_id, key) in (
      select tenant_id, key from affiliate.idempotency
      where created_at < now() - make_interval(hours => ${hours}::int)
      order by created_at limit 5000 for update skip locked)`,
  );
