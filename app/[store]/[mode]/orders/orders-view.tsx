"use client";

import { useQuery } from "@tanstack/react-query";
import { ShoppingBag } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { Moment } from "@/components/moment";
import { Status } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button-class";
import { DataTable } from "@/components/ui/data-table";
import { FilterBar } from "@/components/ui/filter-bar";
import { IntentLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { columnsFor } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Order } from "@/lib/contract/checkout/orders";
import { orderFilters, toQuery } from "./filters";
import { LookUp } from "./look-up";

export function OrdersView() {
  const t = useTranslations("orders");
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <Panel>
        <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
          <LookUp />
          <Opened />
        </div>
      </Panel>
      <OrderTable />
    </>
  );
}

const mostShown = 8;

function Opened() {
  const t = useTranslations("orders.lookUp");
  const { base, desk, format } = useDesk();
  const { data } = useQuery(desk.personal.list.options({ params: { kind: "recent_order" } }));
  const opened = data?.data.slice(0, mostShown) ?? [];
  return (
    <section aria-labelledby="opened" className="grid min-h-16 content-start gap-1.5">
      <h2 id="opened" className="font-medium">
        {t("opened")}
      </h2>
      {opened.length === 0 ? (
        <p className="text-sm text-muted">{data && t("noneOpened")}</p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {opened.map(({ id, label, at }) => (
            <li key={id}>
              <IntentLink
                href={`${base}/orders/${encodeURIComponent(id)}`}
                title={format.dateTime(at)}
                className="inline-flex h-7 max-w-56 items-center rounded-md border border-line bg-paper px-2 text-sm hover:border-control hover:bg-hover pointer-coarse:h-11"
              >
                <span className="truncate">{label || id}</span>
              </IntentLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const column = columnsFor<Order>();
const idOf = ({ order_id }: Order) => order_id;
const nameOf = (order: Order) => order.platform_order_id || order.order_id;

const states = {
  placed: { tone: "success" },
  cancelled: { tone: "danger", hollow: true },
  refunded: { tone: "warning" },
  unconfirmed: { tone: "warning", hollow: true },
} as const;

function OrderTable() {
  const t = useTranslations("orders");
  const { base, checkout, can, has } = useDesk();
  // Otherwise, the orders are those that Cartwright has seen, of which it knows the IDs.
  const isComplete = has("checkout", "orders", "list", "placed_at");
  const address = useListAddress(orderFilters, ["search"]);
  const query = toQuery(address.filters);
  const read = checkout.orders.list.options({ query });
  const { table } = useResourceList({ api: "checkout", address, query, read, rowId: idOf });
  const orderColumns = useColumns();
  const seenColumns = useSeenColumns();
  const texts = isComplete ? "list" : "seen";
  return (
    <DataTable
      {...table}
      caption={t(`${texts}.caption`)}
      columns={isComplete ? orderColumns : seenColumns}
      rowName={isComplete ? nameOf : idOf}
      rowHref={(order) => `${base}/orders/${encodeURIComponent(order.order_id)}`}
      toolbar={
        <div className="grid gap-2">
          {!isComplete && <FilterBar search={address.search("search", t("seen.search"))} />}
          <p className="px-1 py-1 text-sm text-muted">{t(`${texts}.note`)}</p>
        </div>
      }
      empty={{
        icon: <ShoppingBag />,
        title: t(`${texts}.empty`),
        action: !isComplete && can("desk", "live", "connect") && (
          <IntentLink href={`${base}/settings`} className={buttonClass({ variant: "secondary" })}>
            {t("seen.connect")}
          </IntentLink>
        ),
        children: t(`${texts}.emptyBody`),
      }}
    />
  );
}

function useSeenColumns() {
  const t = useTranslations("orders");
  return useMemo(() => {
    const moment = (at: unknown) => <Moment at={String(at)} precise />;
    return column.columns([
      column.accessor("order_id", { id: "id", header: t("columns.order"), meta: { primary: true } }),
      column.field("platform_order_id", t("columns.platform"), (id) => id, { id: "platform" }),
      column.field("last_seen", t("columns.lastSeen"), moment),
      column.field("first_seen", t("columns.firstSeen"), moment, { notOnPhone: true }),
    ]);
  }, [t]);
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
export function stateOf({ cancelled, refunded_amount, confirmed }: Order): keyof typeof states | undefined {
  if (cancelled) return "cancelled";
  if (confirmed === false) return "unconfirmed";
  if (refunded_amount) return "refunded";
  return cancelled === undefined ? undefined : "placed";
}
