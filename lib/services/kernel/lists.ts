import { and, asc, desc, eq, getTableColumns, is, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Page } from "../../contract/common.ts";
import { prepared } from "../../database/client.ts";
import { countOf } from "../../database/count-rows.ts";
import type { Context } from "./context.ts";

type Column = PgColumn | SQL;
type Words = Record<string, unknown>;
type Query = {
  page: number;
  per_page: number;
  search?: string | undefined;
  sort?: string | undefined;
  order?: "asc" | "desc" | undefined;
};

/** A column that equals the word of the query, a condition with the word, or one condition for each word. */
type Filter = PgColumn | ((word: Placeholder, sort: string) => SQL | undefined) | ByWord;
type ByWord = { readonly [word: string]: SQL };

export type List<Row, Item> = {
  name: string;
  table: PgTable & { tenantId: PgColumn; id: PgColumn };
  /** Without it, the columns of the table are read as `row`. */
  select?: Record<string, unknown>;
  join?: { table: PgTable; on: SQL | undefined };
  where?: SQL | undefined;
  /** By the words of the query that ask for them. */
  filters: Record<string, Filter>;
  /** Texts that may contain the searched text. An id must equal it. */
  searched?: readonly Column[];
  /** The id breaks ties, so that no page repeats or skips a row. */
  sorts: Record<string, readonly Column[]>;
  /** Of a list that grows with the traffic: the sum that is its total, or null if these words have none. */
  total?: (words: readonly string[]) => SQL | null;
  toItem: (row: Row) => Item;
};

/** Records are counted one by one up to this number, which holds a full review queue and takes some milliseconds. */
const mostListed = 100_000;

/** The rows before a page beyond this offset are skipped within the index, and only the rows of the page are fetched. */
const deep = 500;

export async function readPage<Row, Item>(
  { db, tenantId }: Pick<Context, "db" | "tenantId">,
  query: Query & Words,
  list: List<Row, Item>,
): Promise<Page<Item>> {
  const { page, per_page, search, sort = "created_at", order = sort === "created_at" ? "desc" : "asc" } = query;
  const { name, table, select = { row: getTableColumns(table) }, join, sorts, toItem } = list;
  const offset = (page - 1) * per_page;
  const words = [...Object.keys(list.filters), "search"].filter((word) => query[word] !== undefined);
  const kept = list.total?.(words);
  const own = eq(table.tenantId, sql.placeholder("tenantId"));
  const where = and(own, list.where, ...words.map((word) => condition(list, word, query, sort)));
  const matching = sql<string>`(${kept ?? countOf(table, where, mostListed)})`.as("matching");

  const read = (columns: Words) => {
    const rows = db
      .select(columns as never)
      .from(table as PgTable)
      .$dynamic();
    return join ? rows.innerJoin(join.table, join.on) : rows;
  };
  const orderBy = [...(sorts[sort] ?? []), table.id].map((column) => (order === "desc" ? desc : asc)(column));
  const number = list.total ? sql.placeholder : unknown;
  const cut = (rows: ReturnType<typeof read>) =>
    rows
      .where(where)
      .orderBy(...orderBy)
      .limit(number("limit"))
      .offset(number("offset"));
  const onPage = () => {
    const rows = read({ ...select, matching });
    if (offset < deep) return cut(rows);
    // An array is read once, while a subquery may be read anew for each row outside.
    const onThisPage = sql`${table.id} = any(array(${cut(read({ id: table.id }))}))`;
    return rows.where(and(own, onThisPage)).orderBy(...orderBy);
  };
  const beyond = () => db.select({ matching }).from(sql`(select) nothing`);

  /** The condition of one word among several is another statement than that of the next word. */
  const named = (word: string) => (isByWord(list.filters[word]) ? `${word}=${query[word]}` : word);
  const values = { ...query, tenantId, pattern: search && toPattern(search), limit: per_page, offset };
  const run = async (what: string, build: typeof onPage | typeof beyond) => {
    // Planning costs more than a page of a short list; a page of a long list is planned for its values.
    const statement = list.total
      ? build().prepare("")
      : prepared(db, [name, what, ...words.map(named), sort, order].join(" "), (known) => build().prepare(known));
    return (await statement.execute(values)) as (Row & { matching: string })[];
  };
  const rows = await run(offset < deep ? "page" : "deep page", onPage);
  const [first] = rows.length > 0 ? rows : await run("total", beyond);
  const found = Number(first?.matching);
  const pagination = { page, per_page, total: !kept && found > mostListed ? null : found };
  return { data: rows.map(toItem), pagination };
}

function condition({ table, filters, searched = [] }: List<never, unknown>, name: string, query: Words, sort: string) {
  const word = sql.placeholder(name);
  if (name === "search") {
    const pattern = sql.placeholder("pattern");
    return or(...searched.map((text) => sql`${text} ilike ${pattern}`), eq(table.id, word));
  }
  const filter = filters[name] as Filter;
  if (isByWord(filter)) return filter[String(query[name])];
  return typeof filter === "function" ? filter(word, sort) : eq(filter, word);
}

const isByWord = (filter: Filter | undefined): filter is ByWord => typeof filter === "object" && !is(filter, PgColumn);

/** Hides the value from the planner, so that a prepared statement keeps its plan. */
function unknown(name: "limit" | "offset"): Placeholder {
  return sql`(select ${sql.placeholder(name)}::bigint)` as unknown as Placeholder;
}

export function toPattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, "\\$&")}%`;
}

/** Words are found in their order, whatever stands between them. */
export const toWordsPattern = (search: string) => toPattern(search).replace(/\s+/g, "%");
