"use client";

import { Inbox, Plus, Upload, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
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
import { useDesk } from "@/lib/api/desk";
import { affiliateStatuses } from "@/lib/contract/affiliate/affiliate-words";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { AffiliateRowActions, useDeleteDialog } from "./affiliate-actions";
import { useAffiliateColumns } from "./affiliate-columns";
import { affiliateFilters, statusesAmong, toQuery } from "./filters";
import { nameOf } from "./use-affiliate-changes";

const AffiliateBulkActions = lazyPart(() => import("./affiliate-bulk"));

export function AffiliateTable() {
  const t = useTranslations("affiliates");
  const { base, affiliate, can, extensions, format } = useDesk();
  const address = useListAddress(affiliateFilters, ["search", "status", "created_after"]);
  const { filters, narrow, choice } = address;
  const query = toQuery(filters, extensions.affiliate);
  const statusOf = useAffiliateStatuses();
  const { list, selects, selected, clearSelection, table } = useResourceList({
    api: "affiliate",
    address,
    query,
    read: affiliate.affiliates.list.options({ query }),
    held: "affiliates",
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
                statusesAmong(list.data?.data, affiliateStatuses, filters.status),
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
          <EmptyState icon={<Users />} title={t("empty.title")} action={mayWrite && newAffiliate}>
            {t(mayWrite ? "empty.body" : "empty.readOnly")}
          </EmptyState>
        }
      />
      {deletion.dialog}
    </>
  );
}
