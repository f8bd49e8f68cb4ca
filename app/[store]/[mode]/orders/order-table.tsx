"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ShoppingBag, Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useGo } from "@/components/forms/leave-guard";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { ViewsMenu } from "@/components/lists/views-menu";
import { Moment } from "@/components/moment";
import { ExportCsv } from "@/components/transfer/export-csv";
import { Status } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button-class";
import { DataTable } from "@/components/ui/data-table";
import { FilterBar } from "@/components/ui/filter-bar";
import { IntentLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Order } from "@/lib/contract/checkout/orders";
import { orderFilters, toQuery } from "./filters";
import { nameOfOrder, orderStates, stateOf } from "./order-state";
import { useOrderFilters } from "./use-order-filters";

const column = columnsFor<Order>();
const idOf = ({ order_id }: Order) => order_id;

const narrowing = ["search", "from", "to", "status", "confirmed", "upsell_id", "bundle_id", "variant"] as const;

export function OrderTable() {
  const t = useTranslations("orders");
  const { base, checkout, can } = useDesk();
  const address = useListAddress(orderFilters, narrowing);
  const query = toQuery(address.filters);
  const { table } = useResourceList({
    api: "checkout",
    address,
    query,
    read: checkout.orders.list.options({ query }),
    rowId: idOf,
  });
  const columns = useOrderColumns();
  const filters = useOrderFilters(address);
  const openExact = useOpenExact();
  return (
    <>
      <PageHeader list title={t("title")} description={t("description")} />
      <DataTable
        {...table}
        caption={t("title")}
        columns={columns}
        rowName={nameOfOrder}
        rowHref={(order) => `${base}/orders/${encodeURIComponent(order.order_id)}`}
        toolbar={
          <FilterBar
            views={<ViewsMenu screen="orders" />}
            search={{ ...address.search("search", t("list.search")), onEnter: openExact }}
            filters={filters}
            onClearAll={address.clear}
            actions={<ExportCsv resource="checkout_orders" query={query} />}
          />
        }
        empty={{
          icon: <ShoppingBag />,
          title: t("list.empty"),
          action: can("checkout", "shop", "contact") && (
            <IntentLink href={`${base}/settings/shop`} className={buttonClass({ variant: "primary" })}>
              <Store aria-hidden /> {t("list.connect")}
            </IntentLink>
          ),
          children: t("list.emptyBody"),
        }}
      />
    </>
  );
}

/** Opens the order with exactly this ID, or this number in the shop; other texts stay a search. */
function useOpenExact() {
  const { base, checkout } = useDesk();
  const client = useQueryClient();
  const go = useGo();
  return async (text: string) => {
    const search = text.trim();
    if (search === "") return false;
    const query = { search, per_page: 20 };
    const { data } = await client.fetchQuery(checkout.orders.list.options({ query })).catch(() => ({ data: [] }));
    const exact =
      data.find(({ order_id }) => order_id === search) ?? data.find((row) => row.platform_order_id === search);
    if (exact) go(`${base}/orders/${encodeURIComponent(exact.order_id)}`);
    return exact !== undefined;
  };
}

function useOrderColumns(): TableColumns<Order> {
  const t = useTranslations("orders");
  const { format } = useDesk();
  return useMemo(() => {
    const amount = { align: "end", firstOrder: "desc" } as const;
    const names = (all: readonly string[] = []) => (all.length === 0 ? null : format.list(all));
    return column.columns([
      column.accessor(nameOfOrder, { id: "order", header: t("columns.order"), meta: { primary: true } }),
      column.field("placed_at", t("columns.placed"), (at) => <Moment at={at} precise />, {
        sort: "placed_at",
        firstOrder: "desc",
      }),
      column.cell("status", t("columns.state"), (order) => {
        const state = stateOf(order);
        return state && <Status {...orderStates[state]}>{t(state)}</Status>;
      }),
      column.field("total", t("columns.total"), (total, { currency }) => format.money(total, currency), {
        ...amount,
        sort: "total",
      }),
      column.cell(
        "revenue",
        t("columns.revenue"),
        ({ service_data: data, currency }) =>
          data?.service_revenue ? format.money(data.service_revenue, currency) : null,
        { ...amount, sort: "service_revenue" },
      ),
      column.cell("upsells", t("columns.upsells"), ({ upsell_names }) => names(upsell_names), {
        ...{ notOnPhone: true, wrap: true },
      }),
      column.cell("bundles", t("columns.bundles"), ({ bundle_names }) => names(bundle_names), {
        ...{ notOnPhone: true, wrap: true, room: "medium" },
      }),
      column.cell("variant", t("columns.variant"), ({ service_data: data }) => data?.experiment_variant ?? null, {
        ...{ notOnPhone: true, wrap: true, room: "medium" },
      }),
      column.cell("customer", t("columns.customer"), ({ customer_id: id }) => id || null, {
        ...{ notOnPhone: true, wrap: true, room: "wide" },
      }),
    ]);
  }, [t, format]);
}
