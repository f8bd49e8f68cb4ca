"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useAttributionWords } from "@/components/affiliates/attribution-words";
import { choiceFilter } from "@/components/ui/filters";
import { columnsFor } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { attributedOrderStatuses } from "@/lib/contract/affiliate/affiliate-words";
import type { ProductMetrics } from "@/lib/contract/affiliate/analytics";
import type { PanelProps } from "../filters";
import { productsOf } from "../reads";
import { ReportTable } from "./report-table";

const column = columnsFor<ProductMetrics>();

export function ProductRows(props: PanelProps) {
  const { filters, period, onChange } = props;
  const t = useTranslations("performance.reports");
  const say = useAttributionWords();
  const desk = useDesk();
  const { extensions, format, money } = desk;
  const list = useQuery({ ...productsOf(desk, filters, period), placeholderData: keepPreviousData });
  const ofStatus = filters.status !== "";
  const columns = useMemo(() => {
    const sort = (name: string) => (extensions.affiliate ? { sort: name } : {});
    const absent = <span className="text-muted">{t("notProvided")}</span>;
    const number = (value: number | undefined) => (value === undefined ? absent : format.number(value));
    const amount = (value: number | undefined, currency: string | undefined) =>
      value === undefined ? absent : money(value, currency);
    const end = { align: "end", firstOrder: "desc", optional: true } as const;
    return column.columns([
      column.accessor((row) => row.name ?? row.product_id, {
        id: "name",
        header: t("columns.product"),
        meta: { primary: true, ...sort("name") },
      }),
      column.accessor("sku", {
        header: t("columns.sku"),
        meta: { notOnPhone: true },
        cell: ({ getValue }) => getValue() || <span className="text-muted">—</span>,
      }),
      column.accessor("quantity", {
        header: t("columns.quantity"),
        meta: { ...end, ...sort("quantity") },
        cell: ({ getValue }) => number(getValue()),
      }),
      column.accessor("orders", {
        header: t("columns.orders"),
        meta: { ...end, ...sort("orders") },
        cell: ({ getValue }) => number(getValue()),
      }),
      column.accessor("revenue", {
        header: t("columns.revenue"),
        meta: { ...end, ...sort("revenue") },
        cell: ({ row: { original } }) => amount(original.revenue, original.currency),
      }),
      // Commissions are not counted by the status of an order.
      column.accessor(({ commissions }) => commissions ?? (ofStatus ? null : undefined), {
        id: "commissions",
        header: t("columns.commissions"),
        meta: { ...end, ...(!ofStatus && sort("commissions")) },
        cell: ({ getValue, row }) => {
          const value = getValue();
          if (value === null) return <span className="text-muted">{t("notByStatus")}</span>;
          return amount(value, row.original.currency);
        },
      }),
    ]);
  }, [t, extensions.affiliate, format, money, ofStatus]);
  return (
    <ReportTable<ProductMetrics>
      {...props}
      resource="product_metrics"
      list={list}
      columns={columns}
      rowId={(row) => `${row.product_id} ${row.currency ?? ""}`}
      rowName={(row) => row.name ?? row.product_id}
      choices={[
        choiceFilter({
          id: "status",
          label: t("columns.orderStatus"),
          options: attributedOrderStatuses.map((value) => ({ value, label: say.order(value).label })),
          value: filters.status ? [filters.status] : [],
          onChange: (values) =>
            onChange({
              status: values.at(-1) ?? null,
              page: null,
              ...(filters.sort === "commissions" && { sort: null }),
            }),
        }),
      ]}
    />
  );
}
