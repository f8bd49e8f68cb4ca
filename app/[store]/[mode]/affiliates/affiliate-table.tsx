"use client";

import { DoorOpen, Inbox, Scale, ShieldCheck, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useAffiliateStatuses } from "@/components/affiliates/program-words";
import { Sums } from "@/components/affiliates/sums";
import { Help } from "@/components/help/help";
import { useChangingIds } from "@/components/lists/use-delayed-changes";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { recordColumns } from "@/components/records/record-columns";
import { RecordList } from "@/components/records/record-list";
import { Look } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button-class";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { statusesAmong } from "@/components/unknown-status";
import { useDesk } from "@/lib/api/desk";
import { affiliateSorts, affiliateStatuses } from "@/lib/contract/affiliate/affiliate-words";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { isOneOf } from "@/lib/word-format";
import { AffiliateRowActions, useDeleteDialog } from "./affiliate-actions";
import { affiliateFilters, toQuery } from "./filters";
import { nameOf } from "./use-affiliate-changes";
import { sumsOf } from "./use-affiliate-facts";

const AffiliateBulkActions = lazyPart(() => import("./affiliate-bulk"));

export function AffiliateTable() {
  const t = useTranslations("affiliates");
  const { affiliate, base, can, has, format } = useDesk();
  const address = useListAddress(affiliateFilters, ["search", "status", "created_after"]);
  const { filters, choice, search, since } = address;
  const query = toQuery(filters);
  const statusOf = useAffiliateStatuses();
  const { selects, selected, clearSelection, table } = useResourceList({
    api: "affiliate",
    address,
    query,
    read: affiliate.affiliates.list.options({ query }),
    undoable: "affiliates",
  });
  const deletion = useDeleteDialog();
  const mayWrite = can("affiliate", "affiliates", "create");
  const seesRisks = can("affiliate", "risks", "list");
  const statuses = statusesAmong(affiliateStatuses, table.rows, filters.status);
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
        {...(has("affiliate", "affiliates", "list", "search") && { search: search("search", t("search")) })}
        filters={[
          choice("status", t("columns.status"), statuses, (status) => statusOf(status).label),
          since("created_after", t("columns.created"), (day) => t("since", { day: format.day(day) })),
        ]}
        pages={
          <>
            <ProgramLink />
            {can("affiliate", "program", "get") && (
              <IntentLink href={`${base}/affiliates/rules`} className={buttonClass()}>
                <Scale aria-hidden /> {t("rules")}
              </IntentLink>
            )}
            {mayWrite && <ReviewLink status={filters.status} />}
            {seesRisks && (
              <IntentLink href={`${base}/affiliates/risks`} className={buttonClass()}>
                <ShieldCheck aria-hidden /> {t("risks")}
              </IntentLink>
            )}
          </>
        }
        importLabel={t("import.action")}
      />
      {deletion.dialog}
    </>
  );
}

function ProgramLink() {
  const t = useTranslations("affiliates");
  const { base } = useDesk();
  return (
    <IntentLink href={`${base}/affiliates/program`} className={buttonClass()}>
      <DoorOpen aria-hidden /> {t("programPage")}
    </IntentLink>
  );
}

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

const column = columnsFor<Affiliate>();

/** A narrow column breaks the address before its domain, and not within a word. */
function breakable(email: string) {
  const domain = email.lastIndexOf("@") + 1;
  return (
    <>
      {email.slice(0, domain)}
      <wbr />
      {email.slice(domain)}
    </>
  );
}

function useAffiliateColumns(): TableColumns<Affiliate> {
  const t = useTranslations("affiliates");
  const { format } = useDesk();
  const statusOf = useAffiliateStatuses();
  const changing = useChangingIds("affiliates");
  return useMemo(() => {
    const { field, date } = recordColumns<Affiliate>(affiliateSorts);
    const figure = { align: "end", firstOrder: "desc" } as const;
    const amount = (name: "unpaid_balance" | "total_revenue", of: "unpaid_balance" | "revenue", header: string) =>
      field(
        name,
        header,
        (_, one) => <Sums of={sumsOf(one).map((sum) => ({ amount: sum[of], currency: sum.currency }))} />,
        figure,
      );
    return column.columns([
      column.cell("name", t("columns.name"), nameOf, { primary: true, sort: "last_name" }),
      field("email", t("columns.email"), breakable, { wrap: true }),
      field("status", t("columns.status"), (status, { id }) => (
        <span className="inline-grid max-sm:justify-items-end">
          <Look {...statusOf(status)} />
          {changing.has(id) && <span className="text-xs text-muted">{t("changing")}</span>}
        </span>
      )),
      column.cell("group", t("columns.group"), ({ group }) => group || null, {
        ...{ notOnPhone: true, wrap: true, room: "medium" },
      }),
      amount("unpaid_balance", "unpaid_balance", t("columns.owed")),
      field("total_clicks", t("columns.clicks"), format.number, { ...figure, notOnPhone: true }),
      field("total_orders", t("columns.orders"), format.number, { ...figure, notOnPhone: true }),
      column.accessor(
        ({ total_clicks: clicks, total_orders: orders }) =>
          clicks === undefined || orders === undefined ? undefined : clicks && orders / clicks,
        {
          id: "conversion",
          header: t("columns.conversion"),
          meta: {
            align: "end",
            notOnPhone: true,
            room: "medium",
            optional: true,
            aside: <Help of="conversion" label={t("columns.conversion")} />,
          },
          cell: ({ getValue }) => {
            const ratio = getValue();
            return ratio ? format.ratioInColumn(ratio) : ratio === undefined ? undefined : null;
          },
        },
      ),
      amount("total_revenue", "revenue", t("columns.revenue")),
      date("created_at", t("columns.created"), "wide"),
    ]);
  }, [t, format, statusOf, changing]);
}
