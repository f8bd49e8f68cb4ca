"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Ellipsis, ListChecks } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { Help } from "@/components/help/help";
import { tableAddress } from "@/components/lists/table-address";
import { Moment } from "@/components/moment";
import { useErrorWords } from "@/components/query-error";
import { Status } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { choiceFilter } from "@/components/ui/filters";
import { MenuItem } from "@/components/ui/menu";
import { Progress } from "@/components/ui/meter";
import { PageHeader } from "@/components/ui/page-header";
import { columnsFor } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { jobStates } from "@/lib/contract/desk/job-words";
import type { Job } from "@/lib/contract/desk/jobs";
import { jobFilters, toJobQuery } from "./filters";
import { useJobActions } from "./use-job-actions";
import { doneOf, isOver, useJobWords } from "./words";

const column = columnsFor<Job>();

export function JobTable() {
  const t = useTranslations("jobs");
  const { base, desk } = useDesk();
  const [filters, setFilters] = useQueryStates(jobFilters, { history: "push" });
  const columns = useJobColumns();
  const words = useErrorWords();
  const names = useJobWords();
  const query = toJobQuery(filters);
  const list = useQuery({
    ...desk.jobs.list.options({ query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some((job) => !isOver(job)) ? 3_000 : false),
  });
  const total = list.data?.pagination.total ?? null;
  return (
    <>
      <PageHeader
        title={t("title")}
        meta={<Help of="jobStates" label={t("columns.state")} />}
        description={t("description")}
      />
      <DataTable<Job>
        caption={t("title")}
        columns={columns}
        rows={list.data?.data}
        count={{ total, hasNext: total !== null && query.page * query.per_page < total }}
        rowId={(job) => job.id}
        rowName={names.kind}
        rowHref={(job) => `${base}/jobs/${job.id}`}
        rowActions={(job) => <JobMenu job={job} />}
        state={{ sort: null, order: "desc", page: query.page, perPage: query.per_page, hidden: filters.hide }}
        onStateChange={(change) => setFilters(tableAddress(change))}
        refreshing={false}
        error={list.error ? words(list.error) : null}
        onRetry={() => list.refetch()}
        filtered={filters.state !== ""}
        onClearFilters={() => setFilters({ state: null, page: null })}
        toolbar={
          <FilterBar
            filters={[
              choiceFilter({
                id: "state",
                label: t("filterState"),
                options: jobStates.map((value) => ({ value, label: t(`states.${value}`) })),
                value: filters.state ? [filters.state] : [],
                onChange: (values) => setFilters({ state: values.at(-1) ?? null, page: null }),
              }),
            ]}
          />
        }
        empty={
          <EmptyState icon={<ListChecks />} title={t("empty.title")}>
            {t("empty.body")}
          </EmptyState>
        }
      />
    </>
  );
}

function JobMenu({ job }: { job: Job }) {
  const t = useTranslations("jobs");
  const { base } = useDesk();
  const actions = useJobActions(job);
  return (
    <>
      <MenuItem icon={<Ellipsis aria-hidden />} href={`${base}/jobs/${job.id}`}>
        {t("actions.open")}
      </MenuItem>
      {actions.map(({ name, icon, label, act }) => (
        <MenuItem key={name} icon={icon} tone={name === "cancel" ? "danger" : "neutral"} onSelect={act}>
          {label}
        </MenuItem>
      ))}
    </>
  );
}

function useJobColumns() {
  const t = useTranslations("jobs");
  const { format } = useDesk();
  const words = useJobWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change only with the texts.
  return useMemo(
    () =>
      column.columns([
        column.accessor("kind", {
          header: t("columns.kind"),
          meta: { primary: true },
          cell: ({ row }) => words.kind(row.original),
        }),
        column.accessor("state", {
          header: t("columns.state"),
          cell: ({ row }) => {
            const { label, tone, hollow } = words.state(row.original.state);
            return (
              <Status tone={tone} {...(hollow && { hollow })}>
                {label}
              </Status>
            );
          },
        }),
        column.accessor((job) => doneOf(job), {
          id: "progress",
          header: t("columns.progress"),
          cell: ({ row: { original: job } }) => (
            <Progress
              className="w-40"
              hideLabel={false}
              label={words.progress(job)}
              tone={isOver(job) ? "neutral" : "accent"}
              {...(job.total !== null && { value: doneOf(job), max: Math.max(1, job.total) })}
            />
          ),
        }),
        column.accessor("seconds_left", {
          header: t("columns.left"),
          cell: ({ row }) => words.left(row.original) ?? <span className="text-muted">—</span>,
        }),
        column.accessor("created_by", { header: t("columns.by"), meta: { notOnPhone: true } }),
        column.accessor("created_at", {
          header: t("columns.created"),
          meta: { align: "end" },
          cell: ({ getValue }) => <Moment at={getValue()} precise />,
        }),
      ]),
    [t, format],
  );
}
