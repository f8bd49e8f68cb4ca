import type { Sheet } from "@/components/transfer/download-csv";
import type { RowsColumn } from "@/components/ui/rows-table";

/** One list of columns makes both the table on the screen and its CSV file. A column without `cell` is only in the file. */
export type FigureColumn<Row> = RowsColumn<Row> & {
  /** Without it, the column is only on the screen. */
  csv?: (row: Row) => string | number | null | undefined;
  /** The name in the file, if it differs from the label. */
  head?: string;
};

export function sheetOf<Row>(name: string, columns: readonly FigureColumn<Row>[], rows: readonly Row[]): Sheet {
  const told = columns.filter(({ csv }) => csv !== undefined);
  return {
    name,
    head: told.map(({ label, head = label }) => head),
    rows: rows.map((row) => told.map(({ csv }) => csv?.(row) ?? null)),
  };
}
