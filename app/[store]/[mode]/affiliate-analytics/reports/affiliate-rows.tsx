"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useAffiliateStatuses } from "@/components/affiliates/program-words";
import { Look } from "@/components/ui/badge";
import { columnsFor } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { affiliateStatuses } from "@/lib/contract/affiliate/affiliate-words";
import type { AffiliateMetrics } from "@/lib/contract/affiliate/analytics";
import type { PanelProps } from "../filters";
import { affiliatesOf } from "../reads";
import { useMetricColumn } from "./metric-column";
import { ReportTable } from "./report-table";

const column = columnsFor<AffiliateMetrics>();

/** A row is one affiliate in one currency. Clicks have no currency, so each row has all of the affiliate's clicks. */
export function AffiliateRows(props: PanelProps) {
  const { filters, period } = props;
  const t = useTranslations("affiliateAnalytics.reports");
  const reasons = useTranslations("figures");
  const desk = useDesk();
  const { base, can } = desk;
  const statusOf = useAffiliateStatuses();
  const metric = useMetricColumn<AffiliateMetrics>();
  const columns = useMemo(
    () =>
      column.columns([
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
            if (status === undefined) return <span className="text-muted">{reasons("notProvided")}</span>;
            return <Look {...statusOf(status)} />;
          },
        }),
        metric("clicks"),
        metric("orders"),
        metric("conversion_rate", { per: "clicks" }),
        metric("revenue"),
        metric("commissions"),
        metric("average_order_value", { per: "orders" }),
        metric("epc", { per: "clicks" }),
        metric("refund_rate", { per: "orders" }),
      ]),
    [t, reasons, statusOf, metric],
  );
  return (
    <ReportTable
      {...props}
      resource="affiliate_metrics"
      read={affiliatesOf(desk, filters, period)}
      columns={columns}
      rowId={(row) => `${row.affiliate_id} ${row.currency ?? ""}`}
      rowName={(row) => row.name ?? row.email ?? row.affiliate_id}
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
