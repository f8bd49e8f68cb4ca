import { getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "../../database/client.ts";

const portion = 10_000;

export type Writer = <T extends PgTable>(
  table: T,
  rows: readonly Omit<T["$inferInsert"], "tenantId">[],
) => Promise<void>;

/** Inserts many rows of one table in few statements. Columns that are missing in the first row keep their defaults. */
export const writerTo =
  (tx: Transaction, tenantId: number): Writer =>
  async (table, rows) => {
    if (rows.length === 0) return;
    const columns = Object.entries(getTableColumns(table)).filter(
      ([key]) => key === "tenantId" || key in (rows[0] as object),
    );
    const names = sql.raw(columns.map(([, { name }]) => `"${name}"`).join(", "));
    for (let from = 0; from < rows.length; from += portion) {
      const records = rows.slice(from, from + portion).map((row) => {
        const record: Record<string, unknown> = {};
        for (const [key, { name }] of columns) record[name] = key === "tenantId" ? tenantId : toJson(row[key as never]);
        return record;
      });
      await tx.execute(sql`
        insert into ${table} (${names})
        select ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(records)}::json)`);
    }
  };

const toJson = (value: unknown) => (Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value);
