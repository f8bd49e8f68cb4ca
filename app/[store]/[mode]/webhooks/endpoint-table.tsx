"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import { useHeldIds } from "@/components/lists/held";
import { usePageAddress } from "@/components/lists/page-address";
import { pageFilters, tableAddress, toPage } from "@/components/lists/table-address";
import { useErrorWords } from "@/components/query-error";
import { DataTable } from "@/components/ui/data-table";
import { useDesk } from "@/lib/api/desk";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import { EndpointActions } from "./endpoint-actions";
import { useEndpointColumns } from "./endpoint-columns";

import { nameOf } from "./words";

export function EndpointTable({ empty }: { empty: ReactNode }) {
  const t = useTranslations("webhooks");
  const { base, checkout, can } = useDesk();
  const [filters, setFilters] = useQueryStates(pageFilters, { history: "push" });
  const query = toPage(filters);
  const words = useErrorWords();
  const pageHref = usePageAddress();
  const held = useHeldIds("webhooks");
  const list = useQuery({ ...checkout.webhooks.list.options({ query }), placeholderData: keepPreviousData });
  const columns = useEndpointColumns();
  const rows = list.data?.data.filter(({ id }) => !held.has(id));
  const total = list.data?.pagination.total ?? null;
  const hiddenHere = (list.data?.data.length ?? 0) - (rows?.length ?? 0);
  return (
    <DataTable<Webhook>
      caption={t("title")}
      columns={columns}
      rows={rows}
      count={{
        total: total === null ? null : total - hiddenHere,
        hasNext: total !== null && query.page * query.per_page < total,
      }}
      rowId={({ id }) => id}
      rowName={nameOf}
      rowHref={({ id }) => `${base}/webhooks/${encodeURIComponent(id)}`}
      {...(can("checkout", "webhooks", "update") && {
        rowActions: (endpoint: Webhook) => <EndpointActions endpoint={endpoint} />,
      })}
      state={{ sort: null, order: "desc", page: query.page, perPage: query.per_page, hidden: filters.hide }}
      onStateChange={(change) => setFilters(tableAddress(change))}
      refreshing={list.isFetching && !list.isPending}
      error={list.error ? words(list.error) : null}
      onRetry={() => list.refetch()}
      pageHref={pageHref}
      empty={empty}
    />
  );
}
