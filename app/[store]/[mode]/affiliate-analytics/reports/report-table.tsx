"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { usePageAddress } from "@/components/lists/page-address";
import { tableAddress } from "@/components/lists/table-address";
import { useUnreported } from "@/components/lists/unreported";
import { useErrorWords } from "@/components/query-error";
import { ExportCsv } from "@/components/transfer/export-csv";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { type Filter, FilterBar } from "@/components/ui/filter-bar";
import { choiceFilter } from "@/components/ui/filters";
import type { TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Page } from "@/lib/contract/common";
import { type PanelProps, sortOf, toQuery } from "../filters";

type Props<Row extends object> = PanelProps & {
  resource: "affiliate_metrics" | "product_metrics" | "clicks";
  list: UseQueryResult<Page<Row>>;
  columns: TableColumns<Row>;
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  rowHref?: (row: Row) => string;
  /** `clears` is what no longer applies with another status. */
  statuses: { label: string; options: readonly { value: string; label: string }[]; clears?: { sort: null } };
  choices?: readonly Filter[];
  lastPage?: number;
};

const cleared = { status: null, affiliate: null, link: null, page: null };

export function ReportTable<Row extends object>({ lastPage = Number.POSITIVE_INFINITY, ...props }: Props<Row>) {
  const { filters, period, onChange, resource, list, columns, statuses, choices = [] } = props;
  const t = useTranslations("affiliateAnalytics.reports");
  const { extensions } = useDesk();
  const words = useErrorWords();
  const unreported = useUnreported("affiliate");
  const pageHref = usePageAddress();
  const asked = toQuery(filters, period, extensions.affiliate);
  const rows = list.data?.data;
  const total = list.data?.pagination.total ?? null;
  const perPage = total === null ? asked.per_page : (list.data?.pagination.per_page ?? asked.per_page);
  const more = total === null ? (rows?.length ?? 0) >= perPage : asked.page * perPage < total;
  const filtered = filters.status !== "" || filters.affiliate !== "" || filters.link !== "";
  const status = choiceFilter({
    id: "status",
    label: statuses.label,
    options: statuses.options,
    value: filters.status,
    onChange: (value) => onChange({ status: value, page: null, ...statuses.clears }),
  });
  const caption = t(`names.${filters.report}`);
  return (
    <>
      <DataTable<Row>
        caption={caption}
        columns={columns}
        rows={rows}
        count={{ total, hasNext: more && asked.page < lastPage }}
        rowId={props.rowId}
        rowName={props.rowName}
        {...(props.rowHref && { rowHref: props.rowHref })}
        state={{
          sort: sortOf(filters),
          order: filters.order,
          page: asked.page,
          perPage,
          hidden: filters.hide,
        }}
        onStateChange={(change) => onChange(tableAddress<string>(change))}
        refreshing={list.isFetching && !list.isPending}
        error={list.error ? words(list.error) : null}
        onRetry={() => list.refetch()}
        withoutValues={unreported.columns}
        filtered={filtered}
        onClearFilters={() => onChange(cleared)}
        pageHref={pageHref}
        toolbar={
          <FilterBar
            filters={[status, ...choices]}
            onClearAll={() => onChange(cleared)}
            actions={<ExportCsv resource={resource} query={asked} />}
          />
        }
        empty={
          <EmptyState level={3} title={t("empty.title")}>
            {t(`empty.${filters.report}`)}
          </EmptyState>
        }
      />
      {asked.page >= lastPage && more && (
        <p className="mt-2 text-sm text-pretty text-muted">{t("lastPage", { count: lastPage * perPage })}</p>
      )}
    </>
  );
}
