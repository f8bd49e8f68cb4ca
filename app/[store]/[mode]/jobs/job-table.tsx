"use client";

import { Ellipsis, ListChecks } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Help } from "@/components/help/help";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { Moment } from "@/components/moment";
import { Look } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { FilterBar } from "@/components/ui/filter-bar";
import { MenuItem } from "@/components/ui/menu";
import { Progress } from "@/components/ui/meter";
import { PageHeader } from "@/components/ui/page-header";
import { columnsFor } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { jobStates } from "@/lib/contract/desk/job-words";
import type { Job } from "@/lib/contract/desk/jobs";
import { jobFilters, toQuery } from "./filters";
import { doneOf, isOver, useJobActions, useJobWords } from "./job";

const column = columnsFor<Job>();

export function JobTable() {
  const t = useTranslations("jobs");
  const { base, desk } = useDesk();
  const address = useListAddress(jobFilters, ["state"]);
  const query = toQuery(address.filters);
  const { table } = useResourceList({
    address,
    query,
    read: {
      ...desk.jobs.list.options({ query }),
      refetchInterval: ({ state }) => (state.data?.data.some((job) => !isOver(job)) ? 3_000 : false),
    },
  });
  const columns = useJobColumns();
  const words = useJobWords();
  return (
    <>
      <PageHeader
        list
        title={t("title")}
        meta={<Help of="jobStates" label={t("columns.state")} />}
        description={t("description")}
      />
      <DataTable
        {...table}
        caption={t("title")}
        columns={columns}
        rowName={words.kind}
        rowHref={(job) => `${base}/jobs/${job.id}`}
        rowActions={(job) => <JobMenu job={job} />}
        toolbar={
          <FilterBar
            filters={[address.choice("state", t("filterState"), jobStates, (state) => t(`states.${state}`))]}
          />
        }
        empty={{ icon: <ListChecks />, title: t("empty.title"), children: t("empty.body") }}
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
        column.field("kind", t("columns.kind"), (_, job) => words.kind(job), { primary: true }),
        column.field("state", t("columns.state"), (_, job) => <Look {...words.state(job)} />),
        column.accessor(doneOf, {
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
        column.accessor(words.left, { id: "seconds_left", header: t("columns.left") }),
        column.accessor("created_by", { header: t("columns.by"), meta: { notOnPhone: true } }),
        column.field("created_at", t("columns.created"), (at) => <Moment at={at} precise />, { align: "end" }),
      ]),
    [t, format],
  );
}
