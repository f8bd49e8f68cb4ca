"use client";

import { Inbox, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useAffiliateStatuses } from "@/components/affiliates/affiliate-statuses";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { RecordList } from "@/components/records/record-list";
import { buttonClass } from "@/components/ui/button-class";
import { sinceFilter } from "@/components/ui/filters";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
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
  const { affiliate, can, extensions, format } = useDesk();
  const address = useListAddress(affiliateFilters, ["search", "status", "created_after"]);
  const { filters, narrow, choice, search } = address;
  const query = toQuery(filters, extensions.affiliate);
  const statusOf = useAffiliateStatuses();
  const { selects, selected, clearSelection, table } = useResourceList({
    api: "affiliate",
    address,
    query,
    read: affiliate.affiliates.list.options({ query }),
    held: "affiliates",
  });
  const deletion = useDeleteDialog();
  const mayWrite = can("affiliate", "affiliates", "create");
  const statuses = statusesAmong(affiliateStatuses, table.rows, filters.status);
  const created = sinceFilter({
    id: "created_after",
    label: t("columns.created"),
    value: filters.created_after,
    summary: filters.created_after ? t("since", { day: format.day(filters.created_after) }) : null,
    onChange: (day) => narrow({ created_after: day }),
  });
  return (
    <>
      <RecordList<Affiliate>
        {...table}
        api="affiliate"
        resource="affiliates"
        icon={<Users />}
        query={query}
        columns={useAffiliateColumns()}
        rowName={nameOf}
        {...(mayWrite && {
          rowActions: (one: Affiliate) => <AffiliateRowActions one={one} onDelete={deletion.ask} />,
          ...selects(<AffiliateBulkActions chosen={selected} onDone={clearSelection} />),
        })}
        {...(extensions.affiliate && { search: search("search", t("search")) })}
        filters={[choice("status", t("columns.status"), statuses, (status) => statusOf(status).label), created]}
        pages={mayWrite && <ReviewLink status={filters.status} />}
        importLabel={t("import.action")}
      />
      {deletion.dialog}
    </>
  );
}

/** In another API, applications may have another status. */
function ReviewLink({ status }: { status: string }) {
  const t = useTranslations("affiliates.applications");
  const { base } = useDesk();
  const search = status === "" || isOneOf(affiliateStatuses, status) ? "" : `?status=${encodeURIComponent(status)}`;
  return (
    <IntentLink href={`${base}/affiliates/applications${search}`} className={buttonClass()}>
      <Inbox aria-hidden /> {t("action")}
    </IntentLink>
  );
}
