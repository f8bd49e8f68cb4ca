"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useAffiliateStatuses } from "@/components/affiliates/affiliate-statuses";
import { Help } from "@/components/help/help";
import { useChangingIds } from "@/components/lists/held";
import { recordColumns } from "@/components/records/record-columns";
import { Look } from "@/components/ui/badge";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { affiliateSorts } from "@/lib/contract/affiliate/affiliate-words";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { nameOf } from "./use-affiliate-changes";

const column = columnsFor<Affiliate>();

export function useAffiliateColumns(): TableColumns<Affiliate> {
  const t = useTranslations("affiliates");
  const { format, money } = useDesk();
  const statusOf = useAffiliateStatuses();
  const changing = useChangingIds("affiliates");
  return useMemo(() => {
    const { field, date } = recordColumns<Affiliate>(affiliateSorts);
    const figure = { align: "end", firstOrder: "desc" } as const;
    const amount = (name: "unpaid_balance" | "total_revenue", header: string) =>
      field(name, header, (value, { currency }) => money(value, currency), figure);
    return column.columns([
      column.accessor(nameOf, {
        id: "name",
        header: t("columns.name"),
        meta: { primary: true, sort: "last_name" },
      }),
      field("email", t("columns.email"), (email) => (
        <span className="inline-block truncate sm:max-w-32 align-bottom">{email}</span>
      )),
      field("status", t("columns.status"), (status, { id }) => (
        <span className="inline-grid max-sm:justify-items-end">
          <Look {...statusOf(status)} />
          {changing.has(id) && <span className="text-xs text-muted">{t("changing")}</span>}
        </span>
      )),
      column.accessor("group", {
        header: t("columns.group"),
        meta: { notOnPhone: true },
        cell: ({ getValue }) => getValue() || null,
      }),
      amount("unpaid_balance", t("columns.owed")),
      field("total_clicks", t("columns.clicks"), format.number, { ...figure, notOnPhone: true }),
      field("total_orders", t("columns.orders"), format.number, figure),
      column.accessor(
        ({ total_clicks: clicks, total_orders: orders }) =>
          clicks === undefined || orders === undefined ? undefined : clicks && orders / clicks,
        {
          id: "conversion",
          header: t("columns.conversion"),
          meta: {
            align: "end",
            notOnPhone: true,
            optional: true,
            aside: <Help of="conversion" label={t("columns.conversion")} />,
          },
          cell: ({ getValue }) => {
            const ratio = getValue();
            return ratio ? format.ratioInColumn(ratio) : ratio === undefined ? undefined : null;
          },
        },
      ),
      amount("total_revenue", t("columns.revenue")),
      date("created_at", t("columns.created")),
    ]);
  }, [t, format, money, statusOf, changing]);
}
