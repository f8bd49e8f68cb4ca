"use client";

import type { RowData } from "@tanstack/react-table";
import { Columns3 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "./button";
import { Menu, MenuChoice, MenuItem, MenuSeparator } from "./menu";
import { columnLabel, type TableInstance, type TableState, type TableStateChange } from "./table-types";

type ChooserProps<Row extends RowData> = {
  table: TableInstance<Row>;
  state: TableState;
  onStateChange: TableStateChange;
};

export function ColumnChooser<Row extends RowData>({ table, state, onStateChange }: ChooserProps<Row>) {
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
          onCheckedChange={(shown) =>
            onStateChange({
              hidden: shown ? state.hidden.filter((id) => id !== column.id) : [...state.hidden, column.id],
            })
          }
        >
          {columnLabel(column)}
        </MenuChoice>
      ))}
      <MenuSeparator />
      <MenuItem disabled={state.hidden.length === 0} onSelect={() => onStateChange({ hidden: [] })}>
        {t("table.allColumns")}
      </MenuItem>
    </Menu>
  );
}
