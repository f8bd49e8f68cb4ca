"use client";

import type { RowData } from "@tanstack/react-table";
import { Columns3 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Button } from "./button";
import { Menu, MenuChoice, MenuItem, MenuSeparator } from "./menu";
import {
  columnLabel,
  type TableColumns,
  type TableInstance,
  type TableState,
  type TableStateChange,
} from "./table-types";

type ChooserProps<Row extends RowData> = {
  table: TableInstance<Row>;
  state: TableState;
  onStateChange: TableStateChange;
  withoutValues: readonly string[];
};

export function ColumnChooser<Row extends RowData>({
  table,
  state: { hidden },
  onStateChange,
  withoutValues,
}: ChooserProps<Row>) {
  const t = useTranslations("ui");
  const hideable = table.getAllLeafColumns().filter((column) => column.getCanHide() && !column.columnDef.meta?.primary);
  if (hideable.length === 0) return null;
  return (
    <Menu
      align="end"
      label={t("table.columns")}
      trigger={(props) => (
        <Button {...props} size="sm" icon={<Columns3 />}>
          {t("table.columns")}
        </Button>
      )}
    >
      {hideable.map((column) => (
        <MenuChoice
          key={column.id}
          checked={column.getIsVisible()}
          onCheckedChange={(shown) => onStateChange({ hidden: withColumn(hidden, column.id, shown, withoutValues) })}
        >
          {columnLabel(column)}
        </MenuChoice>
      ))}
      <MenuSeparator />
      <MenuItem
        disabled={hideable.every((column) => column.getIsVisible())}
        onSelect={() => onStateChange({ hidden: withoutValues.map((id) => `!${id}`) })}
      >
        {t("table.allColumns")}
      </MenuItem>
    </Menu>
  );
}

type Hidden = TableState["hidden"];

type Accessor<Row> = { id?: string; accessorKey?: string; accessorFn?: (row: Row, at: number) => unknown };

/** Returns optional columns without any value; at least one value must be missing, not only impossible (null). */
export function columnsWithoutValues<Row extends RowData>(columns: TableColumns<Row>, rows: readonly Row[]): string[] {
  return columns.flatMap((column) => {
    if (!column.meta?.optional) return [];
    const { id, accessorKey = "", accessorFn } = column as Accessor<Row>;
    const values = rows.map((row, at) => (accessorFn ? accessorFn(row, at) : row[accessorKey as keyof Row]));
    // Readers return a missing required text as an empty one.
    const isMissing = (value: unknown) => value === undefined || value === "";
    const hasNone = values.some(isMissing) && values.every((value) => value === null || isMissing(value));
    return hasNone ? [id ?? accessorKey] : [];
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
