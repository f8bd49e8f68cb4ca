"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { AffiliateName, type AffiliateNames } from "@/components/affiliates/affiliate-name";
import { useAttributionWords } from "@/components/affiliates/attribution-words";
import { Moment } from "@/components/moment";
import { Look } from "@/components/ui/badge";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { AttributedOrder } from "@/lib/contract/affiliate/orders";

const column = columnsFor<AttributedOrder>();

export const nameOfOrder = ({ order_number, external_id, id }: AttributedOrder): string =>
  order_number || external_id || id;

export function useAttributedOrderColumns(names: AffiliateNames): TableColumns<AttributedOrder> {
  const t = useTranslations("affiliateOrders");
  const { money } = useDesk();
  const words = useAttributionWords();
  return useMemo(() => {
    const absent = <span className="text-muted">{t("notProvided")}</span>;
    const none = <span className="text-muted">—</span>;
    const sum = (amount: number | undefined, { currency }: AttributedOrder) =>
      amount === undefined ? absent : money(amount, currency);
    return column.columns([
      column.accessor(nameOfOrder, {
        id: "order",
        header: t("columns.order"),
        meta: { primary: true, sort: "order_number" },
      }),
      column.accessor("affiliate_id", {
        header: t("columns.affiliate"),
        cell: ({ getValue }) => {
          const id = getValue();
          return id ? <AffiliateName id={id} names={names} /> : <span className="text-muted">{t("nobodys")}</span>;
        },
      }),
      column.accessor(({ attribution_method: method, affiliate_id: id }) => method ?? (id ? undefined : null), {
        id: "attribution_method",
        header: t("columns.method"),
        meta: { optional: true },
        cell: ({ getValue }) => {
          const method = getValue();
          return method ? words.method(method) : method === null ? none : absent;
        },
      }),
      column.accessor("coupon_code", {
        header: t("columns.coupon"),
        meta: { notOnPhone: true },
        cell: ({ getValue }) => getValue() || none,
      }),
      column.accessor("status", {
        header: t("columns.status"),
        meta: { sort: "status", optional: true },
        cell: ({ getValue }) => {
          const status = getValue();
          if (!status) return absent;
          return <Look {...words.order(status)} />;
        },
      }),
      column.accessor("total", {
        header: t("columns.total"),
        meta: { align: "end", firstOrder: "desc", sort: "total", optional: true },
        cell: ({ getValue, row }) => sum(getValue(), row.original),
      }),
      column.accessor("refunded_amount", {
        header: t("columns.refunded"),
        meta: { align: "end", notOnPhone: true, optional: true },
        cell: ({ getValue, row }) => (getValue() === 0 ? none : sum(getValue(), row.original)),
      }),
      column.accessor("created_at", {
        header: t("columns.created"),
        meta: { align: "end", firstOrder: "desc", sort: "created_at", optional: true },
        cell: ({ getValue }) => {
          const at = getValue();
          return at ? <Moment at={at} precise /> : absent;
        },
      }),
    ]);
  }, [t, money, words, names]);
}
