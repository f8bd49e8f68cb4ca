"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useAffiliateStatuses } from "@/components/affiliates/affiliate-statuses";
import { Help } from "@/components/help/help";
import { useChangingIds } from "@/components/lists/held";
import { Moment } from "@/components/moment";
import { Look } from "@/components/ui/badge";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { nameOf } from "./use-affiliate-changes";

const column = columnsFor<Affiliate>();

export function useAffiliateColumns(): TableColumns<Affiliate> {
  const t = useTranslations("affiliates");
  const { format, money } = useDesk();
  const statusOf = useAffiliateStatuses();
  const changing = useChangingIds("affiliates");
  return useMemo(() => {
    const absent = <span className="text-muted">{t("notProvided")}</span>;
    const none = <span className="text-muted">—</span>;
    const sum = (amount: number | undefined, { currency }: Affiliate) =>
      amount === undefined ? absent : money(amount, currency);
    const count = (value: number | undefined) => (value === undefined ? absent : format.number(value));
    const figure = { align: "end", firstOrder: "desc", optional: true } as const;
    return column.columns([
      column.accessor(nameOf, {
        id: "name",
        header: t("columns.name"),
        meta: { primary: true, sort: "last_name" },
      }),
      column.accessor("email", {
        header: t("columns.email"),
        meta: { sort: "email", optional: true },
        cell: ({ getValue }) => {
          const email = getValue();
          return email ? <span className="inline-block truncate sm:max-w-32 align-bottom">{email}</span> : absent;
        },
      }),
      column.accessor("status", {
        header: t("columns.status"),
        meta: { sort: "status", optional: true },
        cell: ({ getValue, row }) => {
          const status = getValue();
          if (status === undefined) return absent;
          return (
            <span className="inline-grid max-sm:justify-items-end">
              <Look {...statusOf(status)} />
              {changing.has(row.id) && <span className="text-xs text-muted">{t("changing")}</span>}
            </span>
          );
        },
      }),
      column.accessor("group", {
        header: t("columns.group"),
        meta: { notOnPhone: true },
        cell: ({ getValue }) => getValue() || none,
      }),
      column.accessor("unpaid_balance", {
        header: t("columns.owed"),
        meta: { ...figure, sort: "unpaid_balance" },
        cell: ({ getValue, row }) => sum(getValue(), row.original),
      }),
      column.accessor("total_clicks", {
        header: t("columns.clicks"),
        meta: { ...figure, sort: "total_clicks", notOnPhone: true },
        cell: ({ getValue }) => count(getValue()),
      }),
      column.accessor("total_orders", {
        header: t("columns.orders"),
        meta: { ...figure, sort: "total_orders" },
        cell: ({ getValue }) => count(getValue()),
      }),
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
            return ratio === undefined ? absent : ratio ? format.ratioInColumn(ratio) : none;
          },
        },
      ),
      column.accessor("total_revenue", {
        header: t("columns.revenue"),
        meta: { ...figure, sort: "total_revenue" },
        cell: ({ getValue, row }) => sum(getValue(), row.original),
      }),
      column.accessor("created_at", {
        header: t("columns.created"),
        meta: { ...figure, sort: "created_at", notOnPhone: true },
        cell: ({ getValue }) => {
          const at = getValue();
          return at === undefined ? absent : <Moment at={at} />;
        },
      }),
    ]);
  }, [t, format, money, statusOf, changing]);
}
