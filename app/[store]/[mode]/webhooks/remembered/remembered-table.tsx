"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { type ReactNode, useMemo } from "react";
import { usePageAddress } from "@/components/lists/page-address";
import { pageFilters, tableAddress, toPage } from "@/components/lists/table-address";
import { Moment } from "@/components/moment";
import { useErrorWords } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { DataTable } from "@/components/ui/data-table";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Remembered } from "@/lib/contract/desk/remembered";

import { rememberedName } from "./remembered-endpoint";

const column = columnsFor<Remembered>();

/** Stands in for an API that cannot list endpoints, with those that were created or adopted here. */
export function RememberedTable({ empty }: { empty: ReactNode }) {
  const t = useTranslations("webhooks");
  const { base, desk } = useDesk();
  const [filters, setFilters] = useQueryStates(pageFilters, { history: "push" });
  const query = toPage(filters);
  const words = useErrorWords();
  const pageHref = usePageAddress();
  const columns = useColumns();
  const list = useQuery({
    ...desk.remembered.list.options({ params: { kind: "webhook_endpoint" }, query }),
    placeholderData: keepPreviousData,
  });
  const total = list.data?.pagination.total ?? null;
  return (
    <div className="grid gap-4">
      <Banner title={t("noList.title")} live={false}>
        {t("noList.body")}
      </Banner>
      <DataTable<Remembered>
        caption={t("title")}
        columns={columns}
        rows={list.data?.data}
        count={{ total, hasNext: total !== null && query.page * query.per_page < total }}
        rowId={({ id }) => id}
        rowName={rememberedName}
        rowHref={({ id }) => `${base}/webhooks/${encodeURIComponent(id)}`}
        state={{ sort: null, order: "desc", page: query.page, perPage: query.per_page, hidden: filters.hide }}
        onStateChange={(change) => setFilters(tableAddress(change))}
        refreshing={list.isFetching && !list.isPending}
        error={list.error ? words(list.error) : null}
        onRetry={() => list.refetch()}
        pageHref={pageHref}
        empty={empty}
      />
    </div>
  );
}

function useColumns(): TableColumns<Remembered> {
  const t = useTranslations("webhooks");
  return useMemo(
    () =>
      column.columns([
        column.accessor(rememberedName, { id: "url", header: t("columns.url"), meta: { primary: true } }),
        column.accessor("id", { header: t("columns.id"), cell: ({ getValue }) => <code>{getValue()}</code> }),
        column.accessor("has_secret", {
          header: t("columns.from"),
          cell: ({ getValue }) => t(getValue() ? "madeHere" : "adopted"),
        }),
        column.accessor("first_seen", {
          header: t("columns.since"),
          meta: { align: "end" },
          cell: ({ getValue }) => <Moment at={getValue()} />,
        }),
      ]),
    [t],
  );
}
