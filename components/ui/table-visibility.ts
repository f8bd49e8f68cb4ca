import type { RowData } from "@tanstack/react-table";
import { useMemo } from "react";
import type { TableColumns, TableState } from "./table-types";

type Hidden = TableState["hidden"];

/** Returns optional columns without any value; at least one value must be missing, not only impossible (null). */
export function columnsWithoutValues<Row extends RowData>(columns: TableColumns<Row>, rows: readonly Row[]): string[] {
  return columns.flatMap((column) => {
    if (!column.meta?.optional) return [];
    const {
      id,
      accessorKey = "",
      accessorFn,
    } = column as {
      id?: string;
      accessorKey?: string;
      accessorFn?: (row: Row, at: number) => unknown;
    };
    const values = rows.map((row, at) =>
      accessorFn ? accessorFn(row, at) : (row as Record<string, unknown>)[accessorKey],
    );
    // Readers return a missing required text as an empty one.
    const missing = values.filter((value) => value === undefined || value === "").length;
    return missing > 0 && missing + values.filter((value) => value === null).length === rows.length
      ? [id ?? accessorKey]
      : [];
  });
}

/** A person's choice takes precedence over hiding a column without values (`leftOut`). */
export function useVisibility<Row extends RowData>(columns: TableColumns<Row>, rows: readonly Row[], hidden: Hidden) {
  const withoutValues = useMemo(() => columnsWithoutValues(columns, rows), [columns, rows]);
  return useMemo(() => {
    const leftOut = withoutValues.filter((id) => !hidden.includes(id) && !hidden.includes(`!${id}`));
    const columnVisibility = Object.fromEntries([...hidden, ...leftOut].map((id) => [id, false]));
    return { withoutValues, leftOut, columnVisibility };
  }, [withoutValues, hidden]);
}

export function withColumn(hidden: Hidden, id: string, shown: boolean, withoutValues: readonly string[]): string[] {
  const others = hidden.filter((entry) => entry !== id && entry !== `!${id}`);
  if (!shown) return [...others, id];
  return withoutValues.includes(id) ? [...others, `!${id}`] : others;
}
