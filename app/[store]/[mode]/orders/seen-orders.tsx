"use client";

import { useQuery } from "@tanstack/react-query";
import { ShoppingBag } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { Moment } from "@/components/moment";
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

const column = columnsFor<Order>();
const idOf = ({ order_id }: Order) => order_id;

/** Of a service that cannot list orders: those that Cartwright has seen, and a look-up for all others. */
export function SeenOrders() {
  const t = useTranslations("orders");
  const { base, checkout, can } = useDesk();
  const address = useListAddress(orderFilters, ["search"]);
  const query = toQuery(address.filters);
  const read = checkout.orders.list.options({ query });
  const { table } = useResourceList({ api: "checkout", address, query, read, rowId: idOf });
  const columns = useColumns();
  return (
    <>
      <PageHeader list title={t("title")} description={t("description")} />
      <Panel>
        <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
          <LookUp />
          <Opened />
        </div>
      </Panel>
      <DataTable
        {...table}
        caption={t("seen.caption")}
        columns={columns}
        rowName={idOf}
        rowHref={(order) => `${base}/orders/${encodeURIComponent(order.order_id)}`}
        toolbar={
          <div className="grid gap-2">
            <FilterBar search={address.search("search", t("seen.search"))} />
            <p className="px-1 py-1 text-sm text-muted">{t("seen.note")}</p>
          </div>
        }
        empty={{
          icon: <ShoppingBag />,
          title: t("seen.empty"),
          action: can("desk", "live", "connect") && (
            <IntentLink href={`${base}/settings`} className={buttonClass({ variant: "secondary" })}>
              {t("seen.connect")}
            </IntentLink>
          ),
          children: t("seen.emptyBody"),
        }}
      />
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

function useColumns() {
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
