"use client";

import { Link2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { affiliateFilter } from "@/components/affiliates/affiliate-filter";
import { useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { useProgramWords } from "@/components/affiliates/program-words";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { RecordList } from "@/components/records/record-list";
import { EmptyState } from "@/components/ui/empty-state";
import { sinceFilter } from "@/components/ui/filters";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import { linkStatuses } from "@/lib/contract/affiliate/link-words";
import { linkFilters, toQuery } from "./filters";
import { LinkActions } from "./link-actions";
import { useLinkColumns } from "./link-columns";
import { nameOf } from "./words";

const LinkBulkActions = lazyPart(() => import("./link-bulk"));

export function LinkTable() {
  const t = useTranslations("links");
  const { linkStatus } = useProgramWords();
  const { affiliate, can, extensions, format } = useDesk();
  const address = useListAddress(linkFilters, ["status", "affiliate", "created_after"]);
  const { filters, narrow, choice } = address;
  const query = toQuery(filters, extensions.affiliate);
  const mayRead = can("affiliate", "links", "list");
  const { rows, selects, selected, clearSelection, table } = useResourceList({
    api: "affiliate",
    address,
    query,
    read: { ...affiliate.links.list.options({ query }), enabled: mayRead },
    held: "links",
  });
  const names = useAffiliateNames([...(rows ?? []).map((link) => link.affiliate_id), filters.affiliate]);
  const columns = useLinkColumns(names);
  if (!mayRead) {
    return (
      <>
        <PageHeader title={t("title")} />
        <EmptyState icon={<Link2 />} title={t("forbidden")}>
          {t("forbiddenBody")}
        </EmptyState>
      </>
    );
  }
  const created = sinceFilter({
    id: "created_after",
    label: t("since"),
    value: filters.created_after,
    summary: filters.created_after && format.day(filters.created_after),
    onChange: (created_after) => narrow({ created_after }),
  });
  const owner = affiliateFilter({
    label: t("columns.affiliate"),
    value: filters.affiliate,
    name: names.get(filters.affiliate)?.name,
    onChange: (id) => narrow({ affiliate: id || null }),
  });
  return (
    <RecordList
      {...table}
      api="affiliate"
      resource="links"
      icon={<Link2 />}
      query={query}
      columns={columns}
      rowName={nameOf}
      rowActions={(link) => <LinkActions link={link} />}
      {...(can("affiliate", "links", "delete") &&
        selects(<LinkBulkActions links={selected} onDone={clearSelection} />))}
      filters={[
        choice("status", t("columns.status"), linkStatuses, (status) => linkStatus(status).label),
        created,
        ...(extensions.affiliate ? [owner] : []),
      ]}
      importLabel={t("import.action")}
    />
  );
}
