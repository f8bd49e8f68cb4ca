import { asc, desc, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Page } from "../../contract/common.ts";
import type { Database } from "../../database/client.ts";

type Column = PgColumn | SQL;
type Paging = { page: number; per_page: number };

/** Fixed columns for each sort name; the last one settles ties, so that a page never repeats or drops a row. */
export function ordering(columns: readonly Column[], tie: Column, order: "asc" | "desc") {
  const direction = order === "desc" ? desc : asc;
  return [...columns, tie].map((column) => direction(column));
}

/** One page and the number of all that match; the count is spared where the page itself shows it. */
export async function readPage<Row, Item>(
  db: Database,
  table: PgTable,
  where: SQL | undefined,
  { page, per_page }: Paging,
  read: (limit: number, offset: number) => Promise<Row[]>,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const rows = await read(per_page, (page - 1) * per_page);
  const isWhole = page === 1 && rows.length < per_page;
  const total = isWhole ? rows.length : await db.$count(table, where);
  return { data: rows.map(toItem), pagination: { page, per_page, total } };
}

/** Text that contains what was searched; `%` and `_` are themselves. */
export function contains(column: PgColumn, search: string): SQL {
  return sql`${column} ilike ${`%${search.replace(/[\\%_]/g, "\\$&")}%`}`;
}
