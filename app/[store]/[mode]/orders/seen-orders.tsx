"use client";

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
import { columnsFor } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Remembered } from "@/lib/contract/desk/remembered";
import { orderFilters, toSeenQuery } from "./filters";

const column = columnsFor<Remembered>();
const platformOf = ({ extra }: Remembered) =>
  typeof extra.platform_order_id === "string" ? extra.platform_order_id : null;

/** Remembered orders stand in for the list, for an API that cannot list orders. */
export function SeenOrders() {
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
