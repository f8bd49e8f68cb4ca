import type { RowsColumn } from "@/components/ui/rows-table";

/** One list of columns makes both the table on the screen and its CSV file. A column without `cell` is only in the file. */
export type FigureColumn<Row> = RowsColumn<Row> & {
  /** Without it, the column is only on the screen. */
  csv?: (row: Row) => string | number | null | undefined;
  /** The name in the file, if it differs from the label. */
  head?: string;
};

/** The lines of the file, of which the first names the columns. */
export function sheetOf<Row>(columns: readonly FigureColumn<Row>[], rows: readonly Row[]) {
  const inFile = columns.filter(({ csv }) => csv !== undefined);
  return [
    inFile.map(({ label, head = label }) => head),
    ...rows.map((row) => inFile.map(({ csv }) => csv?.(row) ?? null)),
  ];
}
