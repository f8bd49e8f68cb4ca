import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Database } from "./client.ts";

type Due = { where?: SQL | undefined; order?: PgColumn | undefined; limit: number };

/**
 * Finds and locks rows of one statement. Those that another process has locked are passed over, so processes share the
 * work. What the rows have in common is said outside as well, so that a statement about one tenant names it.
 */
export function unclaimed(db: Pick<Database, "select">, table: PgTable, { where, order, limit }: Due): SQL {
  const rows = db
    .select({ id: sql`ctid` })
    .from(table)
    .where(where)
    .orderBy(...(order ? [order] : []))
    .limit(limit)
    .for("update", { skipLocked: true });
  const found = sql`ctid = any(array(${rows}))`;
  return where ? sql`(${where}) and ${found}` : found;
}

/** Takes due rows. `lease` makes them due again later, for another process, if this one dies. */
export const claim = <T extends PgTable>(
  db: Pick<Database, "select" | "update">,
  table: T,
  due: Due,
  lease: PgUpdateSetSource<T>,
) =>
  db
    .update(table)
    .set(lease)
    .where(unclaimed(db, table, due))
    .returning();
