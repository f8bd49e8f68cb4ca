"use client";

import { Inbox, Plus, Upload, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import { useAffiliateStatuses } from "@/components/affiliates/affiliate-statuses";
import { useResourceList } from "@/components/lists/use-resource-list";
import { ViewsMenu } from "@/components/lists/views-menu";
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
import { nameOf } from "./use-affiliate-changes";

type Sort = (typeof affiliateSorts)[number];

const AffiliateBulkActions = lazyPart(() => import("./affiliate-bulk"));

export function AffiliateTable() {
  const t = useTranslations("affiliates");
  const { base, affiliate, can, extensions, format } = useDesk();
  const [filters, setFilters] = useQueryStates(affiliateFilters, { history: "push" });
  const asked = toQuery(filters, extensions.affiliate);
  const statusOf = useAffiliateStatuses();
  const { list, selects, selected, clearSelection, table } = useResourceList<Affiliate, Sort>({
    api: "affiliate",
    options: affiliate.affiliates.list.options({ query: asked }),
    held: "affiliates",
    asked,
    filters,
    setFilters,
  });
  const columns = useAffiliateColumns();
  const deletion = useDeleteDialog();
  const mayWrite = can("affiliate", "affiliates", "create");

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
        {...table}
        caption={t("title")}
        columns={columns}
        rowName={nameOf}
        rowHref={({ id }) => `${base}/affiliates/${encodeURIComponent(id)}`}
        {...(mayWrite && {
          rowActions: (one) => <AffiliateRowActions one={one} onDelete={deletion.ask} />,
          ...selects(<AffiliateBulkActions chosen={selected} onDone={clearSelection} />),
        })}
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
