"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { pageFilters, toPage } from "@/components/lists/table-address";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { DataTable } from "@/components/ui/data-table";
import { useDesk } from "@/lib/api/desk";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import { EndpointActions } from "./endpoint-actions";
import { useEndpointColumns } from "./endpoint-columns";
import { endpointPath, nameOf } from "./words";

export function EndpointTable({ empty }: { empty: ReactNode }) {
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
