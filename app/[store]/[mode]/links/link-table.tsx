"use client";

import { Link2, Plus, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { affiliateFilter } from "@/components/affiliates/affiliate-filter";
import { useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { useProgramWords } from "@/components/affiliates/program-words";
import { useResourceList } from "@/components/lists/use-resource-list";
import { ViewsMenu } from "@/components/lists/views-menu";
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

type Sort = (typeof linkSorts)[number];

const LinkBulkActions = lazyPart(() => import("./link-bulk"));

export function LinkTable() {
  const t = useTranslations("links");
  const { linkStatus } = useProgramWords();
  const { base, affiliate, can, extensions, format } = useDesk();
  const [filters, setFilters] = useQueryStates(linkFilters, { history: "push" });
  const asked = toQuery(filters, extensions.affiliate);
  const { list, selects, selected, clearSelection, table } = useResourceList<Link, Sort>({
    api: "affiliate",
    options: affiliate.links.list.options({ query: asked }),
    enabled: can("affiliate", "links", "list"),
    held: "links",
    asked,
    filters: { ...filters, sort: asked.sort ?? null },
    setFilters,
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
      <DataTable<Link>
        {...table}
        caption={t("title")}
        columns={columns}
        rowName={nameOf}
        rowHref={(link) => `${base}/links/${encodeURIComponent(link.id)}`}
        rowActions={(link) => <LinkActions link={link} />}
        {...(mayDelete && selects(<LinkBulkActions links={selected} onDone={clearSelection} />))}
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
        empty={
          <EmptyState icon={<Link2 />} title={t("empty.title")} action={mayWrite && newLink}>
            {t(mayWrite ? "empty.body" : "empty.readOnly")}
          </EmptyState>
        }
      />
    </>
  );
}
