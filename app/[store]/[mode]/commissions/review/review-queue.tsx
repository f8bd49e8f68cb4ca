"use client";

import { useQuery } from "@tanstack/react-query";
import { HandCoins } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useMemo, useState } from "react";
import { affiliateFilter } from "@/components/affiliates/affiliate-filter";
import { type AffiliateNames, useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { ViewsMenu } from "@/components/lists/views-menu";
import { ExportCsv } from "@/components/transfer/export-csv";
import { Button } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { FilterBar } from "@/components/ui/filter-bar";
import { choiceFilter } from "@/components/ui/filters";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import { commissionStatuses, commissionTypes } from "@/lib/contract/affiliate/commission-words";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import { useCommissionColumns } from "../commission-columns";
import { type QueueFilters, queueFilters, toFilter, toQuery } from "../filters";
import { useCommissionWords } from "../words";
import { isDecisionOpen, jobKinds } from "./decisions";
import { readQueue } from "./read-queue";
import { ReviewPane } from "./review-pane";
import { useCursor, useOpenCommission } from "./use-cursor";
import { useDecisions } from "./use-decisions";
import { useRefill } from "./use-refill";
import { useReview } from "./use-review";

const CommissionBulk = lazyPart(() => import("../bulk/commission-bulk"));
const JobOutcome = lazyPart(() => import("../bulk/job-outcome"));
const RejectDialog = lazyPart(() => import("./reject-dialog"));

const none: Commission[] = [];

export function ReviewQueue() {
  const t = useTranslations("commissions");
  const { can } = useDesk();
  const address = useListAddress(queueFilters, ["status", "affiliate", "flagged", "type", "from"]);
  const { filters, setFilters } = address;
  const { status, affiliate, flagged, type, from } = filters;
  const deciding = useDecisions();
  const { decisions } = deciding;
  const query = toQuery(filters);
  const gone = useMemo(() => new Set(status === "pending" ? decisions.keys() : []), [status, decisions]);
  const reading = useResourceList({
    api: "affiliate",
    read: readQueue(useDesk(), query),
    address: {
      ...address,
      setFilters: (change) => setFilters({ ...change, id: null }),
      // The statuses "pending" and "all" are the queue and the whole list.
      filtered: Boolean(affiliate || flagged || type || from) || (status !== "pending" && status !== "all"),
    },
    query,
    gone,
  });
  const { rows = none, total, list, table, selects, selection, select, selected, everything } = reading;
  const isRefilling = useRefill(list, decisions, rows.length);
  const names = useAffiliateNames(useMemo(() => rows.map((row) => row.affiliate_id), [rows]));
  const nameOf = useRowNames(names);
  const mayDecide = can("affiliate", "commissions", "approve");
  const maySelect = mayDecide && status === "pending";
  const open = useOpenCommission(reading.rows, filters, setFilters);
  const { commission } = open;
  const cursor = useCursor({ rows, open, selection, onSelect: select, maySelect });
  const isBulk = maySelect && selection.length > 0;
  const review = useReview({ rows, total, commission, nameOf, deciding, cursor, isBulk, mayDecide });
  const { rejecting } = review;
  const [started, setStarted] = useState<readonly string[]>([]);
  const bulk = (
    <CommissionBulk
      commissions={selected}
      filter={everything ? toFilter(filters) : null}
      waiting={[...decisions.values()].filter((decision) => decision.mine && isDecisionOpen(decision)).length}
      operation={review.bulk}
      onAsk={review.setBulk}
      onStarted={(job) => {
        setStarted([...started, job]);
        select([]);
      }}
    />
  );

  return (
    <>
      <PageHeader list title={t("title")} description={t(mayDecide ? "description" : "descriptionReadOnly")} />
      <JobOutcomes started={started} />
      <div className="grid items-start gap-4 2xl:gap-5 xl:grid-cols-[minmax(0,1fr)_21rem] 2xl:grid-cols-[minmax(0,1fr)_30rem]">
        <QueueTable
          {...table}
          {...(isRefilling && rows.length === 0 && { rows: undefined })}
          {...(maySelect && selects(bulk, { all: true }))}
          columns={useCommissionColumns({ names, decisions: status === "pending" ? null : decisions })}
          rowName={nameOf}
          onRowOpen={(row) => cursor.open(row.id)}
          {...(commission && { currentRow: commission.id })}
          toolbar={<QueueFilterBar address={address} actions={<ExportCsv resource="commissions" query={query} />} />}
          onAll={status === "all" ? null : () => void setFilters({ status: "all" })}
        />
        <ReviewPane
          {...{ filters, open, review, decisions, names, nameOf }}
          isLoading={reading.rows === undefined && !list.error}
          isEmpty={reading.rows?.length === 0 || list.error !== null}
        />
      </div>
      {rejecting.commission && <RejectDialog name={nameOf(rejecting.commission)} rejecting={rejecting} />}
    </>
  );
}

type TableProps = Omit<ComponentProps<typeof DataTable<Commission>>, "caption" | "empty" | "rowHref"> & {
  onAll: (() => void) | null;
};

function QueueTable({ onAll, ...table }: TableProps) {
  const t = useTranslations("commissions");
  const { base } = useDesk();
  return (
    <DataTable<Commission>
      {...table}
      caption={t("title")}
      rowHref={({ id }) => `${base}/commissions?status=all&id=${encodeURIComponent(id)}`}
      shortcuts={false}
      empty={{
        icon: <HandCoins />,
        title: t(onAll ? "empty.title" : "empty.none"),
        action: onAll && <Button onClick={onAll}>{t("empty.all")}</Button>,
        children: t(onAll ? "empty.body" : "empty.noneBody"),
      }}
    />
  );
}

/** Each name is formatted once, because formatting is slow and every key press asks for every name. */
function useRowNames(names: AffiliateNames): (row: Commission) => string {
  const t = useTranslations("commissions");
  const words = useCommissionWords();
  return useMemo(() => {
    const known = new WeakMap<Commission, string>();
    const format = (row: Commission) => {
      const affiliate = names.get(row.affiliate_id ?? "")?.name ?? row.affiliate_id ?? row.id;
      const amount = words.amount(row);
      return amount === null ? affiliate : t("rowName", { affiliate, amount });
    };
    return (row) => {
      const name = known.get(row) ?? format(row);
      known.set(row, name);
      return name;
    };
  }, [names, words, t]);
}

/** `started` are the jobs that this page started; they may finish before the running jobs are fetched. */
function JobOutcomes({ started }: { started: readonly string[] }) {
  const { desk, busy } = useDesk();
  const active = useQuery({
    ...desk.jobs.active.options(),
    staleTime: Number.POSITIVE_INFINITY,
    ...(!busy.jobs && { initialData: { data: [] } }),
  });
  const [seen, setSeen] = useState<readonly string[]>([]);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const here = active.data?.data.filter(({ kind }) => kind in jobKinds).map(({ id }) => id) ?? [];
  const unseen = here.filter((id) => !seen.includes(id));
  if (unseen.length > 0) setSeen([...seen, ...unseen]);
  const shown = [...new Set([...started, ...seen])].filter((id) => !dismissed.includes(id));
  return shown.map((id) => <JobOutcome key={id} id={id} onDismiss={() => setDismissed([...dismissed, id])} />);
}

type FilterProps = { address: ReturnType<typeof useListAddress<typeof queueFilters>>; actions: ReactNode };

/** Only filters that the API applies are offered, because filtering one page would be wrong for all others. */
function QueueFilterBar({ address: { filters, narrow, choice, since }, actions }: FilterProps) {
  const t = useTranslations("commissions.filters");
  const { has, format } = useDesk();
  const words = useCommissionWords();
  const names = useAffiliateNames([filters.affiliate]);
  const { status } = filters;
  const ours = [
    affiliateFilter({
      label: t("affiliate"),
      value: filters.affiliate,
      names,
      onChange: (affiliate) => narrow({ affiliate }),
    }),
    choice("flagged", t("flagged"), ["true", "false"], (flagged) => t(flagged === "true" ? "flaggedYes" : "flaggedNo")),
    choice("type", t("type"), commissionTypes, words.type),
  ];
  return (
    <FilterBar
      views={<ViewsMenu screen="commissions" />}
      actions={actions}
      filters={[
        choiceFilter({
          id: "status",
          label: t("status"),
          options: commissionStatuses.map((value) => ({ value, label: words.status(value).label })),
          value: status === "all" ? null : status,
          onChange: (value) => narrow({ status: (value as QueueFilters["status"] | null) ?? "all" }),
        }),
        ...(has("affiliate", "commissions", "list", "affiliate_id") ? ours : []),
        since("from", t("from"), format.day),
      ]}
    />
  );
}
