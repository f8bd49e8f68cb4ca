"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Inbox, Plus, Upload, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { type ReactNode, Suspense } from "react";
import { useAffiliateStatuses } from "@/components/affiliates/affiliate-statuses";
import { useHeldIds } from "@/components/lists/held-deletes";
import { useKeepListAddress } from "@/components/lists/list-address";
import { usePageAddress } from "@/components/lists/page-address";
import { tableAddress } from "@/components/lists/table-address";
import { useUnreported } from "@/components/lists/unreported";
import { useSelection } from "@/components/lists/use-selection";
import { ViewsMenu } from "@/components/lists/views-menu";
import { useErrorWords } from "@/components/query-error";
import { ExportCsv } from "@/components/transfer/export-csv";
import { buttonClass } from "@/components/ui/button-class";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { choiceFilter, dateFilter } from "@/components/ui/filters";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import { type affiliateSorts, affiliateStatuses } from "@/lib/contract/affiliate/affiliate-words";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { AffiliateRowActions, useDeleteDialog } from "./affiliate-actions";
import { useAffiliateColumns } from "./affiliate-columns";
import { affiliateFilters, statusesAmong, toQuery } from "./filters";
import { nameOf } from "./name-of";

const AffiliateBulkActions = lazyPart(() => import("./affiliate-bulk"));

export function AffiliateTable() {
  const t = useTranslations("affiliates");
  const { base, affiliate, can, extensions, format } = useDesk();
  const [filters, setFilters] = useQueryStates(affiliateFilters, { history: "push" });
  const asked = toQuery(filters, extensions.affiliate);
  const [selection, , select] = useSelection(asked);
  const held = useHeldIds("affiliates");
  const words = useErrorWords();
  const unreported = useUnreported("affiliate");
  const pageHref = usePageAddress();
  const statusOf = useAffiliateStatuses();
  useKeepListAddress();
  const list = useQuery({
    ...affiliate.affiliates.list.options({ query: asked }),
    placeholderData: keepPreviousData,
  });
  const columns = useAffiliateColumns();
  const deletion = useDeleteDialog();
  const mayWrite = can("affiliate", "affiliates", "create");

  const rows = list.data?.data.filter(({ id }) => !held.has(id));
  const total = list.data?.pagination.total ?? null;
  const hiddenHere = (list.data?.data.length ?? 0) - (rows?.length ?? 0);
  const perPage = total === null ? asked.per_page : (list.data?.pagination.per_page ?? asked.per_page);
  const link = (path: string, label: string, icon: ReactNode, variant: "primary" | "secondary" = "secondary") => (
    <IntentLink href={`${base}/affiliates/${path}`} className={buttonClass({ variant })}>
      {icon} {label}
    </IntentLink>
  );
  const newAffiliate = link("new", t("new"), <Plus aria-hidden />, "primary");
  // In another API, applications may have another status.
  const waiting = filters.status && !(affiliateStatuses as readonly string[]).includes(filters.status);
  const review = waiting ? `applications?status=${encodeURIComponent(filters.status)}` : "applications";
  const isFiltered = filters.search !== "" || filters.status !== "" || filters.created_after !== "";

  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          mayWrite && (
            <>
              {link(review, t("applications.action"), <Inbox aria-hidden />)}
              {link("import", t("import.action"), <Upload aria-hidden />)}
              {newAffiliate}
            </>
          )
        }
      />
      <DataTable<Affiliate>
        caption={t("title")}
        columns={columns}
        rows={rows}
        count={{
          total: total === null ? null : total - hiddenHere,
          hasNext: total === null ? (list.data?.data.length ?? 0) >= perPage : asked.page * perPage < total,
        }}
        rowId={({ id }) => id}
        rowName={nameOf}
        rowHref={({ id }) => `${base}/affiliates/${encodeURIComponent(id)}`}
        {...(mayWrite && {
          rowActions: (one) => <AffiliateRowActions one={one} onDelete={deletion.ask} />,
          selection,
          onSelectionChange: (ids) => select(ids),
          bulkActions: (
            <Suspense>
              <AffiliateBulkActions
                chosen={rows?.filter(({ id }) => selection.includes(id)) ?? []}
                onDone={() => select([])}
              />
            </Suspense>
          ),
        })}
        state={{ sort: filters.sort, order: filters.order, page: asked.page, perPage, hidden: filters.hide }}
        onStateChange={(change) => setFilters(tableAddress<(typeof affiliateSorts)[number]>(change))}
        refreshing={list.isFetching && !list.isPending}
        error={list.error ? words(list.error) : null}
        onRetry={() => list.refetch()}
        withoutValues={unreported.columns}
        filtered={isFiltered}
        onClearFilters={() => setFilters({ search: null, status: null, created_after: null, page: null })}
        toolbar={
          <FilterBar
            views={<ViewsMenu screen="affiliates" />}
            {...(extensions.affiliate && {
              search: {
                value: filters.search,
                label: t("search"),
                onValueChange: (search) => setFilters({ search: search || null, page: null }, { history: "replace" }),
              },
            })}
            actions={<ExportCsv resource="affiliates" query={asked} />}
            filters={[
              choiceFilter({
                id: "status",
                label: t("columns.status"),
                options: statusesAmong(list.data?.data, affiliateStatuses, filters.status).map((value) => ({
                  value,
                  label: statusOf(value).label,
                })),
                value: filters.status ? [filters.status] : [],
                onChange: (values) => setFilters({ status: values.at(-1) ?? null, page: null }),
              }),
              dateFilter({
                id: "created_after",
                label: t("columns.created"),
                from: filters.created_after || null,
                to: null,
                summary: filters.created_after ? t("since", { day: format.day(filters.created_after) }) : null,
                onChange: ({ from }) => setFilters({ created_after: from, page: null }),
                onlyFrom: true,
              }),
            ]}
          />
        }
        pageHref={pageHref}
        empty={
          <EmptyState icon={<Users />} title={t("empty.title")} action={mayWrite && newAffiliate}>
            {t(mayWrite ? "empty.body" : "empty.readOnly")}
          </EmptyState>
        }
      />
      {deletion.dialog}
    </>
  );
}
