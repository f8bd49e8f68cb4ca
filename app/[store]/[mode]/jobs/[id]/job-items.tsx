"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { tableAddress } from "@/components/lists/table-address";
import { useErrorWords } from "@/components/query-error";
import { Status } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { choiceFilter } from "@/components/ui/filters";
import { columnsFor } from "@/components/ui/table-types";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import { itemStates } from "@/lib/contract/desk/job-words";
import type { Job, JobItem } from "@/lib/contract/desk/jobs";
import { itemFilters, toItemQuery } from "../filters";
import { isOver, useJobWords } from "../words";

const column = columnsFor<JobItem>();

export function JobItems({ job }: { job: Job }) {
  const t = useTranslations("jobs");
  const { desk } = useDesk();
  const errorWords = useErrorWords();
  const [filters, setFilters] = useQueryStates(itemFilters, { history: "push" });
  const query = toItemQuery(filters);
  const columns = useItemColumns();
  const items = useQuery({
    ...desk.jobs.items.options({ params: { id: job.id }, query }),
    placeholderData: keepPreviousData,
    refetchInterval: isOver(job) ? false : 2_000,
  });
  const total = items.data?.pagination.total ?? null;
  return (
    <DataTable<JobItem>
      caption={t("outcomes")}
      columns={columns}
      rows={items.data?.data}
      count={{ total, hasNext: total !== null && query.page * query.per_page < total }}
      rowId={(item) => String(item.n)}
      rowName={(item) => item.label ?? item.record ?? String(item.n)}
      state={{ sort: null, order: "asc", page: query.page, perPage: query.per_page, hidden: filters.hide }}
      onStateChange={(change) => setFilters(tableAddress(change))}
      error={items.error ? errorWords(items.error) : null}
      onRetry={() => items.refetch()}
      filtered={filters.state !== null}
      onClearFilters={() => setFilters({ state: null, page: null })}
      toolbar={
        <FilterBar
          filters={[
            choiceFilter({
              id: "state",
              label: t("filterState"),
              options: itemStates.map((value) => ({ value, label: t(`itemStates.${value}`) })),
              value: filters.state ? [filters.state] : [],
              onChange: (values) => setFilters({ state: (values.at(-1) as JobItem["state"]) ?? null, page: null }),
            }),
          ]}
        />
      }
      empty={
        <EmptyState icon={<ListChecks />} title={t("noItems.title")}>
          {t("noItems.body")}
        </EmptyState>
      }
    />
  );
}

function useItemColumns() {
  const t = useTranslations("jobs");
  const said = useSaid();
  const words = useJobWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change only with the texts.
  return useMemo(
    () =>
      column.columns([
        column.accessor("n", { header: t("columns.n"), meta: { notOnPhone: true } }),
        column.accessor((item) => item.label ?? item.record, {
          id: "record",
          header: t("columns.record"),
          meta: { primary: true },
          cell: ({ row: { original: item } }) => (
            <>
              {item.label ?? item.record ?? "—"}
              {item.label !== null && item.record !== null && <span className="ms-2 text-muted">{item.record}</span>}
            </>
          ),
        }),
        column.accessor("state", {
          header: t("columns.outcome"),
          cell: ({ getValue }) => {
            const { label, tone, hollow } = words.item(getValue());
            return (
              <Status tone={tone} {...(hollow && { hollow })}>
                {label}
              </Status>
            );
          },
        }),
        column.accessor("message", {
          header: t("columns.message"),
          meta: { wrap: true },
          cell: ({ row: { original: item } }) =>
            said(item.message ?? item.history.at(-1)?.message ?? "") || <span className="text-muted">—</span>,
        }),
      ]),
    [t, said],
  );
}
