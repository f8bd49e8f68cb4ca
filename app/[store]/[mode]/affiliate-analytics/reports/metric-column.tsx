"use client";

import type { RowData } from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { Help } from "@/components/help/help";
import { columnsFor } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { readNumber } from "@/lib/contract/read";
import { type FigureName, helpOf, isAverage, unitOf } from "../figures";

type Name = FigureName | "quantity";
type Options = {
  /** Without clicks or orders a ratio does not exist, which differs from a ratio that is not reported. */
  per?: "clicks" | "orders";
  /** Shown in a column that the selected filter leaves without values. */
  none?: string | undefined;
};

const unsorted: readonly Name[] = ["average_order_value", "epc", "refund_rate"];

export function useMetricColumn<Row extends RowData & { currency?: string | undefined }>() {
  const columns = useTranslations("affiliateAnalytics.reports.columns");
  const names = useTranslations("affiliateAnalytics.figures.names");
  const reasons = useTranslations("figures");
  const { extensions, format, money, average } = useDesk();
  const sorts = extensions.affiliate;
  return useCallback(
    (id: Name, { per, none }: Options = {}) => {
      const [unit, help] = id === "quantity" ? ["count"] : [unitOf[id], helpOf[id]];
      const header = id === "quantity" ? columns(id) : names(id);
      const read = (row: Row, name: string) => readNumber((row as Record<string, unknown>)[name]);
      const missing = (row: Row) => (none !== undefined || (per && read(row, per) === 0) ? null : undefined);
      return columnsFor<Row>().accessor((row) => read(row, id) ?? missing(row), {
        id,
        header,
        meta: {
          align: "end",
          optional: true,
          ...(unsorted.includes(id) ? { notOnPhone: true } : { firstOrder: "desc" }),
          ...(sorts && none === undefined && !unsorted.includes(id) && { sort: id }),
          ...(help && { aside: <Help of={help} label={header} /> }),
        },
        cell: ({ getValue, row }) => {
          const value = getValue();
          if (value === undefined) return <span className="text-muted">{reasons("notProvided")}</span>;
          if (value === null) return <span className="text-muted">{none ?? "—"}</span>;
          if (unit === "money") return (isAverage(id) ? average : money)(value, row.original.currency);
          return unit === "ratio" ? format.ratioInColumn(value) : format.number(value);
        },
      });
    },
    [columns, names, reasons, sorts, format, money, average],
  );
}
