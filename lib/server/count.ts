import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { db } from "./db.ts";

/** Beyond this number, an exact count says little and costs much. */
const most = 10_000;

export async function countUpTo(table: PgTable, where: SQL | undefined): Promise<number | null> {
  const some = db()
    .select({ one: sql`1`.as("one") })
    .from(table)
    .where(where)
    .limit(most + 1)
    .as("some");
  const [row] = await db()
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(some);
  return row && row.count <= most ? row.count : null;
}
