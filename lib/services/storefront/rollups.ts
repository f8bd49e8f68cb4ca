import type { PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "../../database/client.ts";
import { type Columns, columnsWithout } from "../../database/columns.ts";
import {
  dailyBundle,
  dailyTotal,
  dailyUpsell,
  dailyUpsellSegment,
  monthlyBundle,
  monthlyUpsell,
} from "../../database/schema/checkout-sales.ts";

/** Summands of one row of a daily table. `of` is the offer or the bundle, if the table has a row for each. */
type Part<Table extends string, Column extends string> = {
  table: Table;
  day: string;
  of?: string;
  segment?: string;
  sums: Partial<Record<Column, number>>;
};

type KeyOf = "tenantId" | "day" | "upsellId" | "bundleId" | "segment";
type SumOf<T extends PgTable> = Exclude<keyof T["$inferSelect"] & string, KeyOf>;
type Sums = {
  total: SumOf<typeof dailyTotal>;
  upsell: SumOf<typeof dailyUpsell>;
  segment: SumOf<typeof dailyUpsellSegment>;
  bundle: SumOf<typeof dailyBundle>;
};
type Table = keyof Sums;
export type Contribution = { [T in Table]: Part<T, Sums[T]> }[Table][];

/** The sums of the whole shop to which what happens to an offer adds. */
export const sumOfOffers = { shown: "offersShown", accepted: "offersAccepted", declined: "offersDeclined" } as const;

type Row = { day: string; of: string; segment: string; sums: Record<string, number> };

export class Rollups {
  readonly #rows: Record<Table, Map<string, Row>> = {
    total: new Map(),
    upsell: new Map(),
    segment: new Map(),
    bundle: new Map(),
  };

  add(contribution: Contribution, sign: 1 | -1 = 1): void {
    for (const { table, day, of = "", segment = "", sums } of contribution) {
      const key = `${day} ${of} ${segment}`;
      let row = this.#rows[table].get(key);
      if (!row) {
        row = { day, of, segment, sums: {} };
        this.#rows[table].set(key, row);
      }
      for (const [column, value] of Object.entries(sums)) row.sums[column] = (row.sums[column] ?? 0) + sign * value;
    }
  }

  /** A fixed order prevents deadlocks. The row that every batch needs comes last, to be locked briefly. */
  async write(tx: Transaction, tenantId: number): Promise<void> {
    for (const [columns, kind, rowsOf] of tables) {
      const rows = rowsOf([...this.#rows[kind].values()]);
      const keyed = rows.map(({ sums, of, day, segment }) => ({
        ...{ day, month: day, upsellId: of, bundleId: of, segment },
        ...sums,
      }));
      await columns.add(tx, tenantId, keyed);
    }
  }
}

type Rows = (days: Row[]) => Row[];
const byDay: Rows = (days) => days;

function byMonth(days: Row[]): Row[] {
  const months = new Map<string, Row>();
  for (const { day, of, sums } of days) {
    const month = `${day.slice(0, 7)}-01`;
    const row = months.get(`${month} ${of}`) ?? { day: month, of, segment: "", sums: {} };
    months.set(`${month} ${of}`, row);
    for (const [column, value] of Object.entries(sums)) row.sums[column] = (row.sums[column] ?? 0) + value;
  }
  return [...months.values()];
}

const tables: [Columns, kind: Table, rowsOf: Rows][] = [
  [columnsWithout(dailyBundle, "tenantId"), "bundle", byDay],
  [columnsWithout(monthlyBundle, "tenantId"), "bundle", byMonth],
  [columnsWithout(dailyUpsell, "tenantId"), "upsell", byDay],
  [columnsWithout(monthlyUpsell, "tenantId"), "upsell", byMonth],
  [columnsWithout(dailyUpsellSegment, "tenantId"), "segment", byDay],
  [columnsWithout(dailyTotal, "tenantId"), "total", byDay],
];
