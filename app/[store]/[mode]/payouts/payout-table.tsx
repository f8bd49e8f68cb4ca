"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Banknote } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { type ReactNode, useMemo } from "react";
import { AffiliateName, type AffiliateNames, useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { AffiliatePicker } from "@/components/affiliates/affiliate-picker";
import { useProgramWords } from "@/components/affiliates/program-words";
import { usePageAddress } from "@/components/lists/page-address";
import { tableAddress } from "@/components/lists/table-address";
import { useUnreported } from "@/components/lists/unreported";
import { Moment } from "@/components/moment";
import { useErrorWords } from "@/components/query-error";
import { Look } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { choiceFilter, sinceFilter } from "@/components/ui/filters";
import { columnsFor } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { type payoutSorts, payoutStatuses } from "@/lib/contract/affiliate/payout-words";
import type { Payout } from "@/lib/contract/affiliate/payouts";
import { ExportPayouts } from "./export-payouts";
import { payoutFilters, toPayoutQuery } from "./filters";
import { Totals, totalsOf, withoutCurrency } from "./totals";
import { usePayoutWords } from "./words";

const column = columnsFor<Payout>();

export function PayoutTable({ pay }: { pay: ReactNode }) {
  const t = useTranslations("payouts");
  const { affiliate, base, extensions, format } = useDesk();
  const [filters, setFilters] = useQueryStates(payoutFilters, { history: "push" });
  const query = toPayoutQuery(filters, extensions.affiliate);
  const errorWords = useErrorWords();
  const unreported = useUnreported("affiliate");
  const pageHref = usePageAddress();
  const list = useQuery({ ...affiliate.payouts.list.options({ query }), placeholderData: keepPreviousData });
  const rows = list.data?.data;
  const names = useAffiliateNames([...(rows?.map((row) => row.affiliate_id) ?? []), filters.affiliate]);
  const columns = usePayoutColumns(names);
  const total = list.data?.pagination.total ?? null;
  const perPage = total === null ? query.per_page : (list.data?.pagination.per_page ?? query.per_page);
  const hasNext = total === null ? (rows?.length ?? 0) >= perPage : query.page * perPage < total;
  const leftOut = withoutCurrency(rows ?? []);
  const whole = !hasNext && query.page === 1;
  const filtered = query.status !== undefined || query.created_after !== undefined || query.affiliate_id !== undefined;
  const { payoutStatus } = useProgramWords();
  const summary = { status: filters.status, since: filters.since, affiliate: filters.affiliate };
  return (
    <>
      <DataTable<Payout>
        caption={t("views.api")}
        columns={columns}
        rows={rows}
        count={{ total, hasNext }}
        rowId={(row) => row.id}
        rowName={(row) => row.id}
        rowHref={(row) => `${base}/payouts/${encodeURIComponent(row.id)}`}
        state={{ sort: filters.sort, order: filters.order, page: query.page, perPage, hidden: filters.hide }}
        onStateChange={(change) => setFilters(tableAddress<(typeof payoutSorts)[number]>(change))}
        refreshing={list.isFetching && !list.isPending}
        error={list.error ? errorWords(list.error) : null}
        onRetry={() => list.refetch()}
        withoutValues={unreported.columns}
        filtered={filtered}
        onClearFilters={() => setFilters({ status: null, since: null, affiliate: null, page: null })}
        pageHref={pageHref}
        toolbar={
          <FilterBar
            actions={<ExportPayouts query={query} />}
            filters={[
              choiceFilter({
                id: "status",
                label: t("filters.status"),
                options: payoutStatuses.map((value) => ({ value, label: payoutStatus(value).label })),
                value: summary.status ? [summary.status] : [],
                onChange: (values) => setFilters({ status: values.at(-1) ?? null, page: null }),
              }),
              sinceFilter({
                id: "since",
                label: t("filters.since"),
                value: summary.since || null,
                summary: summary.since ? format.day(summary.since) : null,
                onChange: (since) => setFilters({ since, page: null }),
              }),
              ...(extensions.affiliate
                ? [
                    {
                      id: "affiliate",
                      label: t("filters.affiliate"),
                      summary: summary.affiliate ? (names.get(summary.affiliate)?.name ?? summary.affiliate) : null,
                      editor: () => (
                        <AffiliatePicker
                          aria-label={t("filters.affiliate")}
                          value={summary.affiliate}
                          onValueChange={(id) => setFilters({ affiliate: id || null, page: null })}
                        />
                      ),
                      onClear: () => setFilters({ affiliate: null, page: null }),
                    },
                  ]
                : []),
            ]}
          />
        }
        empty={
          <EmptyState icon={<Banknote />} title={t("empty.title")} action={pay}>
            {t(pay ? "empty.body" : "empty.readOnly")}
          </EmptyState>
        }
      />
      <Totals
        label={t(whole ? "totals.all" : "totals.page")}
        totals={totalsOf(rows ?? [])}
        note={leftOut > 0 ? t("totals.without", { count: leftOut }) : undefined}
      />
    </>
  );
}

function usePayoutColumns(names: AffiliateNames) {
  const t = useTranslations("payouts");
  const { extensions, format, money } = useDesk();
  const words = usePayoutWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change only with the texts.
  return useMemo(() => {
    const absent = <span className="text-muted">{t("notProvided")}</span>;
    const none = <span className="text-muted">—</span>;
    const sort = (name: string) => (extensions.affiliate || name === "created_at" ? { sort: name } : {});
    return column.columns([
      column.accessor("affiliate_id", {
        header: t("columns.affiliate"),
        meta: { primary: true },
        cell: ({ getValue, row }) => {
          const id = getValue();
          return id === undefined ? row.original.id : <AffiliateName id={id} names={names} plain />;
        },
      }),
      column.accessor("status", {
        header: t("columns.status"),
        meta: { optional: true, ...sort("status") },
        cell: ({ getValue }) => {
          const status = getValue();
          return status === undefined ? absent : <Look {...words.status(status)} />;
        },
      }),
      column.accessor("amount", {
        header: t("columns.amount"),
        meta: { align: "end", firstOrder: "desc", optional: true, ...sort("amount") },
        cell: ({ getValue, row }) => {
          const amount = getValue();
          return amount === undefined ? absent : money(amount, row.original.currency);
        },
      }),
      column.accessor((row) => row.commission_ids?.length, {
        id: "commissions",
        header: t("columns.commissions"),
        meta: { align: "end", notOnPhone: true, optional: true },
        cell: ({ getValue }) => getValue() ?? absent,
      }),
      column.accessor("method", {
        header: t("columns.method"),
        cell: ({ getValue }) => {
          const method = getValue();
          return method ? words.method(method) : absent;
        },
      }),
      column.accessor("reference", {
        header: t("columns.reference"),
        meta: { notOnPhone: true },
        cell: ({ getValue }) => {
          const reference = getValue();
          if (!reference) return none;
          return (
            <span className="inline-block truncate sm:max-w-40 align-bottom" title={reference}>
              {reference}
            </span>
          );
        },
      }),
      column.accessor("paid_at", {
        header: t("columns.paid"),
        meta: { align: "end", firstOrder: "desc", notOnPhone: true, ...sort("paid_at") },
        cell: ({ getValue }) => {
          const at = getValue();
          return at ? <Moment at={at} /> : none;
        },
      }),
      column.accessor("created_at", {
        header: t("columns.created"),
        meta: { align: "end", firstOrder: "desc", optional: true, ...sort("created_at") },
        cell: ({ getValue }) => {
          const at = getValue();
          return at === undefined ? absent : <Moment at={at} />;
        },
      }),
    ]);
  }, [t, format, money, names, extensions.affiliate]);
}
