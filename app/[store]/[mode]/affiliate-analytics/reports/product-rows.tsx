"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useAttributionWords } from "@/components/affiliates/program-words";
import { columnsFor } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { attributedOrderStatuses } from "@/lib/contract/affiliate/affiliate-words";
import type { ProductMetrics } from "@/lib/contract/affiliate/analytics";
import type { PanelProps } from "../filters";
import { productsOf } from "../reads";
import { useMetricColumn } from "./metric-column";
import { ReportTable } from "./report-table";

const column = columnsFor<ProductMetrics>();

export function ProductRows(props: PanelProps) {
  const { filters, period } = props;
  const t = useTranslations("affiliateAnalytics.reports");
  const words = useAttributionWords();
  const desk = useDesk();
  const metric = useMetricColumn<ProductMetrics>();
  const sorts = desk.extensions.affiliate;
  // Commissions are not counted by the status of an order.
  const none = filters.status === "" ? undefined : t("notByStatus");
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor((row) => row.name ?? row.product_id, {
          id: "name",
          header: t("columns.product"),
          meta: { primary: true, ...(sorts && { sort: "name" }) },
        }),
        column.accessor("sku", {
          header: t("columns.sku"),
          meta: { notOnPhone: true },
          cell: ({ getValue }) => getValue() || <span className="text-muted">—</span>,
        }),
        metric("quantity"),
        metric("orders"),
        metric("revenue"),
        metric("commissions", { none }),
      ]),
    [t, sorts, none, metric],
  );
  return (
    <ReportTable
      {...props}
      resource="product_metrics"
      read={productsOf(desk, filters, period)}
      columns={columns}
      rowId={(row) => `${row.product_id} ${row.currency ?? ""}`}
      rowName={(row) => row.name ?? row.product_id}
      statuses={{
        label: t("columns.orderStatus"),
        options: attributedOrderStatuses.map((value) => ({ value, label: words.order(value).label })),
        ...(filters.sort === "commissions" && { clears: { sort: null } }),
      }}
    />
  );
}
