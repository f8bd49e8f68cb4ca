"use client";

import { Plus, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ViewsMenu } from "@/components/lists/views-menu";
import { ExportCsv } from "@/components/transfer/export-csv";
import { buttonClass } from "@/components/ui/button-class";
import { DataTable, type DataTableProps } from "@/components/ui/data-table";
import { FilterBar, type FilterBarProps } from "@/components/ui/filter-bar";
import { IntentLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import type { RecordName } from "@/lib/contract/record-words";

type Props<Row extends { id: string }> = Omit<DataTableProps<Row>, "caption" | "rowHref" | "toolbar" | "empty"> &
  Pick<FilterBarProps, "search" | "filters"> & {
    api: "checkout" | "affiliate";
    resource: RecordName;
    icon: ReactNode;
    query: Record<string, unknown>;
    pages?: ReactNode;
    /** Without it, records cannot be imported. */
    importLabel?: string;
    notice?: string | false;
  };

export function RecordList<Row extends { id: string }>(props: Props<Row>) {
  const { api, resource, icon, query, search, filters, pages, importLabel, notice, ...table } = props;
  const t = useTranslations(resource);
  const { base, can } = useDesk();
  const mayCreate = can(api, resource, "create");
  const create = mayCreate && (
    <IntentLink href={`${base}/${resource}/new`} className={buttonClass({ variant: "primary" })}>
      <Plus aria-hidden /> {t("new")}
    </IntentLink>
  );
  const exporter = <ExportCsv resource={resource} query={query} />;
  return (
    <>
      <PageHeader
        list
        title={t("title")}
        description={t("description")}
        actions={
          (pages || mayCreate) && (
            <>
              {pages}
              {mayCreate && importLabel && (
                <IntentLink href={`${base}/${resource}/import`} className={buttonClass()}>
                  <Upload aria-hidden /> {importLabel}
                </IntentLink>
              )}
              {create}
            </>
          )
        }
      />
      <DataTable<Row>
        {...table}
        caption={t("title")}
        rowHref={({ id }) => `${base}/${resource}/${encodeURIComponent(id)}`}
        toolbar={
          notice ? (
            <div className="flex flex-wrap items-center gap-2">
              <p className="min-w-0 flex-1 basis-60 px-1 text-sm text-muted">{notice}</p>
              {exporter}
            </div>
          ) : (
            <FilterBar
              views={<ViewsMenu screen={resource} />}
              search={search}
              filters={filters}
              onClearAll={table.onClearFilters}
              actions={exporter}
            />
          )
        }
        empty={{
          icon,
          title: t("empty.title"),
          action: create,
          children: t(mayCreate ? "empty.body" : "empty.readOnly"),
        }}
      />
    </>
  );
}
