import type { ReactNode } from "react";
import type { Sheet } from "@/components/transfer/download-csv";

/** One list of columns makes both the table on the screen and its CSV file. */
export type FigureColumn<Row> = {
  id: string;
  label: string;
  align?: "start" | "end";
  /** Without it, the column is only in the file. */
  cell?: (row: Row) => ReactNode;
  /** Without it, the column is only on the screen. */
  csv?: (row: Row) => string | number | null | undefined;
  /** The name in the file, if it differs from the label. */
  head?: string;
};

export function tableOf<Row>(columns: readonly FigureColumn<Row>[]) {
  const byId = new Map(columns.map((column) => [column.id, column]));
  return {
    columns: columns.filter(({ cell }) => cell !== undefined),
    cell: (row: Row, id: string): ReactNode => byId.get(id)?.cell?.(row),
  };
}

export function sheetOf<Row>(name: string, columns: readonly FigureColumn<Row>[], rows: readonly Row[]): Sheet {
  const told = columns.filter(({ csv }) => csv !== undefined);
  return {
    name,
    head: told.map(({ label, head = label }) => head),
    rows: rows.map((row) => told.map(({ csv }) => csv?.(row) ?? null)),
  };
}
