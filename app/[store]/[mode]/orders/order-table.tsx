"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ShoppingBag } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { tableAddress } from "@/components/lists/table-address";
import { useUnreported } from "@/components/lists/unreported";
import { Moment } from "@/components/moment";
import { useErrorWords } from "@/components/query-error";
import { Status } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Order } from "@/lib/contract/checkout/orders";
import { orderFilters, toListQuery } from "./filters";
import { stateOf } from "./state";

const column = columnsFor<Order>();

const states = {
  placed: { tone: "success" },
  cancelled: { tone: "danger", hollow: true },
  refunded: { tone: "warning" },
} as const;

export function OrderTable() {
  const t = useTranslations("orders");
  const { base, checkout } = useDesk();
  const [filters, setFilters] = useQueryStates(orderFilters, { history: "push" });
  const words = useErrorWords();
  const unreported = useUnreported("checkout");
  const columns = useColumns();
  const query = toListQuery(filters);
  const list = useQuery({ ...checkout.orders.list.options({ query }), placeholderData: keepPreviousData });
  const total = list.data?.pagination.total ?? null;
  return (
    <DataTable<Order>
      caption={t("list.caption")}
      columns={columns}
      rows={list.data?.data}
      count={{
        total,
        hasNext: total === null ? (list.data?.data.length ?? 0) >= query.per_page : query.page * query.per_page < total,
      }}
      rowId={(order) => order.order_id}
      rowName={(order) => order.platform_order_id || order.order_id}
      rowHref={(order) => `${base}/orders/${encodeURIComponent(order.order_id)}`}
      state={{ sort: null, order: "desc", page: query.page, perPage: query.per_page, hidden: filters.hide }}
      onStateChange={(change) => setFilters(tableAddress(change))}
      refreshing={list.isFetching && !list.isPending}
      error={list.error ? words(list.error) : null}
      onRetry={() => list.refetch()}
      withoutValues={unreported.columns}
      toolbar={<p className="px-1 py-1 text-sm text-muted">{t("list.note")}</p>}
      empty={
        <EmptyState icon={<ShoppingBag />} title={t("list.empty")}>
          {t("list.emptyBody")}
        </EmptyState>
      }
    />
  );
}

function useColumns(): TableColumns<Order> {
  const t = useTranslations("orders");
  const { format } = useDesk();
  return useMemo(() => {
    const absent = <span className="text-muted">{t("notProvided")}</span>;
    const none = <span className="text-muted">—</span>;
    const money = (amount: number | undefined, order: Order) =>
      amount === undefined ? absent : format.money(amount, order.currency);
    return column.columns([
      column.accessor((order) => order.platform_order_id || order.order_id, {
        id: "order",
        header: t("columns.order"),
        meta: { primary: true },
      }),
      column.accessor("placed_at", {
        header: t("columns.placed"),
        meta: { optional: true },
        cell: ({ getValue }) => {
          const at = getValue();
          return at === undefined ? absent : <Moment at={at} precise />;
        },
      }),
      column.accessor(stateOf, {
        id: "cancelled",
        header: t("columns.state"),
        meta: { optional: true },
        cell: ({ row }) => {
          const state = stateOf(row.original);
          return state === undefined ? absent : <Status {...states[state]}>{t(state)}</Status>;
        },
      }),
      column.accessor("total", {
        header: t("columns.total"),
        meta: { align: "end", optional: true },
        cell: ({ getValue, row }) => money(getValue(), row.original),
      }),
      column.accessor((order) => order.service_data?.service_revenue, {
        id: "revenue",
        header: t("columns.revenue"),
        meta: { align: "end", optional: true },
        cell: ({ getValue, row }) => money(getValue(), row.original),
      }),
      column.accessor((order) => order.service_data?.upsells_accepted?.length, {
        id: "upsells",
        header: t("columns.upsells"),
        meta: { align: "end", optional: true },
        cell: ({ getValue }) => (getValue() === undefined ? absent : getValue() || none),
      }),
      column.accessor((order) => order.service_data?.experiment_variant, {
        id: "variant",
        header: t("columns.variant"),
        meta: { notOnPhone: true },
        cell: ({ getValue }) => getValue() ?? none,
      }),
    ]);
  }, [t, format]);
}
