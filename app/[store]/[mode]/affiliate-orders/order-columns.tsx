"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { AffiliateName, type AffiliateNames } from "@/components/affiliates/affiliate-name";
import { useAttributionWords } from "@/components/affiliates/program-words";
import { Moment } from "@/components/moment";
import { recordColumns } from "@/components/records/record-columns";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { attributedOrderSorts } from "@/lib/contract/affiliate/affiliate-words";
import type { AttributedOrder } from "@/lib/contract/affiliate/orders";

const column = columnsFor<AttributedOrder>();

export const nameOfOrder = ({ order_number, external_id, id }: AttributedOrder): string =>
  order_number || external_id || id;

export function useAttributedOrderColumns(names: AffiliateNames): TableColumns<AttributedOrder> {
  const t = useTranslations("affiliateOrders");
  const { money } = useDesk();
  const words = useAttributionWords();
  return useMemo(() => {
    const { field, status } = recordColumns<AttributedOrder>(attributedOrderSorts);
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
          return method ? words.method(method) : method;
        },
      }),
      column.accessor("coupon_code", {
        header: t("columns.coupon"),
        meta: { notOnPhone: true },
        cell: ({ getValue }) => getValue() || null,
      }),
      status(t("columns.status"), words.order),
      field("total", t("columns.total"), (total, { currency }) => money(total, currency), {
        align: "end",
        firstOrder: "desc",
      }),
      field(
        "refunded_amount",
        t("columns.refunded"),
        (amount, { currency }) => (amount ? money(amount, currency) : null),
        {
          align: "end",
          notOnPhone: true,
        },
      ),
      field("created_at", t("columns.created"), (at) => <Moment at={at} precise />, {
        align: "end",
        firstOrder: "desc",
      }),
    ]);
  }, [t, money, words, names]);
}
