"use client";

import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { pageOf } from "@/components/lists/table-address";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { useDesk } from "@/lib/api/desk";
import type { Webhook, WebhookLog } from "@/lib/contract/checkout/webhooks";
import { deliveryPath } from "../words";
import { useDeliveryColumns } from "./delivery-columns";
import { logFilters, narrowing, toLogQuery } from "./filters";
import { LogFilterBar } from "./log-filter-bar";

export function DeliveryTable({ endpoint }: { endpoint: Webhook }) {
  const t = useTranslations("webhooks.log");
  const { base, checkout, extensions, timeZone } = useDesk();
  const own = extensions.checkout;
  const address = useListAddress(logFilters, own ? narrowing : []);
  const query = toLogQuery(address.filters, timeZone);
  const params = { id: endpoint.id };
  const { table } = useResourceList({
    api: "checkout",
    address,
    query,
    // The specification shows no pages or filters, so another API gets no query.
    read: own
      ? checkout.webhooks.logs.options({ params, query })
      : { ...checkout.webhooks.logs.options({ params }), select: (log) => pageOf(log, query) },
  });
  const columns = useDeliveryColumns();
  return (
    <DataTable<WebhookLog>
      {...table}
      caption={t("title")}
      columns={columns}
      rowName={({ event_id, id }) => event_id ?? id}
      {...(own && { rowHref: ({ id }: WebhookLog) => deliveryPath(base, endpoint.id, id) })}
      toolbar={<LogFilterBar endpoint={endpoint.id} address={address} />}
      empty={
        <EmptyState icon={<Send />} title={t("empty.title")}>
          {t("empty.body")}
        </EmptyState>
      }
    />
  );
}
