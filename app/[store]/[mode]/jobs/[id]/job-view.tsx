"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, ListChecks } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { RecordWaiting } from "@/components/query-error";
import { Look } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { DataTable } from "@/components/ui/data-table";
import { DescriptionList } from "@/components/ui/description-list";
import { FilterBar } from "@/components/ui/filter-bar";
import { Progress } from "@/components/ui/meter";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { columnsFor } from "@/components/ui/table-types";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import { itemStates } from "@/lib/contract/desk/job-words";
import type { Job, JobItem } from "@/lib/contract/desk/jobs";
import { itemFilters, toQuery } from "../filters";
import { doneOf, isOver, useJobActions, useJobWords } from "../job";

export function JobView({ id }: { id: string }) {
  const t = useTranslations("jobs");
  const { base, desk } = useDesk();
  const job = useQuery({
    ...desk.jobs.get.options({ params: { id } }),
    refetchInterval: ({ state }) => (state.data && !isOver(state.data) ? 2_000 : false),
  });
  const crumbs = [{ href: `${base}/jobs`, label: t("title") }];
  if (job.data) return <Loaded job={job.data} crumbs={crumbs} />;
  return <RecordWaiting title={t("one")} crumbs={crumbs} record={job} />;
}

function Loaded({ job, crumbs }: { job: Job; crumbs: { href: string; label: string }[] }) {
  const t = useTranslations("jobs");
  const words = useJobWords();
  const said = useSaid();
  return (
    <>
      <PageHeader
        title={words.kind(job)}
        crumbs={crumbs}
        meta={<Look {...words.state(job)} />}
        actions={<Actions job={job} />}
      />
      {job.state === "paused" && job.message && (
        <Banner tone="warning">{t("pausedBecause", { reason: said(job.message, job.message_key) })}</Banner>
      )}
      <Panel>
        <div className="grid gap-4">
          <Progress
            label={t("columns.progress")}
            text={words.progress(job)}
            tone={isOver(job) ? "neutral" : "accent"}
            {...(job.total !== null && { value: doneOf(job), max: Math.max(1, job.total) })}
          />
          <Counts job={job} />
          <Facts job={job} />
        </div>
      </Panel>
      <JobItems job={job} />
    </>
  );
}

function Actions({ job }: { job: Job }) {
  const t = useTranslations("jobs");
  const { store, mode } = useDesk();
  const actions = useJobActions(job);
  const download = (what: "file" | "outcome") => (
    <a className={buttonClass({ variant: "secondary" })} href={`/api/${store.id}/${mode}/desk/jobs/${job.id}/${what}`}>
      <Download aria-hidden /> {t(`actions.${what}`)}
    </a>
  );
  return (
    <>
      {actions.map(({ name, icon, label, act }) => (
        <Button key={name} icon={icon} variant={name === "cancel" ? "danger" : "secondary"} onClick={act}>
          {label}
        </Button>
      ))}
      {job.file_until !== null && download("file")}
      {job.kind !== "export_csv" && download("outcome")}
    </>
  );
}

function Counts({ job }: { job: Job }) {
  const words = useJobWords();
  const counted = itemStates.filter((state) => (job.counts[state] ?? 0) > 0);
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1">
      {counted.map((state) => {
        const { label, ...look } = words.item(state);
        return (
          <li key={state}>
            <Look {...look} label={`${label} ${job.counts[state]}`} />
          </li>
        );
      })}
    </ul>
  );
}

function Facts({ job }: { job: Job }) {
  const t = useTranslations("jobs");
  const { format } = useDesk();
  const words = useJobWords();
  const filter = Object.entries(job.filter ?? {}).map(([name, value]) => `${name} = ${value}`);
  const left = words.left(job);
  const items = [
    { term: t("facts.by"), detail: job.created_by },
    { term: t("facts.started"), detail: format.dateTime(job.created_at) },
    ...(job.finished_at ? [{ term: t("facts.finished"), detail: format.dateTime(job.finished_at) }] : []),
    ...(left ? [{ term: t("facts.left"), detail: left }] : []),
    { term: t("facts.filter"), detail: filter.length > 0 ? filter.join(", ") : t("noFilter") },
    ...(job.file_until
      ? [{ term: t("actions.file"), detail: t("fileUntil", { date: format.dateTime(job.file_until) }) }]
      : []),
  ];
  return <DescriptionList items={items} />;
}

const column = columnsFor<JobItem>();

const idOf = ({ n }: JobItem) => String(n);

function JobItems({ job }: { job: Job }) {
  const t = useTranslations("jobs");
  const { desk } = useDesk();
  const address = useListAddress(itemFilters, ["state"]);
  const query = toQuery(address.filters);
  const { table } = useResourceList({
    address,
    query,
    read: {
      ...desk.jobs.items.options({ params: { id: job.id }, query }),
      refetchInterval: isOver(job) ? false : 2_000,
    },
    rowId: idOf,
  });
  const columns = useItemColumns();
  return (
    <DataTable
      {...table}
      caption={t("outcomes")}
      columns={columns}
      rowName={(item) => item.label ?? item.record ?? idOf(item)}
      toolbar={
        <FilterBar
          filters={[address.choice("state", t("filterState"), itemStates, (state) => t(`itemStates.${state}`))]}
        />
      }
      empty={{ icon: <ListChecks />, title: t("noItems.title"), children: t("noItems.body") }}
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
        column.field("state", t("columns.outcome"), (state) => <Look {...words.item(state)} />),
        column.accessor(
          (item) => {
            const { message, message_key } = item.message === null ? (item.history.at(-1) ?? item) : item;
            return said(message ?? "", message_key);
          },
          {
            id: "message",
            header: t("columns.message"),
            meta: { wrap: true },
          },
        ),
      ]),
    [t, said],
  );
}
