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
import type { Remembered } from "@/lib/contract/desk/remembered";
import { orderFilters, toSeenQuery } from "./filters";
import { LookUp } from "./look-up";
import { OrderTable } from "./order-table";

export function OrdersView() {
  const t = useTranslations("orders");
  const { extensions } = useDesk();
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <Panel>
        <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
          <LookUp />
          <Opened />
        </div>
      </Panel>
      {extensions.checkout ? <OrderTable /> : <SeenOrders />}
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

const column = columnsFor<Remembered>();
const platformOf = ({ extra }: Remembered) =>
  typeof extra.platform_order_id === "string" ? extra.platform_order_id : null;

/** Remembered orders stand in for the list, for an API that cannot list orders. */
function SeenOrders() {
  const t = useTranslations("orders");
  const { base, desk, can } = useDesk();
  const address = useListAddress(orderFilters, ["search"]);
  const query = toSeenQuery(address.filters);
  const read = desk.remembered.list.options({ params: { kind: "order" }, query });
  const { table } = useResourceList({ address, query, read });
  const columns = useColumns();
  return (
    <DataTable
      {...table}
      caption={t("seen.caption")}
      columns={columns}
      rowName={(order) => order.id}
      rowHref={(order) => `${base}/orders/${encodeURIComponent(order.id)}`}
      toolbar={
        <div className="grid gap-2">
          <FilterBar search={address.search("search", t("seen.search"))} />
          <p className="px-1 text-sm text-muted">{t("seen.note")}</p>
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
  );
}

function useColumns() {
  const t = useTranslations("orders");
  return useMemo(() => {
    const moment = (at: string) => <Moment at={at} precise />;
    return column.columns([
      column.accessor("id", { header: t("columns.order"), meta: { primary: true } }),
      column.accessor(platformOf, { id: "platform", header: t("columns.platform") }),
      column.field("last_seen", t("columns.lastSeen"), moment),
      column.field("first_seen", t("columns.firstSeen"), moment, { notOnPhone: true }),
    ]);
  }, [t]);
}
