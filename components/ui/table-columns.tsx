"use client";

import type { RowData } from "@tanstack/react-table";
import { Columns3 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "./button";
import { Menu, MenuChoice, MenuItem, MenuSeparator } from "./menu";
import { columnLabel, type TableInstance, type TableState, type TableStateChange } from "./table-types";
import { withColumn } from "./table-visibility";

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
