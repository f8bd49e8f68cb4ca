"use client";

import { ShoppingBag } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { toPage } from "@/components/lists/table-address";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { Moment } from "@/components/moment";
import { Status } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { columnsFor } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Order } from "@/lib/contract/checkout/orders";
import { orderFilters } from "./filters";

const column = columnsFor<Order>();
const idOf = ({ order_id }: Order) => order_id;
const nameOf = (order: Order) => order.platform_order_id || order.order_id;

const states = {
  placed: { tone: "success" },
  cancelled: { tone: "danger", hollow: true },
  refunded: { tone: "warning" },
} as const;

export function OrderTable() {
  const t = useTranslations("orders");
  const { base, checkout } = useDesk();
  const address = useListAddress(orderFilters);
  const query = toPage(address.filters);
  const read = checkout.orders.list.options({ query });
  const { table } = useResourceList({ api: "checkout", address, query, read, rowId: idOf });
  const columns = useColumns();
  return (
    <DataTable
      {...table}
      caption={t("list.caption")}
      columns={columns}
      rowName={nameOf}
      rowHref={(order) => `${base}/orders/${encodeURIComponent(order.order_id)}`}
      toolbar={<p className="px-1 py-1 text-sm text-muted">{t("list.note")}</p>}
      empty={{ icon: <ShoppingBag />, title: t("list.empty"), children: t("list.emptyBody") }}
    />
  );
}

function useColumns() {
  const t = useTranslations("orders");
  const { format } = useDesk();
  return useMemo(() => {
    const amount = { align: "end", optional: true } as const;
    return column.columns([
      column.accessor(nameOf, { id: "order", header: t("columns.order"), meta: { primary: true } }),
      column.field("placed_at", t("columns.placed"), (at) => <Moment at={at} precise />, { optional: true }),
      column.accessor(stateOf, {
        id: "cancelled",
        header: t("columns.state"),
        meta: { optional: true },
        cell: ({ getValue }) => {
          const state = getValue();
          return state && <Status {...states[state]}>{t(state)}</Status>;
        },
      }),
      column.field("total", t("columns.total"), (total, { currency }) => format.money(total, currency), amount),
      column.accessor((order) => order.service_data?.service_revenue, {
        id: "revenue",
        header: t("columns.revenue"),
        meta: amount,
        cell: ({ getValue, row }) => {
          const revenue = getValue();
          return revenue === undefined ? undefined : format.money(revenue, row.original.currency);
        },
      }),
      column.accessor((order) => order.service_data?.upsells_accepted?.length, {
        id: "upsells",
        header: t("columns.upsells"),
        meta: amount,
        cell: ({ getValue }) => (getValue() === 0 ? null : getValue()),
      }),
      column.accessor((order) => order.service_data?.experiment_variant ?? null, {
        id: "variant",
        header: t("columns.variant"),
        meta: { notOnPhone: true },
      }),
    ]);
  }, [t, format]);
}

/** Undefined if the API does not report whether the order was cancelled or refunded. */
export function stateOf({ cancelled, refunded_amount }: Order): "placed" | "cancelled" | "refunded" | undefined {
  if (cancelled) return "cancelled";
  if (refunded_amount) return "refunded";
  return cancelled === undefined ? undefined : "placed";
}
