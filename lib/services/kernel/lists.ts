import { and, asc, count, desc, eq, getTableColumns, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Page } from "../../contract/common.ts";
import { type Database, prepared } from "../../database/client.ts";
import type { Context } from "./context.ts";

type Values = Record<string, unknown>;
type Query = {
  page: number;
  per_page: number;
  search?: string | undefined;
  sort?: string | undefined;
  order?: "asc" | "desc" | undefined;
};

export type List<T extends PgTable, Item> = {
  name: string;
  table: T & { tenantId: PgColumn; id: PgColumn };
  /** Columns that a word of the query with the same name must equal. */
  filters: Record<string, PgColumn>;
  /** Texts that may contain the searched text. An id must equal it. */
  searched: readonly (PgColumn | SQL)[];
  /** The id breaks ties, so that no page repeats or skips a row. */
  sorts: Record<string, readonly (PgColumn | SQL)[]>;
  toItem: (row: T["$inferSelect"]) => Item;
};

/** The name of a prepared statement includes everything that its text depends on. */
export async function readPage<T extends PgTable, Item>(
  { db, tenantId }: Pick<Context, "db" | "tenantId">,
  { page, per_page, search, sort = "created_at", order = sort === "created_at" ? "desc" : "asc", ...words }: Query,
  { name, table, filters, searched, sorts, toItem }: List<T, Item>,
): Promise<Page<Item>> {
  const asked = Object.keys(filters).filter((filter) => (words as Values)[filter] !== undefined);
  const where = and(
    eq(table.tenantId, sql.placeholder("tenantId")),
    ...asked.map((filter) => eq(filters[filter] as PgColumn, sql.placeholder(filter))),
    search ? or(...searched.map(contains), eq(table.id, sql.placeholder("search"))) : undefined,
  );
  const direction = order === "desc" ? desc : asc;
  const orderBy = [...(sorts[sort] ?? []), table.id].map((column) => direction(column));
  const list = { name: [name, ...asked, search && "search", sort, order].filter(Boolean).join(" "), table, where };
  const statement = prepared(db, list.name, (name) =>
    db
      .select({ row: getTableColumns(table), total: sql<number>`(select count(*) from ${table} where ${where})` })
      .from(table as PgTable)
      .where(where)
      .orderBy(...orderBy)
      .limit(unknown("limit"))
      .offset(unknown("offset"))
      .prepare(name),
  );
  const values = { ...words, tenantId, search, pattern: search && toPattern(search) };
  const rows = (await statement.execute({ ...values, limit: per_page, offset: (page - 1) * per_page })) as {
    row: T["$inferSelect"];
    total: number;
  }[];
  const total = rows[0]?.total ?? (page === 1 ? 0 : await countAll(db, list, values));
  return { data: rows.map(({ row }) => toItem(row)), pagination: { page, per_page, total } };
}

/** Hides the value from the planner: planning each call again would cost more than the page itself. */
function unknown(name: "limit" | "offset"): Placeholder {
  return sql`(select ${sql.placeholder(name)}::bigint)` as unknown as Placeholder;
}

/** Counts for a page beyond the last one, which has no row to carry the number. */
async function countAll(db: Database, list: { name: string; table: PgTable; where: SQL | undefined }, values: Values) {
  const statement = prepared(db, `${list.name} count`, (name) =>
    db.select({ total: count() }).from(list.table).where(list.where).prepare(name),
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

function contains(column: PgColumn | SQL): SQL {
  return sql`${column} ilike ${sql.placeholder("pattern")}`;
}

export function toPattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, "\\$&")}%`;
}
