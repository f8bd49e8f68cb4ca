"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { usePageAddress } from "@/components/lists/page-address";
import { tableAddress } from "@/components/lists/table-address";
import { useUnreported } from "@/components/lists/unreported";
import { useErrorWords } from "@/components/query-error";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { useDesk } from "@/lib/api/desk";
import type { Webhook, WebhookLog } from "@/lib/contract/checkout/webhooks";
import { useDeliveryColumns } from "./delivery-columns";
import { ExportLog } from "./export-log";
import { isFiltered, logFilters, toLogQuery } from "./filters";
import { LogFilterBar } from "./log-filter-bar";

export function DeliveryTable({ endpoint }: { endpoint: Webhook }) {
  const t = useTranslations("webhooks.log");
  const { base, checkout, extensions, timeZone } = useDesk();
  const [filters, setFilters] = useQueryStates(logFilters, { history: "push" });
  const query = toLogQuery(filters, timeZone);
  const words = useErrorWords();
  const pageHref = usePageAddress();
  const unreported = useUnreported("checkout");
  const columns = useDeliveryColumns();
  const params = { id: endpoint.id };
  // The specification shows no pages or filters, so another API gets no query.
  const log = useQuery({
    ...checkout.webhooks.logs.options(extensions.checkout ? { params, query } : { params }),
    placeholderData: keepPreviousData,
  });
  const all = log.data?.data;
  const [page, perPage] = [query.page, query.per_page];
  const rows = extensions.checkout ? all : all?.slice((page - 1) * perPage, page * perPage);
  const total = extensions.checkout ? (log.data?.pagination.total ?? null) : (all?.length ?? null);
  const clear = () =>
    setFilters({ search: null, status: null, event: null, code: null, from: null, to: null, page: null });
  return (
    <DataTable<WebhookLog>
      caption={t("title")}
      columns={columns}
      rows={rows}
      count={{ total, hasNext: total !== null && page * perPage < total }}
      rowId={({ id }) => id}
      rowName={({ event_id, id }) => event_id ?? id}
      {...(extensions.checkout && {
        rowHref: ({ id }: WebhookLog) =>
          `${base}/webhooks/${encodeURIComponent(endpoint.id)}/deliveries/${encodeURIComponent(id)}`,
      })}
      state={{ sort: null, order: "desc", page, perPage, hidden: filters.hide }}
      onStateChange={(change) => setFilters(tableAddress(change))}
      refreshing={log.isFetching && !log.isPending}
      error={log.error ? words(log.error) : null}
      onRetry={() => log.refetch()}
      withoutValues={unreported.columns}
      filtered={extensions.checkout && isFiltered(filters)}
      onClearFilters={clear}
      toolbar={
        extensions.checkout ? (
          <LogFilterBar endpoint={endpoint.id} filters={filters} onChange={setFilters} onClear={clear} />
        ) : (
          <FilterBar actions={<ExportLog endpoint={endpoint.id} filter={{}} />} />
        )
      }
      pageHref={pageHref}
      empty={
        <EmptyState icon={<Send />} title={t("empty.title")}>
          {t("empty.body")}
        </EmptyState>
      }
    />
  );
}
