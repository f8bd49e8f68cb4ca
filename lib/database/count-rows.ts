import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./client.ts";

/** Beyond this number, an exact count says little and costs much. */
const mostCounted = 10_000;

/** Returns null if more rows match than are counted. */
export async function countUpTo(
  db: Pick<Database, "select">,
  table: PgTable,
  where: SQL | undefined,
): Promise<number | null> {
  const count = sql`(${countOf(table, where, mostCounted)})`.mapWith(Number);
  const [row] = await db.select({ count }).from(sql`(select) nothing`);
  return row && row.count <= mostCounted ? row.count : null;
}

/** Stops at one row more than `most`. */
export const countOf = (table: PgTable, where: SQL | undefined, most: number): SQL =>
  sql`select count(*) from (select from ${table} where ${where ?? sql`true`} limit ${most + 1}) matching`;
