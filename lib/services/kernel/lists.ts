import { asc, count, desc, getTableColumns, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Page } from "../../contract/common.ts";
import { type Database, prepared } from "../../database/client.ts";

type Column = PgColumn | SQL;
type Values = Record<string, unknown>;

export type List<T extends PgTable> = {
  /** Names the prepared statement and must include everything that its text depends on. */
  name: string;
  table: T;
  where: SQL | undefined;
  orderBy: SQL[];
};

/** The last column breaks ties, so that no page repeats or skips a row. */
export function ordering(columns: readonly Column[], tie: Column, order: "asc" | "desc"): SQL[] {
  const direction = order === "desc" ? desc : asc;
  return [...columns, tie].map((column) => direction(column));
}

export async function readPage<T extends PgTable, Item>(
  db: Database,
  { page, per_page }: { page: number; per_page: number },
  { name, table, where, orderBy }: List<T>,
  values: Values,
  toItem: (row: T["$inferSelect"]) => Item,
): Promise<Page<Item>> {
  const statement = prepared(db, name, () =>
    db
      .select({ row: getTableColumns(table), total: sql<number>`(select count(*) from ${table} where ${where})` })
      .from(table as PgTable)
      .where(where)
      .orderBy(...orderBy)
      .limit(unknown("limit"))
      .offset(unknown("offset"))
      .prepare(name),
  );
  const rows = (await statement.execute({ ...values, limit: per_page, offset: (page - 1) * per_page })) as {
    row: T["$inferSelect"];
    total: number;
  }[];
  const total = rows[0]?.total ?? (page === 1 ? 0 : await countAll(db, { name, table, where }, values));
  return { data: rows.map(({ row }) => toItem(row)), pagination: { page, per_page, total } };
}

/** Hides the value from the planner: planning each call again would cost more than the page itself. */
function unknown(name: "limit" | "offset"): Placeholder {
  return sql`(select ${sql.placeholder(name)}::bigint)` as unknown as Placeholder;
}

/** Counts for a page beyond the last one, which has no row to carry the number. */
async function countAll<T extends PgTable>(db: Database, list: Omit<List<T>, "orderBy">, values: Values) {
  const statement = prepared(db, `${list.name} count`, (name) =>
    db
      .select({ total: count() })
      .from(list.table as PgTable)
      .where(list.where)
      .prepare(name),
  );
  const [row] = await statement.execute(values);
  return row?.total ?? 0;
}

/** Beyond this number, an exact count says little and costs much. */
const mostCounted = 10_000;

/** Returns null if more rows match than are counted. */
export async function countUpTo(
  db: Pick<Database, "select">,
  table: PgTable,
  where: SQL | undefined,
  most = mostCounted,
): Promise<number | null> {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(table)
    .where(where)
    .limit(most + 1)
    .as("some");
  const [row] = await db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(some);
  return row && row.count <= most ? row.count : null;
}

export function contains(column: PgColumn): SQL {
  return sql`${column} ilike ${sql.placeholder("pattern")}`;
}

export function toPattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, "\\$&")}%`;
}
