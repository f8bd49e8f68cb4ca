"use client";

import { HandCoins } from "lucide-react";
import { useTranslations } from "next-intl";
import { type SetValues, useQueryStates } from "nuqs";
import { Suspense, useMemo, useState } from "react";
import { type AffiliateNames, useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { useKeepListAddress } from "@/components/lists/list-address";
import { usePageAddress } from "@/components/lists/page-address";
import { SelectEverything } from "@/components/lists/select-everything";
import { tableAddress } from "@/components/lists/table-address";
import { useUnreported } from "@/components/lists/unreported";
import { useSelection } from "@/components/lists/use-selection";
import { useErrorWords } from "@/components/query-error";
import { ExportCsv } from "@/components/transfer/export-csv";
import { Button } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import type { commissionSorts } from "@/lib/contract/affiliate/commission-words";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import { JobOutcomes } from "../bulk/job-outcomes";
import { useCommissionColumns } from "../commission-columns";
import { type QueueFilters, queueFilters, toFilter } from "../filters";
import { useCommissionWords } from "../words";
import { type Decision, isOpen } from "./decisions";
import { QueueFilterBar } from "./queue-filter-bar";
import { ReviewPane } from "./review-pane";
import { useCursor } from "./use-cursor";
import { useDecisions } from "./use-decisions";
import { useOpenCommission } from "./use-open-commission";
import { useQueueRows } from "./use-queue-rows";
import { useReview } from "./use-review";

const CommissionBulk = lazyPart(() => import("../bulk/commission-bulk"));
const RejectDialog = lazyPart(() => import("./reject-dialog"));

const none: Commission[] = [];

export function ReviewQueue() {
  const t = useTranslations("commissions");
  const { can } = useDesk();
  const [filters, setFilters] = useQueryStates(queueFilters, { history: "push" });
  const deciding = useDecisions();
  const { decisions } = deciding;
  const queue = useQueueRows(filters, decisions);
  const { rows = none, total } = queue;
  const [selection, everything, select] = useSelection(queue.query);
  const names = useAffiliateNames(useMemo(() => rows.map((row) => row.affiliate_id), [rows]));
  const nameOf = useRowNames(names);
  const mayDecide = can("affiliate", "commissions", "approve");
  const maySelect = mayDecide && filters.status === "pending";
  const open = useOpenCommission(queue.rows, filters, setFilters);
  const { commission } = open;
  const cursor = useCursor({ rows, open, selection, onSelect: (ids) => select(ids), maySelect });
  const isBulk = maySelect && selection.length > 0;
  const review = useReview({ rows, total, commission, nameOf, deciding, cursor, isBulk, mayDecide });
  const { rejecting } = review;
  const [started, setStarted] = useState<readonly string[]>([]);

  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <JobOutcomes started={started} />
      <div className="grid items-start gap-4 2xl:gap-5 xl:grid-cols-[minmax(0,1fr)_21rem] 2xl:grid-cols-[minmax(0,1fr)_30rem]">
        <QueueTable
          {...{
            queue,
            filters,
            setFilters,
            selection,
            everything,
            select,
            maySelect,
            review,
            decisions,
            names,
            nameOf,
          }}
          currentRow={commission?.id}
          onRowOpen={(row) => cursor.open(row.id)}
          onStarted={(job) => setStarted([...started, job])}
        />
        <ReviewPane
          {...{ filters, open, review, decisions, names, nameOf }}
          isLoading={queue.rows === undefined && !queue.list.error}
          isEmpty={queue.rows?.length === 0 || queue.list.error !== null}
        />
      </div>
      {rejecting.commission && (
        <Suspense>
          <RejectDialog name={nameOf(rejecting.commission)} rejecting={rejecting} />
        </Suspense>
      )}
    </>
  );
}

type TableProps = {
  queue: ReturnType<typeof useQueueRows>;
  filters: QueueFilters;
  setFilters: SetValues<typeof queueFilters>;
  selection: string[];
  everything: boolean;
  select: (ids: string[], everything?: boolean) => void;
  maySelect: boolean;
  review: ReturnType<typeof useReview>;
  decisions: ReadonlyMap<string, Decision>;
  names: AffiliateNames;
  nameOf: (row: Commission) => string;
  currentRow: string | undefined;
  onRowOpen: (row: Commission) => void;
  onStarted: (job: string) => void;
};

function QueueTable({ queue, filters, setFilters, decisions, names, nameOf, currentRow, ...props }: TableProps) {
  const t = useTranslations("commissions");
  const { base } = useDesk();
  const { list, query, rows, perPage, count, refreshing } = queue;
  const { status, affiliate, flagged, type, from } = filters;
  const columns = useCommissionColumns({ names, decisions: status === "pending" ? null : decisions });
  const errorWords = useErrorWords();
  const unreported = useUnreported("affiliate");
  const pageHref = usePageAddress();
  useKeepListAddress();
  return (
    <DataTable<Commission>
      caption={t("title")}
      columns={columns}
      rows={rows}
      count={count}
      rowId={(row) => row.id}
      rowName={nameOf}
      rowHref={(row) => `${base}/commissions?status=all&id=${encodeURIComponent(row.id)}`}
      onRowOpen={props.onRowOpen}
      {...(currentRow !== undefined && { currentRow })}
      shortcuts={false}
      {...useSelecting({ queue, filters, decisions, ...props })}
      state={{ sort: filters.sort, order: filters.order, page: query.page, perPage, hidden: filters.hide }}
      onStateChange={(change) => setFilters({ ...tableAddress<(typeof commissionSorts)[number]>(change), id: null })}
      refreshing={refreshing}
      error={list.error ? errorWords(list.error) : null}
      onRetry={() => list.refetch()}
      withoutValues={unreported.columns}
      // The statuses "pending" and "all" are the queue and the whole list.
      filtered={Boolean(affiliate || flagged || type || from) || (status !== "pending" && status !== "all")}
      onClearFilters={() =>
        setFilters({ status: null, affiliate: null, flagged: null, type: null, from: null, page: null })
      }
      toolbar={
        <QueueFilterBar
          filters={filters}
          onChange={(change) => setFilters({ ...change, page: null, id: null })}
          actions={<ExportCsv resource="commissions" query={query} />}
        />
      }
      pageHref={pageHref}
      empty={
        <EmptyState
          icon={<HandCoins />}
          title={t(status === "all" ? "empty.none" : "empty.title")}
          action={status !== "all" && <Button onClick={() => setFilters({ status: "all" })}>{t("empty.all")}</Button>}
        >
          {t(status === "all" ? "empty.noneBody" : "empty.body")}
        </EmptyState>
      }
    />
  );
}

type SelectingProps = Pick<
  TableProps,
  "queue" | "filters" | "selection" | "everything" | "select" | "maySelect" | "review" | "decisions" | "onStarted"
>;

function useSelecting({ queue, filters, selection, everything, select, review, decisions, ...props }: SelectingProps) {
  const { extensions } = useDesk();
  const { rows = none, total, hasMore } = queue;
  if (!props.maySelect) return {};
  return {
    selection,
    onSelectionChange: (ids: string[]) => select(ids),
    selectAllMatching: hasMore && (
      <SelectEverything
        chosen={everything}
        total={total}
        onChange={(all) =>
          select(
            rows.map(({ id }) => id),
            all,
          )
        }
      />
    ),
    bulkActions: (
      <Suspense>
        <CommissionBulk
          commissions={rows.filter(({ id }) => selection.includes(id))}
          filter={everything ? toFilter(filters, extensions.affiliate) : null}
          waiting={[...decisions.values()].filter((decision) => decision.mine && isOpen(decision)).length}
          asked={review.bulk}
          onAsk={review.setBulk}
          onDone={(job) => {
            props.onStarted(job);
            select([]);
          }}
        />
      </Suspense>
    ),
  };
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
