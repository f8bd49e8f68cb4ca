"use client";

import { Link2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { affiliateFilter } from "@/components/affiliates/affiliate-filter";
import { AffiliateName, type AffiliateNames, useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { useProgramWords } from "@/components/affiliates/program-words";
import { Sums } from "@/components/affiliates/sums";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { recordColumns } from "@/components/records/record-columns";
import { RecordList } from "@/components/records/record-list";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { linkSorts, linkStatuses } from "@/lib/contract/affiliate/link-words";
import type { Link } from "@/lib/contract/affiliate/links";
import { withoutScheme } from "@/lib/word-format";
import { linkFilters, toQuery } from "./filters";
import { LinkActions } from "./link-actions";
import { nameOf } from "./to-draft";

const LinkBulkActions = lazyPart(() => import("./link-bulk"));

export function LinkTable() {
  const t = useTranslations("links");
  const { linkStatus } = useProgramWords();
  const { affiliate, can, has, format } = useDesk();
  const address = useListAddress(linkFilters, ["status", "affiliate", "created_after"]);
  const { filters, narrow, choice, since } = address;
  const query = toQuery(filters);
  const mayRead = can("affiliate", "links", "list");
  const { rows, selects, selected, clearSelection, table } = useResourceList({
    api: "affiliate",
    address,
    query,
    read: { ...affiliate.links.list.options({ query }), enabled: mayRead },
    undoable: "links",
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
        since("created_after", t("since"), format.day),
        has("affiliate", "links", "list", "affiliate_id") &&
          affiliateFilter({
            label: t("columns.affiliate"),
            value: filters.affiliate,
            names,
            onChange: (affiliate) => narrow({ affiliate }),
          }),
      ]}
      importLabel={t("import.action")}
    />
  );
}

const column = columnsFor<Link>();

function useLinkColumns(names: AffiliateNames): TableColumns<Link> {
  const t = useTranslations("links");
  const { format, has } = useDesk();
  const words = useProgramWords();
  return useMemo(() => {
    const sorts = linkSorts.filter((sort) => has("affiliate", "links", "list", "sort", sort));
    const { field, status, date } = recordColumns<Link>(sorts);
    const figure = { align: "end", firstOrder: "desc" } as const;
    return column.columns([
      column.cell("name", t("columns.name"), nameOf, {
        primary: true,
        ...(sorts.includes("name") && { sort: "name" }),
      }),
      field("affiliate_id", t("columns.affiliate"), (id) => <AffiliateName id={id} names={names} />, {
        id: "affiliate",
        wrap: true,
      }),
      field("code", t("columns.code"), (code) => <code>{code}</code>, {
        ...{ notOnPhone: true, room: "wide" },
      }),
      field(
        "destination_url",
        t("columns.destination"),
        (url) => (
          <span className="line-clamp-2" title={url}>
            {withoutScheme(url)}
          </span>
        ),
        { id: "destination", notOnPhone: true, wrap: true },
      ),
      field("clicks", t("columns.clicks"), format.number, figure),
      field("orders", t("columns.orders"), format.number, { ...figure, notOnPhone: true }),
      field(
        "revenue",
        t("columns.revenue"),
        (revenue, { currency, totals }) => (
          <Sums of={totals?.map((sum) => ({ ...sum, amount: sum.revenue })) ?? [{ amount: revenue, currency }]} />
        ),
        figure,
      ),
      status(t("columns.status"), words.linkStatus),
      date("created_at", t("columns.created"), "wide"),
    ]);
  }, [t, format, words, has, names]);
}
