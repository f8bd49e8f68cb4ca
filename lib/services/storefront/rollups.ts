import { sql } from "drizzle-orm";
import type { Transaction } from "../delivery/emit.ts";

/** Summands of one row of a daily table. `of` is the offer or the bundle, if the table has a row for each. */
type Part<Table extends string, Column extends string> = {
  table: Table;
  day: string;
  of?: string;
  sums: Partial<Record<Column, number>>;
};

const columns = {
  total: [
    "visits",
    "offers_shown",
    "offers_accepted",
    "offers_declined",
    "orders",
    "orders_with_upsells",
    "revenue",
    "upsell_revenue",
    "bundle_revenue",
    "bundle_purchases",
    "bundle_savings",
    "subscription_revenue",
    "subscriptions",
  ],
  upsell: ["shown", "accepted", "declined", "revenue"],
  bundle: ["purchases", "revenue", "savings"],
} as const;

type Table = keyof typeof columns;
export type Contribution = { [T in Table]: Part<T, (typeof columns)[T][number]> }[Table][];

type Row = { day: string; of: string; sums: Record<string, number> };

export class Rollups {
  readonly #rows: Record<Table, Map<string, Row>> = { total: new Map(), upsell: new Map(), bundle: new Map() };

  add(contribution: Contribution, sign: 1 | -1 = 1): void {
    for (const { table, day, of = "", sums } of contribution) {
      const key = `${day} ${of}`;
      let row = this.#rows[table].get(key);
      if (!row) {
        row = { day, of, sums: {} };
        this.#rows[table].set(key, row);
      }
      for (const [column, value] of Object.entries(sums)) row.sums[column] = (row.sums[column] ?? 0) + sign * value;
    }
  }

  /** A fixed order prevents deadlocks. The row that every batch needs comes last, to be locked briefly. */
  async write(tx: Transaction, tenantId: number): Promise<void> {
    for (const kind of ["bundle", "upsell"] as const) {
      const days = [...this.#rows[kind].values()];
      await upsert(tx, tenantId, kind, `daily_${kind}`, ["day", `${kind}_id`], days);
      await upsert(tx, tenantId, kind, `monthly_${kind}`, ["month", `${kind}_id`], byMonth(days));
    }
    await upsert(tx, tenantId, "total", "daily_total", ["day"], [...this.#rows.total.values()]);
  }
}

function byMonth(days: Row[]): Row[] {
  const months = new Map<string, Row>();
  for (const { day, of, sums } of days) {
    const month = `${day.slice(0, 7)}-01`;
    const row = months.get(`${month} ${of}`) ?? { day: month, of, sums: {} };
    months.set(`${month} ${of}`, row);
    for (const [column, value] of Object.entries(sums)) row.sums[column] = (row.sums[column] ?? 0) + value;
  }
  return [...months.values()];
}

async function upsert(tx: Transaction, tenantId: number, kind: Table, table: string, key: string[], all: Row[]) {
  const names = columns[kind];
  const rows = all
    .filter(({ sums }) => Object.values(sums).some((value) => value !== 0))
    .map((row) => ({ day: row.day, of: row.of, ...Object.fromEntries(names.map((n) => [n, row.sums[n] ?? 0])) }));
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into ${sql.raw(`checkout.${table} as known (tenant_id, ${[...key, ...names].join(", ")})`)}
    select ${tenantId}::int, ${sql.raw(`day, ${key.length > 1 ? '"of", ' : ""}${names.join(", ")}`)}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as row (${sql.raw(`day date, "of" text, ${names.map((name) => `${name} bigint`).join(", ")}`)})
    order by day, "of"
    on conflict (tenant_id, ${sql.raw(key.join(", "))}) do update set
      ${sql.raw(names.map((name) => `${name} = known.${name} + excluded.${name}`).join(", "))}`);
}
