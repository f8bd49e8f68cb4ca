"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { pageFilters, toPage } from "@/components/lists/table-address";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { Moment } from "@/components/moment";
import { Banner } from "@/components/ui/banner";
import { DataTable, type DataTableProps } from "@/components/ui/data-table";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import type { Remembered } from "@/lib/contract/desk/remembered";
import { EndpointActions } from "./endpoint-actions";
import { useEndpointColumns } from "./endpoint-columns";
import { endpointPath, nameOf, rememberedName } from "./words";

type Props = Pick<DataTableProps<Webhook>, "empty">;

export function EndpointTable({ empty }: Props) {
  const t = useTranslations("webhooks");
  const { base, checkout, can } = useDesk();
  const address = useListAddress(pageFilters);
  const query = toPage(address.filters);
  const { table } = useResourceList({
    address,
    query,
    read: checkout.webhooks.list.options({ query }),
    held: "webhooks",
  });
  const columns = useEndpointColumns();
  return (
    <DataTable<Webhook>
      {...table}
      caption={t("title")}
      columns={columns}
      rowName={nameOf}
      rowHref={({ id }) => endpointPath(base, id)}
      {...(can("checkout", "webhooks", "update") && {
        rowActions: (endpoint: Webhook) => <EndpointActions endpoint={endpoint} />,
      })}
      empty={empty}
    />
  );
}

const column = columnsFor<Remembered>();

/** Stands in for an API that cannot list endpoints, with those that were created or adopted here. */
export function RememberedTable({ empty }: Props) {
  const t = useTranslations("webhooks");
  const { base, desk } = useDesk();
  const address = useListAddress(pageFilters);
  const query = toPage(address.filters);
  const { table } = useResourceList({
    address,
    query,
    read: desk.remembered.list.options({ params: { kind: "webhook_endpoint" }, query }),
  });
  const columns = useRememberedColumns();
  return (
    <div className="grid gap-4">
      <Banner title={t("noList.title")} live={false}>
        {t("noList.body")}
      </Banner>
      <DataTable<Remembered>
        {...table}
        caption={t("title")}
        columns={columns}
        rowName={rememberedName}
        rowHref={({ id }) => endpointPath(base, id)}
        empty={empty}
      />
    </div>
  );
}

function useRememberedColumns(): TableColumns<Remembered> {
  const t = useTranslations("webhooks");
  return useMemo(
    () =>
      column.columns([
        column.accessor(rememberedName, { id: "url", header: t("columns.url"), meta: { primary: true } }),
        column.field("id", t("columns.id"), (id) => <code>{id}</code>),
        column.field("has_secret", t("columns.from"), (hasSecret) => t(hasSecret ? "madeHere" : "adopted")),
        column.field("first_seen", t("columns.since"), (at) => <Moment at={at} />, { align: "end" }),
      ]),
    [t],
  );
}
