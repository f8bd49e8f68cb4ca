"use client";

import { Link2, Plus, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { affiliateFilter } from "@/components/affiliates/affiliate-filter";
import { useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { useProgramWords } from "@/components/affiliates/program-words";
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
import { linkStatuses } from "@/lib/contract/affiliate/link-words";
import { linkFilters, toQuery } from "./filters";
import { LinkActions } from "./link-actions";
import { useLinkColumns } from "./link-columns";
import { nameOf } from "./words";

const LinkBulkActions = lazyPart(() => import("./link-bulk"));

export function LinkTable() {
  const t = useTranslations("links");
  const { linkStatus } = useProgramWords();
  const { base, affiliate, can, extensions, format } = useDesk();
  const address = useListAddress(linkFilters, ["status", "affiliate", "created_after"]);
  const { filters, narrow, choice } = address;
  const query = toQuery(filters, extensions.affiliate);
  const { list, selects, selected, clearSelection, table } = useResourceList({
    api: "affiliate",
    address,
    query,
    read: { ...affiliate.links.list.options({ query }), enabled: can("affiliate", "links", "list") },
    held: "links",
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
      <DataTable
        {...table}
        caption={t("title")}
        columns={columns}
        rowName={nameOf}
        rowHref={(link) => `${base}/links/${encodeURIComponent(link.id)}`}
        rowActions={(link) => <LinkActions link={link} />}
        {...(mayDelete && selects(<LinkBulkActions links={selected} onDone={clearSelection} />))}
        toolbar={
          <FilterBar
            views={<ViewsMenu screen="links" />}
            actions={<ExportCsv resource="links" query={query} />}
            onClearAll={address.clear}
            filters={[
              choice("status", t("columns.status"), linkStatuses, (status) => linkStatus(status).label),
              sinceFilter({
                id: "created_after",
                label: t("since"),
                value: filters.created_after,
                summary: filters.created_after && format.day(filters.created_after),
                onChange: (created_after) => narrow({ created_after }),
              }),
              ...(extensions.affiliate
                ? [
                    affiliateFilter({
                      label: t("columns.affiliate"),
                      value: filters.affiliate,
                      name: names.get(filters.affiliate)?.name,
                      onChange: (id) => narrow({ affiliate: id || null }),
                    }),
                  ]
                : []),
            ]}
          />
        }
        empty={
          <EmptyState icon={<Link2 />} title={t("empty.title")} action={mayWrite && newLink}>
            {t(mayWrite ? "empty.body" : "empty.readOnly")}
          </EmptyState>
        }
      />
    </>
  );
}
