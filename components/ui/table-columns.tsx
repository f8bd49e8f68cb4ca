"use client";

import type { ColumnDef, RowData } from "@tanstack/react-table";
import { Columns3 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useMemo } from "react";
import { Button } from "./button";
import { Menu, MenuChoice, MenuItem, MenuSeparator } from "./menu";
import {
  columnLabel,
  type Features,
  type TableColumns,
  type TableInstance,
  type TableState,
  type TableStateChange,
} from "./table-types";

type ChooserProps<Row extends RowData> = {
  table: TableInstance<Row>;
  state: TableState;
  onStateChange: TableStateChange;
  /** Columns that are hidden by themselves unless a person shows them. */
  hiddenBySelf: readonly string[];
  tableRef: RefObject<HTMLTableElement | null>;
};

const hideableOf = <Row extends RowData>(table: TableInstance<Row>) =>
  table.getAllLeafColumns().filter((column) => column.getCanHide() && !column.columnDef.meta?.primary);

export function ColumnChooser<Row extends RowData>(props: ChooserProps<Row>) {
  const t = useTranslations("ui");
  if (hideableOf(props.table).length === 0) return null;
  return (
    <Menu
      align="end"
      label={t("table.columns")}
      trigger={(props) => (
        <Button {...props} size="sm" icon={<Columns3 />}>
          <span className="max-sm:sr-only">{t("table.columns")}</span>
        </Button>
      )}
    >
      <Choices {...props} />
    </Menu>
  );
}

function Choices<Row extends RowData>({ table, state, onStateChange, hiddenBySelf, tableRef }: ChooserProps<Row>) {
  const t = useTranslations("ui");
  const hideable = hideableOf(table);
  const head = (id: string) => tableRef.current?.querySelector(`[data-column="${CSS.escape(id)}"]`);
  const isShown = (column: (typeof hideable)[number]) =>
    column.getIsVisible() && head(column.id)?.checkVisibility() !== false;
  return (
    <>
      {hideable.map((column) => (
        <MenuChoice
          key={column.id}
          checked={isShown(column)}
          onCheckedChange={(shown) =>
            onStateChange({ hidden: withColumn(state.hidden, column.id, shown, hiddenBySelf) })
          }
        >
          {columnLabel(column)}
        </MenuChoice>
      ))}
      <MenuSeparator />
      <MenuItem
        disabled={hideable.every(isShown)}
        onSelect={() => onStateChange({ hidden: hiddenBySelf.map((id) => `!${id}`) })}
      >
        {t("table.allColumns")}
      </MenuItem>
    </>
  );
}

type Hidden = TableState["hidden"];

type Accessor<Row> = { id?: string; accessorKey?: string; accessorFn?: (row: Row, at: number) => unknown };

const idOf = (column: { id?: string; accessorKey?: unknown }) => column.id ?? String(column.accessorKey ?? "");

/** Returns optional columns without any value; at least one value must be missing, not only impossible (null). */
export function columnsWithoutValues<Row extends RowData>(columns: TableColumns<Row>, rows: readonly Row[]): string[] {
  return columns.flatMap((column) => {
    if (!column.meta?.optional) return [];
    const { accessorKey = "", accessorFn } = column as Accessor<Row>;
    const values = rows.map((row, at) => (accessorFn ? accessorFn(row, at) : row[accessorKey as keyof Row]));
    // Readers return a missing required text as an empty one.
    const isMissing = (value: unknown) => value === undefined || value === "";
    const hasNone = values.some(isMissing) && values.every((value) => value === null || isMissing(value));
    return hasNone ? [idOf(column)] : [];
  });
}

/** A person's choice takes precedence over hiding a column without values (`leftOut`) or without room. */
export function useVisibility<Row extends RowData>(all: TableColumns<Row>, rows: readonly Row[], hidden: Hidden) {
  const withoutValues = useMemo(() => columnsWithoutValues(all, rows), [all, rows]);
  return useMemo(() => {
    const isChosen = (id: string) => hidden.includes(`!${id}`);
    const leftOut = withoutValues.filter((id) => !hidden.includes(id) && !isChosen(id));
    const columnVisibility = Object.fromEntries([...hidden, ...leftOut].map((id) => [id, false]));
    const needRoom = all.filter(({ meta }) => meta?.room !== undefined).map(idOf);
    const columns = needRoom.some(isChosen) ? all.map((one) => (isChosen(idOf(one)) ? withoutRoom(one) : one)) : all;
    return { columns, hiddenBySelf: [...withoutValues, ...needRoom], leftOut, columnVisibility };
  }, [all, withoutValues, hidden]);
}

// biome-ignore lint/suspicious/noExplicitAny: any value type.
const withoutRoom = <Row extends RowData>({ meta: { room, ...meta } = {}, ...column }: ColumnDef<Features, Row, any>) =>
  ({ ...column, meta }) as TableColumns<Row>[number];

export function withColumn(hidden: Hidden, id: string, shown: boolean, hiddenBySelf: readonly string[]): string[] {
  const others = hidden.filter((entry) => entry !== id && entry !== `!${id}`);
  if (!shown) return [...others, id];
  return hiddenBySelf.includes(id) ? [...others, `!${id}`] : others;
}
