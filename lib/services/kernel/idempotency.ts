import { createHash } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import type { Operation } from "../../contract/define.ts";
import { ApiError, invalid } from "../../contract/errors.ts";
import type { Transaction } from "../../database/client.ts";
import { codesOf, type Database } from "../../database/client.ts";
import { deleteInBatches } from "../../database/delete-in-batches.ts";
import { idempotency as affiliateTable } from "../../database/schema/affiliate.ts";
import { idempotency as checkoutTable } from "../../database/schema/checkout.ts";
import { openWith, type Resealing, sealWith, secretKey } from "../../secret.ts";
import { deliverySettings } from "../delivery/address.ts";
import type { Context } from "./context.ts";

const keptHours = 72;
/** Each waiting request keeps a connection to the database. */
const mostWaitSeconds = 15;

const tables = { checkout: checkoutTable, affiliate: affiliateTable };
type Schema = keyof typeof tables;
type Response = Record<string, unknown>;
type Answer = { status: number; response: Response };

type Request = {
  key: string;
  schema: Schema;
  /** The storefront API, whose key anybody can read, and each person at the dashboard have keys apart from those of the merchant's servers. */
  door: "" | "storefront " | `desk ${string} `;
  /** `resource.operation`. */
  name: string;
  operation: Operation;
  input: { params: Record<string, string>; query?: unknown; body?: unknown };
};

// The key is claimed, the work done and the response kept in one transaction, so a crash keeps all of it or nothing.
// A second request with the same key waits for the first. Refusals are kept as well; if the work fails unexpectedly,
// the key is released. A request that does not fit the contract never gets here.
export async function once<Place extends Pick<Context, "db" | "tenantId">>(
  context: Place,
  request: Request,
  work: (context: Place) => Promise<unknown>,
) {
  requireKey(request.key);
  const { tenantId } = context;
  const table = tables[request.schema];
  const key = request.door + request.key;
  const requestHash = hashOf(request);
  const one = and(eq(table.tenantId, tenantId), eq(table.key, key));
  const place = { schema: request.schema, tenantId, key };
  const answer = await context.db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('lock_timeout', ${`${mostWaitSeconds}s`}, true)`);
    const claimed = await tx
      .insert(table)
      .values({ tenantId, key, requestHash, status: 0, response: {} })
      .onConflictDoNothing()
      .returning({ key: table.key })
      .catch(refuseIfInUse);
    await tx.execute(sql`set local lock_timeout to default`);
    if (claimed.length > 0) {
      const { status, response } = await answerOf(tx, (tx) => work({ ...context, db: tx as unknown as Database }));
      const stored = request.operation.secrets ? sealed(response, place) : response;
      const [kept] = await tx.update(table).set({ status, response: stored }).where(one).returning();
      return kept;
    }
    const [kept] = await tx.select().from(table).where(one);
    if (kept?.requestHash.equals(requestHash)) return kept;
    const message = "This Idempotency-Key was already used for another request. Use a new one.";
    throw new ApiError(409, "idempotency_key_reused", message);
  });
  if (answer === undefined) throw new Error("The kept response is gone.");
  // The first response is read back as well, because the database changes the order of fields.
  return replay({ status: answer.status, response: opened(answer.response, place) });
}

function requireKey(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return;
  const message = "The header Idempotency-Key must be 1 to 255 visible ASCII characters.";
  throw invalid({ field: "idempotency-key", message });
}

function hashOf({ name, input: { params, query, body } }: Request): Buffer {
  const more = [params, query ?? {}].some((part) => Object.keys(part as object).length > 0) ? [params, query] : [];
  return createHash("sha256")
    .update(JSON.stringify([name, body, ...more]))
    .digest();
}

const lockNotAvailable = "55P03";

function refuseIfInUse(cause: unknown): never {
  if (!codesOf(cause).includes(lockNotAvailable)) throw cause;
  const message = "The first request with this Idempotency-Key is still under way. Try again in a moment.";
  throw new ApiError(409, "idempotency_key_in_use", message, [], 2);
}

/** Rolls back what a refused request has written, and keeps the refusal. */
async function answerOf(tx: Transaction, work: (tx: Transaction) => Promise<unknown>): Promise<Answer> {
  try {
    return { status: 200, response: (await tx.transaction(work)) as Response };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) throw error;
    const { status, code, sentence, details } = error;
    return { status, response: { code, sentence, details } };
  }
}

function replay({ status, response }: Answer): Response {
  if (status < 400) return response;
  const { code, sentence, details } = response as Pick<ApiError, "code" | "sentence" | "details">;
  throw new ApiError(status, code, sentence, details);
}

type Place = { schema: Schema; tenantId: number; key: string };
const inOrder = ({ schema, tenantId, key }: Place) => [schema, tenantId, key];
const keyFrom = (master: string) => secretKey(master, "kept-response");

/** A response that shows a secret once is stored encrypted, and bound to its key. */
const sealed = (response: Response, place: Place): Response => ({
  sealed: sealWith(keyFrom(deliverySettings().secret), JSON.stringify(response), inOrder(place)).toString("base64"),
});

function opened(response: Response, place: Place): Response {
  if (typeof response.sealed !== "string") return response;
  const plain = openWith(keyFrom(deliverySettings().secret), Buffer.from(response.sealed, "base64"), inOrder(place));
  if (plain === null) throw new Error("The kept response does not open: it was encrypted with another secret.");
  return JSON.parse(plain);
}

export async function resealResponses(tx: Transaction, work: Resealing): Promise<void> {
  for (const [schema, table] of Object.entries(tables) as [Schema, typeof checkoutTable][]) {
    const { tenantId, key, response } = table;
    const rows = await tx
      .select({ tenantId, key, response })
      .from(table)
      .where(sql`${response} ? 'sealed'`)
      .for("update");
    for (const row of rows) {
      const place = { schema, tenantId: row.tenantId, key: row.key };
      const text = await work.again(
        row.response.sealed as string,
        (master) => openWith(keyFrom(master), Buffer.from(row.response.sealed as string, "base64"), inOrder(place)),
        (plain, master) => sealWith(keyFrom(master), plain, inOrder(place)).toString("base64"),
      );
      await tx
        .update(table)
        .set({ response: { sealed: text } })
        .where(and(eq(tenantId, row.tenantId), eq(key, row.key)));
    }
  }
}

export async function pruneIdempotency(db: Database, hours = keptHours): Promise<number> {
  const limit = sql`now() - make_interval(hours => ${hours}::int)`;
  const counts = Object.values(tables).map((table) =>
    deleteInBatches(db, table, lt(table.createdAt, limit), table.createdAt),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
