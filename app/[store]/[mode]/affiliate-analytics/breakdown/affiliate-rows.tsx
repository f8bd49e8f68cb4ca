"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useAffiliateStatuses } from "@/components/affiliates/affiliate-statuses";
import { Help } from "@/components/help/help";
import { Look } from "@/components/ui/badge";
import { choiceFilter } from "@/components/ui/filters";
import { columnsFor } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { affiliateStatuses } from "@/lib/contract/affiliate/affiliate-words";
import type { AffiliateMetrics } from "@/lib/contract/affiliate/analytics";
import type { PanelProps } from "../filters";
import { affiliatesOf } from "../reads";
import { ReportTable } from "./report-table";

const column = columnsFor<AffiliateMetrics>();

/** A row is one affiliate in one currency. Clicks have no currency, so each row has all of the affiliate's clicks. */
export function AffiliateRows(props: PanelProps) {
  const { filters, period, onChange } = props;
  const t = useTranslations("performance.reports");
  const desk = useDesk();
  const { base, can, extensions, format, money, average } = desk;
  const statusOf = useAffiliateStatuses();
  const list = useQuery({ ...affiliatesOf(desk, filters, period), placeholderData: keepPreviousData });
  const columns = useMemo(() => {
    const sort = (name: string) => (extensions.affiliate ? { sort: name } : {});
    const absent = <span className="text-muted">{t("notProvided")}</span>;
    const none = <span className="text-muted">—</span>;
    const number = (value: number | undefined) => (value === undefined ? absent : format.number(value));
    /** Without clicks or orders a ratio does not exist (null), which differs from a ratio that is not reported. */
    const per = (value: number | undefined, of: number | undefined) => value ?? (of === 0 ? null : undefined);
    const ratio = (value: number | null | undefined) =>
      value === undefined ? absent : value === null ? none : format.ratioInColumn(value);
    const amount = (value: number | undefined, currency: string | undefined) =>
      value === undefined ? absent : money(value, currency);
    const each = (value: number | null | undefined, currency: string | undefined) =>
      value === undefined ? absent : value === null ? none : average(value, currency);
    const end = { align: "end", firstOrder: "desc", optional: true } as const;
    return column.columns([
      column.accessor((row) => row.name ?? row.email ?? row.affiliate_id, {
        id: "name",
        header: t("columns.affiliate"),
        meta: { primary: true },
      }),
      column.accessor("status", {
        header: t("columns.status"),
        meta: { notOnPhone: true, optional: true },
        cell: ({ getValue }) => {
          const status = getValue();
          if (status === undefined) return absent;
          return <Look {...statusOf(status)} />;
        },
      }),
      column.accessor("clicks", {
        header: t("columns.clicks"),
        meta: { ...end, ...sort("clicks") },
        cell: ({ getValue }) => number(getValue()),
      }),
      column.accessor("orders", {
        header: t("columns.orders"),
        meta: { ...end, ...sort("orders") },
        cell: ({ getValue }) => number(getValue()),
      }),
      column.accessor((row) => per(row.conversion_rate, row.clicks), {
        id: "conversion_rate",
        header: t("columns.conversion_rate"),
        meta: {
          ...end,
          ...sort("conversion_rate"),
          aside: <Help of="conversion" label={t("columns.conversion_rate")} />,
        },
        cell: ({ getValue }) => ratio(getValue()),
      }),
      column.accessor("revenue", {
        header: t("columns.revenue"),
        meta: { ...end, ...sort("revenue") },
        cell: ({ row: { original } }) => amount(original.revenue, original.currency),
      }),
      column.accessor("commissions", {
        header: t("columns.commissions"),
        meta: { ...end, ...sort("commissions") },
        cell: ({ row: { original } }) => amount(original.commissions, original.currency),
      }),
      column.accessor((row) => per(row.average_order_value, row.orders), {
        id: "average_order_value",
        header: t("columns.average_order_value"),
        meta: { align: "end", notOnPhone: true, optional: true },
        cell: ({ getValue, row }) => each(getValue(), row.original.currency),
      }),
      column.accessor((row) => per(row.epc, row.clicks), {
        id: "epc",
        header: t("columns.epc"),
        meta: { align: "end", notOnPhone: true, optional: true, aside: <Help of="epc" label={t("columns.epc")} /> },
        cell: ({ getValue, row }) => each(getValue(), row.original.currency),
      }),
      column.accessor((row) => per(row.refund_rate, row.orders), {
        id: "refund_rate",
        header: t("columns.refund_rate"),
        meta: { align: "end", notOnPhone: true, optional: true },
        cell: ({ getValue }) => ratio(getValue()),
      }),
    ]);
  }, [t, extensions.affiliate, format, money, average, statusOf]);
  return (
    <ReportTable<AffiliateMetrics>
      {...props}
      resource="affiliate_metrics"
      list={list}
      columns={columns}
      rowId={(row) => `${row.affiliate_id} ${row.currency ?? ""}`}
      rowName={(row) => row.name ?? row.email ?? row.affiliate_id}
      {...(can("affiliate", "affiliates", "get") && {
        rowHref: (row) => `${base}/affiliates/${encodeURIComponent(row.affiliate_id)}`,
      })}
      choices={[
        choiceFilter({
          id: "status",
          label: t("columns.status"),
          options: affiliateStatuses.map((value) => ({ value, label: statusOf(value).label })),
          value: filters.status ? [filters.status] : [],
          onChange: (values) => onChange({ status: values.at(-1) ?? null, page: null }),
        }),
      ]}
    />
  );
}
