"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link2, Plus, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { Suspense } from "react";
import { affiliateFilter } from "@/components/affiliates/affiliate-filter";
import { useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { useProgramWords } from "@/components/affiliates/program-words";
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
import { choiceFilter, sinceFilter } from "@/components/ui/filters";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import { type linkSorts, linkStatuses } from "@/lib/contract/affiliate/link-words";
import type { Link } from "@/lib/contract/affiliate/links";
import { linkFilters, toQuery } from "./filters";
import { LinkActions } from "./link-actions";
import { useLinkColumns } from "./link-columns";
import { nameOf } from "./words";

const LinkBulkActions = lazyPart(() => import("./link-bulk"));

export function LinkTable() {
  const t = useTranslations("links");
  const { linkStatus } = useProgramWords();
  const { base, affiliate, can, extensions, format } = useDesk();
  const [filters, setFilters] = useQueryStates(linkFilters, { history: "push" });
  const asked = toQuery(filters, extensions.affiliate);
  const [selection, , select] = useSelection(asked);
  const held = useHeldIds("links");
  const words = useErrorWords();
  const unreported = useUnreported("affiliate");
  const pageHref = usePageAddress();
  useKeepListAddress();
  const list = useQuery({
    ...affiliate.links.list.options({ query: asked }),
    enabled: can("affiliate", "links", "list"),
    placeholderData: keepPreviousData,
  });
  const names = useAffiliateNames([...(list.data?.data.map((link) => link.affiliate_id) ?? []), filters.affiliate]);
  const columns = useLinkColumns(names);
  const mayWrite = can("affiliate", "links", "create");
  const mayDelete = can("affiliate", "links", "delete");

  if (!can("affiliate", "links", "list")) {
    return (
      <>
        <PageHeader title={t("title")} />
        <EmptyState icon={<Link2 />} title={t("forbidden")}>
          {t("forbiddenBody")}
        </EmptyState>
      </>
    );
  }

  const rows = list.data?.data.filter((link) => !held.has(link.id));
  const total = list.data?.pagination.total ?? null;
  const hiddenHere = (list.data?.data.length ?? 0) - (rows?.length ?? 0);
  // An API that counts also reports its page size, which may be smaller than requested.
  const perPage = total === null ? asked.per_page : (list.data?.pagination.per_page ?? asked.per_page);
  const newLink = (
    <IntentLink href={`${base}/links/new`} className={buttonClass({ variant: "primary" })}>
      <Plus aria-hidden /> {t("new")}
    </IntentLink>
  );

  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          mayWrite && (
            <>
              <IntentLink href={`${base}/links/import`} className={buttonClass()}>
                <Upload aria-hidden /> {t("import.action")}
              </IntentLink>
              {newLink}
            </>
          )
        }
      />
      <DataTable<Link>
        caption={t("title")}
        columns={columns}
        rows={rows}
        count={{
          total: total === null ? null : total - hiddenHere,
          hasNext: total === null ? (list.data?.data.length ?? 0) >= perPage : asked.page * perPage < total,
        }}
        rowId={(link) => link.id}
        rowName={nameOf}
        rowHref={(link) => `${base}/links/${encodeURIComponent(link.id)}`}
        rowActions={(link) => <LinkActions link={link} />}
        {...(mayDelete && {
          selection,
          onSelectionChange: (ids) => select(ids),
          bulkActions: (
            <Suspense>
              <LinkBulkActions
                links={rows?.filter((link) => selection.includes(link.id)) ?? []}
                onDone={() => select([])}
              />
            </Suspense>
          ),
        })}
        state={{ sort: asked.sort, order: filters.order, page: asked.page, perPage, hidden: filters.hide }}
        onStateChange={(change) => setFilters(tableAddress<(typeof linkSorts)[number]>(change))}
        refreshing={list.isFetching && !list.isPending}
        error={list.error ? words(list.error) : null}
        onRetry={() => list.refetch()}
        withoutValues={unreported.columns}
        filtered={filters.status !== "" || filters.affiliate !== "" || filters.created_after !== null}
        onClearFilters={() => setFilters({ status: null, affiliate: null, created_after: null, page: null })}
        toolbar={
          <FilterBar
            views={<ViewsMenu screen="links" />}
            actions={<ExportCsv resource="links" query={asked} />}
            onClearAll={() => setFilters({ status: null, affiliate: null, created_after: null, page: null })}
            filters={[
              choiceFilter({
                id: "status",
                label: t("columns.status"),
                options: linkStatuses.map((value) => ({ value, label: linkStatus(value).label })),
                value: filters.status ? [filters.status] : [],
                onChange: (values) => setFilters({ status: values.at(-1) ?? null, page: null }),
              }),
              sinceFilter({
                id: "created_after",
                label: t("since"),
                value: filters.created_after,
                summary: filters.created_after && format.day(filters.created_after),
                onChange: (created_after) => setFilters({ created_after, page: null }),
              }),
              ...(extensions.affiliate
                ? [
                    affiliateFilter({
                      label: t("columns.affiliate"),
                      value: filters.affiliate,
                      name: names.get(filters.affiliate)?.name,
                      onChange: (id) => setFilters({ affiliate: id || null, page: null }),
                    }),
                  ]
                : []),
            ]}
          />
        }
        pageHref={pageHref}
        empty={
          <EmptyState icon={<Link2 />} title={t("empty.title")} action={mayWrite && newLink}>
            {t(mayWrite ? "empty.body" : "empty.readOnly")}
          </EmptyState>
        }
      />
    </>
  );
}
