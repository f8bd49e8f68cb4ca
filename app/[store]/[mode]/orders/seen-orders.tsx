"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ShoppingBag } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { tableAddress } from "@/components/lists/table-address";
import { Moment } from "@/components/moment";
import { useErrorWords } from "@/components/query-error";
import { buttonClass } from "@/components/ui/button-class";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { IntentLink } from "@/components/ui/intent-link";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Remembered } from "@/lib/contract/desk/remembered";
import { orderFilters, toSeenQuery } from "./filters";

const column = columnsFor<Remembered>();
const platformOf = ({ extra }: Remembered) =>
  typeof extra.platform_order_id === "string" ? extra.platform_order_id : "";

/** Remembered orders stand in for the list, for an API that cannot list orders. */
export function SeenOrders() {
  const t = useTranslations("orders");
  const { base, desk, can } = useDesk();
  const [filters, setFilters] = useQueryStates(orderFilters, { history: "push" });
  const words = useErrorWords();
  const columns = useColumns();
  const query = toSeenQuery(filters);
  const list = useQuery({
    ...desk.remembered.list.options({ params: { kind: "order" }, query }),
    placeholderData: keepPreviousData,
  });
  const total = list.data?.pagination.total ?? null;
  return (
    <DataTable<Remembered>
      caption={t("seen.caption")}
      columns={columns}
      rows={list.data?.data}
      count={{ total, hasNext: total !== null && query.page * query.per_page < total }}
      rowId={(order) => order.id}
      rowName={(order) => order.id}
      rowHref={(order) => `${base}/orders/${encodeURIComponent(order.id)}`}
      state={{ sort: null, order: "desc", page: query.page, perPage: query.per_page, hidden: filters.hide }}
      onStateChange={(change) => setFilters(tableAddress(change))}
      refreshing={list.isFetching && !list.isPending}
      error={list.error ? words(list.error) : null}
      onRetry={() => list.refetch()}
      filtered={filters.search !== ""}
      onClearFilters={() => setFilters({ search: null, page: null })}
      toolbar={
        <div className="grid gap-2">
          <FilterBar
            search={{
              value: filters.search,
              label: t("seen.search"),
              onValueChange: (search) => setFilters({ search: search || null, page: null }, { history: "replace" }),
            }}
          />
          <p className="px-1 text-sm text-muted">{t("seen.note")}</p>
        </div>
      }
      empty={
        <EmptyState
          icon={<ShoppingBag />}
          title={t("seen.empty")}
          action={
            can("desk", "live", "connect") && (
              <IntentLink href={`${base}/settings`} className={buttonClass({ variant: "secondary" })}>
                {t("seen.connect")}
              </IntentLink>
            )
          }
        >
          {t("seen.emptyBody")}
        </EmptyState>
      }
    />
  );
}

function useColumns(): TableColumns<Remembered> {
  const t = useTranslations("orders");
  return useMemo(() => {
    const time = (at: string) => <Moment at={at} precise />;
    return column.columns([
      column.accessor("id", { header: t("columns.order"), meta: { primary: true } }),
      column.accessor(platformOf, {
        id: "platform",
        header: t("columns.platform"),
        cell: ({ getValue }) => getValue() || <span className="text-muted">—</span>,
      }),
      column.accessor("last_seen", { header: t("columns.lastSeen"), cell: ({ getValue }) => time(getValue()) }),
      column.accessor("first_seen", {
        header: t("columns.firstSeen"),
        meta: { notOnPhone: true },
        cell: ({ getValue }) => time(getValue()),
      }),
    ]);
  }, [t]);
}
