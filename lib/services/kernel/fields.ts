import { getTableColumns, type Table } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

// A field of a record has the name of its column, so that a service maps by hand only what differs.

type Columns<T extends Table> = T["_"]["columns"];
type Field<T extends Table, Key extends keyof Columns<T>> = Columns<T>[Key]["_"]["name"];
type Row<T extends Table> = T["$inferSelect"];
type Text<V> = V extends Date ? string : V;
type Fields<T extends Table> = {
  [Key in keyof Columns<T> & keyof Row<T> as Field<T, Key>]: Text<Row<T>[Key]>;
};
type Written<T extends Table, F> = {
  [Key in keyof Columns<T> & keyof T["$inferInsert"] as Field<T, Key> extends keyof F ? Key : never]: F[Field<T, Key> &
    keyof F];
};
type Known<T extends Table, F> = { [Name in keyof F]: Name extends keyof Fields<T> ? F[Name] : never };

/** The columns of a request's fields. Times are not among them. */
export function toColumns<T extends PgTable, F extends object>(table: T, fields: F & Known<T, F>): Written<T, F> {
  const columns = Object.entries(getTableColumns(table)).filter(([, { name }]) => name in fields);
  return Object.fromEntries(columns.map(([key, { name }]) => [key, fields[name as keyof F]])) as Written<T, F>;
}

/** The fields of a row, without those that only the service itself knows. */
export function toFields<T extends PgTable, const Hidden extends keyof Fields<T> = never>(
  table: T,
  row: Row<T>,
  ...hidden: readonly Hidden[]
): Omit<Fields<T>, Hidden | "tenant_id"> {
  const shown = Object.entries(getTableColumns(table)).filter(
    ([, { name }]) => name !== "tenant_id" && !hidden.includes(name as Hidden),
  );
  const values = row as Record<string, unknown>;
  return Object.fromEntries(shown.map(([key, { name }]) => [name, toText(values[key])])) as Omit<
    Fields<T>,
    Hidden | "tenant_id"
  >;
}

const toText = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
