"use client";

import type { UseQueryOptions } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useResourceList } from "@/components/lists/use-resource-list";
import { ExportCsv } from "@/components/transfer/export-csv";
import { DataTable, type DataTableProps } from "@/components/ui/data-table";
import { type Filter, FilterBar } from "@/components/ui/filter-bar";
import { choiceFilter } from "@/components/ui/filters";
import type { Page } from "@/lib/contract/common";
import type { ApiError } from "@/lib/contract/errors";
import type { AffiliatePanelProps, toQuery } from "../filters";

type Props<P extends Page<object>> = Pick<AffiliatePanelProps, "filters" | "onChange"> &
  Pick<DataTableProps<P["data"][number]>, "columns" | "rowId" | "rowName" | "rowHref"> & {
    resource: "affiliate_metrics" | "product_metrics" | "clicks";
    query: ReturnType<typeof toQuery>;
    read: UseQueryOptions<P, ApiError, P, readonly unknown[]>;
    /** `clears` is what no longer applies with another status. */
    statuses: { label: string; options: readonly { value: string; label: string }[]; clears?: { sort: null } };
    choices?: readonly (Filter | false)[];
    lastPage?: number;
  };

const cleared = { status: null, affiliate: null, link: null, page: null };

export function ReportTable<P extends Page<object>>({ lastPage = Number.POSITIVE_INFINITY, ...props }: Props<P>) {
  const { filters, onChange, resource, query, read, columns, rowId, rowName, rowHref, statuses, choices = [] } = props;
  const t = useTranslations("affiliateAnalytics.reports");
  const { table } = useResourceList({
    api: "affiliate",
    address: {
      filters,
      setFilters: onChange,
      filtered: filters.status !== "" || filters.affiliate !== "" || filters.link !== "",
      clear: () => onChange(cleared),
    },
    query,
    read,
    rowId,
  });
  const { total, hasNext } = table.count;
  const status = choiceFilter({
    id: "status",
    label: statuses.label,
    options: statuses.options,
    value: filters.status,
    onChange: (value) => onChange({ status: value, page: null, ...statuses.clears }),
  });
  return (
    <>
      <DataTable
        {...table}
        caption={t(`names.${filters.report}`)}
        columns={columns}
        count={{ total, hasNext: hasNext && query.page < lastPage }}
        rowName={rowName}
        rowHref={rowHref}
        toolbar={
          <FilterBar
            filters={[status, ...choices]}
            onClearAll={() => onChange(cleared)}
            actions={<ExportCsv resource={resource} query={query} />}
          />
        }
        empty={{ level: 3, title: t("empty.title"), children: t(`empty.${filters.report}`) }}
      />
      {query.page >= lastPage && hasNext && (
        <p className="mt-2 text-sm text-pretty text-muted">
          {t("lastPage", { count: lastPage * table.state.perPage })}
        </p>
      )}
    </>
  );
}
