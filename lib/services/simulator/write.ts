import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../database/client.ts";
import type { tenant as program } from "../../database/schema/affiliate.ts";
import type { tenant } from "../../database/schema/checkout.ts";
import type { Transaction } from "../delivery/emit.ts";

const portion = 10_000;

type Rows<T extends PgTable> = readonly Omit<T["$inferInsert"], "tenantId">[];
export type Writer = <T extends PgTable>(table: T, rows: Rows<T>) => Promise<void>;

export const writerTo =
  (tx: Transaction, tenantId: number): Writer =>
  (table, rows) =>
    writeRows(tx, table, tenantId, rows);

export async function sandboxOf(db: Database, tenants: typeof tenant | typeof program, storeId: string) {
  const place = and(eq(tenants.storeId, storeId), eq(tenants.mode, "sandbox"));
  const [found] = await db
    .select()
    .from(tenants as typeof tenant)
    .where(place);
  if (!found) throw new Error(`Store ${storeId} does not exist in the ${getTableConfig(tenants).schema} service.`);
  return found;
}

/** Inserts many rows of one table in few statements. Columns that are missing in the first row keep their defaults. */
export async function writeRows<T extends PgTable>(
  tx: Transaction,
  table: T,
  tenantId: number,
  rows: Rows<T>,
): Promise<void> {
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
}

const toJson = (value: unknown) => (Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value);
