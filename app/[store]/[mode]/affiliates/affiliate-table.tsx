"use client";

import { Inbox, Plus, Upload, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useAffiliateStatuses } from "@/components/affiliates/affiliate-statuses";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { ViewsMenu } from "@/components/lists/views-menu";
import { ExportCsv } from "@/components/transfer/export-csv";
import { buttonClass } from "@/components/ui/button-class";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { sinceFilter } from "@/components/ui/filters";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { statusesAmong } from "@/components/unknown-status";
import { useDesk } from "@/lib/api/desk";
import { affiliateStatuses } from "@/lib/contract/affiliate/affiliate-words";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { isOneOf } from "@/lib/is-one-of";
import { AffiliateRowActions, useDeleteDialog } from "./affiliate-actions";
import { useAffiliateColumns } from "./affiliate-columns";
import { affiliateFilters, toQuery } from "./filters";
import { nameOf } from "./use-affiliate-changes";

const AffiliateBulkActions = lazyPart(() => import("./affiliate-bulk"));

export function AffiliateTable() {
  const t = useTranslations("affiliates");
  const { base, affiliate, can, extensions, format } = useDesk();
  const address = useListAddress(affiliateFilters, ["search", "status", "created_after"]);
  const { filters, narrow, choice } = address;
  const query = toQuery(filters, extensions.affiliate);
  const statusOf = useAffiliateStatuses();
  const { selects, selected, clearSelection, table } = useResourceList({
    api: "affiliate",
    address,
    query,
    read: affiliate.affiliates.list.options({ query }),
    held: "affiliates",
  });
  const columns = useAffiliateColumns();
  const deletion = useDeleteDialog();
  const mayWrite = can("affiliate", "affiliates", "create");

  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={mayWrite && <HeaderActions status={filters.status} />}
      />
      <DataTable
        {...table}
        caption={t("title")}
        columns={columns}
        rowName={nameOf}
        rowHref={({ id }) => `${base}/affiliates/${encodeURIComponent(id)}`}
        {...(mayWrite && {
          rowActions: (one: Affiliate) => <AffiliateRowActions one={one} onDelete={deletion.ask} />,
          ...selects(<AffiliateBulkActions chosen={selected} onDone={clearSelection} />),
        })}
        toolbar={
          <FilterBar
            views={<ViewsMenu screen="affiliates" />}
            {...(extensions.affiliate && { search: address.search("search", t("search")) })}
            actions={<ExportCsv resource="affiliates" query={query} />}
            filters={[
              choice(
                "status",
                t("columns.status"),
                statusesAmong(affiliateStatuses, table.rows, filters.status),
                (status) => statusOf(status).label,
              ),
              sinceFilter({
                id: "created_after",
                label: t("columns.created"),
                value: filters.created_after,
                summary: filters.created_after ? t("since", { day: format.day(filters.created_after) }) : null,
                onChange: (day) => narrow({ created_after: day }),
              }),
            ]}
          />
        }
        empty={
          <EmptyState icon={<Users />} title={t("empty.title")} action={mayWrite && <NewAffiliate />}>
            {t(mayWrite ? "empty.body" : "empty.readOnly")}
          </EmptyState>
        }
      />
      {deletion.dialog}
    </>
  );
}

function HeaderActions({ status }: { status: string }) {
  const t = useTranslations("affiliates");
  const { base } = useDesk();
  // In another API, applications may have another status.
  const search = status === "" || isOneOf(affiliateStatuses, status) ? "" : `?status=${encodeURIComponent(status)}`;
  return (
    <>
      <IntentLink href={`${base}/affiliates/applications${search}`} className={buttonClass()}>
        <Inbox aria-hidden /> {t("applications.action")}
      </IntentLink>
      <IntentLink href={`${base}/affiliates/import`} className={buttonClass()}>
        <Upload aria-hidden /> {t("import.action")}
      </IntentLink>
      <NewAffiliate />
    </>
  );
}

function NewAffiliate() {
  const t = useTranslations("affiliates");
  const { base } = useDesk();
  return (
    <IntentLink href={`${base}/affiliates/new`} className={buttonClass({ variant: "primary" })}>
      <Plus aria-hidden /> {t("new")}
    </IntentLink>
  );
}
