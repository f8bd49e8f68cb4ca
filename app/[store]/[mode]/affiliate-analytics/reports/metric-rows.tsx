"use client";

import type { RowData } from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import { useCallback, useMemo } from "react";
import { useAffiliateStatuses, useAttributionWords } from "@/components/affiliates/program-words";
import { Help } from "@/components/help/help";
import { Look } from "@/components/ui/badge";
import { columnsFor } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { affiliateStatuses, attributedOrderStatuses } from "@/lib/contract/affiliate/affiliate-words";
import type { AffiliateMetrics, ProductMetrics } from "@/lib/contract/affiliate/analytics";
import { readNumber } from "@/lib/contract/read";
import { type AffiliateFigure, figureLooks, isAverage } from "../figures";
import { type AffiliatePanelProps, toQuery } from "../filters";
import { ReportTable } from "./report-table";

const nameOfAffiliate = (row: AffiliateMetrics) => row.name ?? row.email ?? row.affiliate_id;
const nameOfProduct = (row: ProductMetrics) => row.name ?? row.product_id;

/** A row is one affiliate in one currency. Clicks have no currency, so each row has all of the affiliate's clicks. */
export function AffiliateRows(props: AffiliatePanelProps) {
  const { filters, period } = props;
  const t = useTranslations("affiliateAnalytics.reports");
  const { affiliate, base, can, has } = useDesk();
  const query = toQuery(filters, period, has);
  const statusOf = useAffiliateStatuses();
  const metric = useMetricColumn<AffiliateMetrics>();
  const columns = useMemo(() => {
    const column = columnsFor<AffiliateMetrics>();
    return column.columns([
      column.cell("name", t("columns.affiliate"), nameOfAffiliate, { primary: true }),
      column.field("status", t("columns.status"), (status) => <Look {...statusOf(status)} />, {
        notOnPhone: true,
        optional: true,
      }),
      ...(["clicks", "orders", "conversion_rate", "revenue", "commissions"] as const).map((name) => metric(name)),
      ...(["average_order_value", "epc", "refund_rate"] as const).map((name) => metric(name)),
    ]);
  }, [t, statusOf, metric]);
  return (
    <ReportTable
      {...props}
      query={query}
      resource="affiliate_metrics"
      read={affiliate.analytics.affiliates.options({ query })}
      columns={columns}
      rowId={(row) => `${row.affiliate_id} ${row.currency ?? ""}`}
      rowName={nameOfAffiliate}
      rowHref={
        can("affiliate", "affiliates", "get")
          ? (row) => `${base}/affiliates/${encodeURIComponent(row.affiliate_id)}`
          : undefined
      }
      statuses={{
        label: t("columns.status"),
        options: affiliateStatuses.map((value) => ({ value, label: statusOf(value).label })),
      }}
    />
  );
}

export function ProductRows(props: AffiliatePanelProps) {
  const { filters, period } = props;
  const t = useTranslations("affiliateAnalytics.reports");
  const words = useAttributionWords();
  const { affiliate, has } = useDesk();
  const metric = useMetricColumn<ProductMetrics>();
  const sorts = has("affiliate", "analytics", "products", "sort", "name");
  const query = toQuery(filters, period, has);
  // Commissions are not counted by the status of an order.
  const none = filters.status === "" ? undefined : t("notByStatus");
  const columns = useMemo(() => {
    const column = columnsFor<ProductMetrics>();
    return column.columns([
      column.cell("name", t("columns.product"), nameOfProduct, { primary: true, ...(sorts && { sort: "name" }) }),
      column.cell("sku", t("columns.sku"), ({ sku }) => sku || null, { notOnPhone: true }),
      metric("quantity"),
      metric("orders"),
      metric("revenue"),
      metric("commissions", none),
    ]);
  }, [t, sorts, none, metric]);
  return (
    <ReportTable
      {...props}
      query={query}
      resource="product_metrics"
      read={affiliate.analytics.products.options({ query })}
      columns={columns}
      rowId={(row) => `${row.product_id} ${row.currency ?? ""}`}
      rowName={nameOfProduct}
      statuses={{
        label: t("columns.orderStatus"),
        options: attributedOrderStatuses.map((value) => ({ value, label: words.order(value).label })),
        ...(filters.sort === "commissions" && { clears: { sort: null } }),
      }}
    />
  );
}

type Name = AffiliateFigure | "quantity";

const unsorted: readonly Name[] = ["average_order_value", "epc", "refund_rate"];
const roomOf = (id: Name) => ({ room: id === "epc" ? "medium" : "wide" }) as const;

/** `none` is shown in a column that the selected filter leaves without values. */
function useMetricColumn<Row extends RowData & { currency?: string | undefined }>() {
  const columns = useTranslations("affiliateAnalytics.reports.columns");
  const names = useTranslations("affiliateAnalytics.figures.names");
  const { has, format, money, average } = useDesk();
  const sorts = has("affiliate", "analytics", "affiliates", "sort", "revenue");
  return useCallback(
    (id: Name, none?: string) => {
      const look = id === "quantity" ? figureLooks.orders : figureLooks[id];
      const { unit, per, help } = look;
      const header = id === "quantity" ? columns(id) : names(id);
      const read = (row: Row, name: string) => readNumber((row as Record<string, unknown>)[name]);
      const missing = (row: Row) => (none !== undefined || (per && read(row, per) === 0) ? null : undefined);
      return columnsFor<Row>().accessor((row) => read(row, id) ?? missing(row), {
        id,
        header,
        meta: {
          align: "end",
          optional: true,
          ...(unsorted.includes(id) ? { notOnPhone: true, ...roomOf(id) } : { firstOrder: "desc" }),
          ...(sorts && none === undefined && !unsorted.includes(id) && { sort: id }),
          ...(help && { aside: <Help of={help} label={header} /> }),
        },
        cell: ({ getValue, row }) => {
          const value = getValue();
          if (value === undefined) return value;
          if (value === null) return none === undefined ? null : <span className="text-muted">{none}</span>;
          if (unit === "money") return (isAverage(look) ? average : money)(value, row.original.currency);
          return unit === "ratio" ? format.ratioInColumn(value) : format.number(value);
        },
      });
    },
    [columns, names, sorts, format, money, average],
  );
}
