"use client";

import { Banknote } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { affiliateFilter } from "@/components/affiliates/affiliate-filter";
import { AffiliateName, type AffiliateNames, useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { useProgramWords } from "@/components/affiliates/program-words";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { Moment } from "@/components/moment";
import { recordColumns } from "@/components/records/record-columns";
import { ExportCsv } from "@/components/transfer/export-csv";
import { DataTable } from "@/components/ui/data-table";
import { FilterBar } from "@/components/ui/filter-bar";
import { columnsFor } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { paidAtOf, payoutSorts, payoutStatuses } from "@/lib/contract/affiliate/payout-words";
import type { Payout } from "@/lib/contract/affiliate/payouts";
import { payoutFilters, toPayoutQuery } from "./filters";
import { Totals, totalsOf, withoutCurrency } from "./totals";
import { usePayoutWords } from "./words";

const column = columnsFor<Payout>();

export function PayoutTable({ pay }: { pay: ReactNode }) {
  const t = useTranslations("payouts");
  const { affiliate, base, has, format } = useDesk();
  const { payoutStatus } = useProgramWords();
  const address = useListAddress(payoutFilters, ["status", "since", "affiliate"]);
  const { filters, narrow, choice, since } = address;
  const query = toPayoutQuery(filters);
  const read = affiliate.payouts.list.options({ query });
  const { rows = [], table } = useResourceList({ api: "affiliate", address, query, read });
  const names = useAffiliateNames([...rows.map((row) => row.affiliate_id), filters.affiliate]);
  const columns = usePayoutColumns(names);
  const leftOut = withoutCurrency(rows);
  const isWhole = !table.count.hasNext && query.page === 1;
  return (
    <>
      <DataTable
        {...table}
        caption={t("views.api")}
        columns={columns}
        rowName={(row) => row.id}
        rowHref={(row) => `${base}/payouts/${encodeURIComponent(row.id)}`}
        toolbar={
          <FilterBar
            actions={<ExportCsv resource="payouts" query={query} format="generic" />}
            filters={[
              choice("status", t("filters.status"), payoutStatuses, (status) => payoutStatus(status).label),
              since("since", t("filters.since"), format.day),
              has("affiliate", "payouts", "list", "affiliate_id") &&
                affiliateFilter({
                  label: t("filters.affiliate"),
                  value: filters.affiliate,
                  names,
                  onChange: (affiliate) => narrow({ affiliate }),
                }),
            ]}
          />
        }
        empty={{
          icon: <Banknote />,
          title: t("empty.title"),
          action: pay,
          children: t(pay ? "empty.body" : "empty.readOnly"),
        }}
      />
      <Totals
        label={t(isWhole ? "totals.all" : "totals.page")}
        totals={totalsOf(rows)}
        note={leftOut > 0 ? t("totals.without", { count: leftOut }) : undefined}
      />
    </>
  );
}

function usePayoutColumns(names: AffiliateNames) {
  const t = useTranslations("payouts");
  const { has, money } = useDesk();
  const words = usePayoutWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change only with the texts.
  return useMemo(() => {
    const sorts = payoutSorts.filter((sort) => has("affiliate", "payouts", "list", "sort", sort));
    const { field, status } = recordColumns<Payout>(sorts);
    const latest = { align: "end", firstOrder: "desc" } as const;
    return column.columns([
      column.cell(
        "affiliate_id",
        t("columns.affiliate"),
        ({ affiliate_id: owner, id }) => (owner === undefined ? id : <AffiliateName id={owner} names={names} plain />),
        { primary: true },
      ),
      status(t("columns.status"), (status, row) => words.status(status, row.returned_at)),
      field("amount", t("columns.amount"), (amount, { currency }) => money(amount, currency), latest),
      column.accessor((row) => row.commission_ids?.length, {
        id: "commissions",
        header: t("columns.commissions"),
        meta: { align: "end", notOnPhone: true, optional: true },
      }),
      column.cell("method", t("columns.method"), ({ method }) => (method ? words.method(method) : undefined)),
      column.cell("reference", t("columns.reference"), ({ reference }) => reference || null, {
        notOnPhone: true,
        wrap: true,
      }),
      column.cell("paid_at", t("columns.paid"), (row) => (paidAtOf(row) ? <Moment at={paidAtOf(row) ?? ""} /> : null), {
        ...latest,
        notOnPhone: true,
        ...(sorts.includes("paid_at") && { sort: "paid_at" }),
      }),
      field("created_at", t("columns.created"), (at) => <Moment at={at} />, latest),
    ]);
  }, [t, money, names, has]);
}
