"use client";

import type { RowData } from "@tanstack/react-table";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { announce } from "./announce";
import { IconButton } from "./icon-button";
import { SelectPage } from "./table-head";
import type { TableInstance } from "./table-types";
import { useShortcut } from "./use-shortcut";

type BulkProps<Row extends RowData> = {
  table: TableInstance<Row>;
  count: number;
  onClear: () => void;
  selectAll?: ReactNode;
  children?: ReactNode;
};

/** The bar covers the header row, so that nothing moves when the first row is selected. */
export function BulkBar<Row extends RowData>({ table, count, onClear, selectAll, children }: BulkProps<Row>) {
  const t = useTranslations("ui");
  const before = useRef(0);
  useEffect(() => {
    if (count !== before.current) announce(t("table.selected", { count }));
    before.current = count;
  }, [count, t]);
  useShortcut("escape", onClear, { enabled: count > 0 });

  if (count === 0) return null;
  return (
    <div className="sticky top-[calc(var(--band,0rem)+3.5rem)] z-20 sm:h-0 print:hidden">
      <section
        aria-label={t("table.bulk")}
        className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-accent-soft py-1 ps-3 pe-2"
      >
        <SelectPage table={table} />
        <span className="text-sm font-medium">{t("table.selected", { count })}</span>
        <IconButton size="sm" label={t("table.clearSelection")} icon={<X />} onClick={onClear} className="-ms-2" />
        {selectAll}
        <div className="ms-auto flex flex-wrap items-center gap-1.5">{children}</div>
      </section>
    </div>
  );
}
