import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { unclaimed } from "./claim.ts";
import type { Database } from "./client.ts";

export const batch = 5_000;

export const ago = (days: number): SQL => sql`now() - make_interval(days => ${days}::int)`;

/** Repeats a statement that deletes one batch until nothing is left, so that locks are short and processes share the work. */
export async function inBatches(deleteBatch: () => PromiseLike<{ rowCount: number | null }>): Promise<number> {
  for (let deleted = 0; ; ) {
    const { rowCount } = await deleteBatch();
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < batch) return deleted;
  }
}

export function deleteInBatches(
  db: Pick<Database, "select" | "delete">,
  table: PgTable,
  where: SQL | undefined,
  order?: PgColumn,
): Promise<number> {
  return inBatches(() => db.delete(table).where(unclaimed(db, table, { where, order, limit: batch })));
}
