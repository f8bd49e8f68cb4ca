import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./client.ts";

/** Rows of one statement. Only a rebuild of sums has more. */
const portion = 20_000;

type Row<T extends PgTable> = { [K in keyof T["$inferInsert"]]-?: Exclude<T["$inferInsert"][K], undefined> };
type Name<T extends PgTable> = keyof Row<T> & string;
type Values<T extends PgTable, N extends Name<T>> = { readonly [K in N]: Row<T>[K] | BigOf<Row<T>[K]> };
type Named = { name: string; column: PgColumn };
type BigOf<V> = V extends number ? bigint : never;

/** Columns of a table, for statements that send any number of rows as one parameter. */
export class Columns<R extends Record<string, unknown> = Record<string, unknown>> {
  readonly #table: PgTable;
  readonly #columns: Named[];
  readonly #key: Named[];
  readonly #others: Named[];

  constructor(table: PgTable, names: readonly string[]) {
    const known: Record<string, PgColumn> = getTableColumns(table);
    const key = getTableConfig(table).primaryKeys.flatMap(({ columns }) => columns.map((column) => column.name));
    this.#table = table;
    this.#columns = names.map((name) => ({ name, column: known[name] as PgColumn }));
    this.#key = key.flatMap((name) => this.#columns.find(({ column }) => column.name === name) ?? []);
    this.#others = this.#columns.filter((one) => !this.#key.includes(one));
  }

  /** The rows, named `row`, with the columns that the table has. */
  from(rows: readonly R[]): SQL {
    const all = rows.map((row) =>
      Object.fromEntries(this.#columns.map(({ name, column }) => [column.name, toJson(row[name])])),
    );
    const types = this.#columns.map(({ column }) => `"${column.name}" ${column.getSQLType()}`);
    return sql`json_to_recordset(${JSON.stringify(all)}::json) as row (${sql.raw(types.join(", "))})`;
  }

  /** A list, as in `insert into … (…)`, or that of a row, as in `select … from`. */
  of(row?: "row" | "known" | "excluded"): SQL {
    return this.#list(this.#columns, (name) => (row ? `${row}.${name}` : name));
  }

  /** Assigns each column outside the key, as in `update … set`. */
  set(row: "row" | "excluded"): SQL {
    return this.#list(this.#others, (name) => `${name} = ${row}.${name}`);
  }

  /** Adds to the sums of rows and inserts those that are missing. The fixed order prevents deadlocks. */
  async add(tx: Pick<Database, "execute">, tenantId: number, rows: readonly Partial<R>[]): Promise<void> {
    const zeros = Object.fromEntries(this.#others.map(({ name }) => [name, 0]));
    const changed = rows.filter((row) => this.#others.some(({ name }) => row[name]));
    for (let at = 0; at < changed.length; at += portion) {
      const values = changed.slice(at, at + portion).map((row) => ({ ...zeros, ...row }) as R);
      await tx.execute(sql`
        insert into ${this.#table} as known (tenant_id, ${this.of()})
        select ${tenantId}::int, ${this.of("row")} from ${this.from(values)}
        order by ${this.#list(this.#key, (name) => `row.${name}`)}
        on conflict (tenant_id, ${this.#list(this.#key, (name) => name)}) do update set
          ${this.#list(this.#others, (name) => `${name} = known.${name} + excluded.${name}`)}`);
    }
  }

  #list(columns: Named[], toText: (name: string) => string): SQL {
    return sql.raw(columns.map(({ column }) => toText(`"${column.name}"`)).join(", "));
  }
}

function toJson(value: unknown): unknown {
  if (typeof value === "bigint") return `${value}`;
  return Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value;
}

export const columnsOf = <T extends PgTable, N extends Name<T>>(table: T, ...names: N[]): Columns<Values<T, N>> =>
  new Columns(table, names);

/** A new column of the table is then part of the statement, and its value is asked for. */
export function columnsWithout<T extends PgTable, L extends Name<T>>(
  table: T,
  ...leftOut: L[]
): Columns<Values<T, Exclude<Name<T>, L>>> {
  const names = Object.entries<PgColumn>(getTableColumns(table)).filter(
    ([name, { generated, generatedIdentity }]) => !generated && !generatedIdentity && !leftOut.includes(name as L),
  );
  return new Columns(
    table,
    names.map(([name]) => name),
  );
}
