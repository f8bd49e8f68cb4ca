"use client";

import { HandCoins } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { Suspense, useMemo, useState } from "react";
import { useAffiliateNames } from "@/components/affiliates/affiliate-name";
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
import { queueFilters, toFilter } from "../filters";
import { useCommissionWords } from "../words";
import { isOpen } from "./decisions";
import { QueueFilterBar } from "./queue-filter-bar";
import { ReviewPane } from "./review-pane";
import { useDecisions } from "./use-decisions";
import { useLookedAt } from "./use-looked-at";
import { useQueueRows } from "./use-queue-rows";
import { useReview } from "./use-review";

const CommissionBulk = lazyPart(() => import("../bulk/commission-bulk"));
const RejectDialog = lazyPart(() => import("./reject-dialog"));

export function ReviewQueue() {
  const t = useTranslations("commissions");
  const { base, can, extensions } = useDesk();
  const [filters, setFilters] = useQueryStates(queueFilters, { history: "push" });
  const deciding = useDecisions();
  const { decisions } = deciding;
  const { list, asked, perPage, rows, total, given } = useQueueRows(filters, decisions);
  const [selection, everything, select] = useSelection(asked);
  const [started, setStarted] = useState<readonly string[]>([]);
  const names = useAffiliateNames(useMemo(() => rows?.map((row) => row.affiliate_id) ?? [], [rows]));
  const columns = useCommissionColumns({ names, decisions: filters.status === "pending" ? null : decisions });
  const words = useCommissionWords();
  const errorWords = useErrorWords();
  const unreported = useUnreported("affiliate");
  const pageHref = usePageAddress();
  useKeepListAddress();

  const mayDecide = can("affiliate", "commissions", "approve");
  // Each name is formatted once, because formatting is slow and every key press asks for every name.
  const nameOf = useMemo(() => {
    const known = new WeakMap<Commission, string>();
    const say = (row: Commission) => {
      const affiliate = names.get(row.affiliate_id ?? "")?.name ?? row.affiliate_id ?? row.id;
      const amount = words.amount(row);
      return amount === null ? affiliate : t("rowName", { affiliate, amount });
    };
    return (row: Commission) => {
      const name = known.get(row) ?? say(row);
      known.set(row, name);
      return name;
    };
  }, [names, words, t]);
  const review = useReview({
    rows,
    total,
    nameOf,
    deciding,
    selection,
    mayDecide,
    current: filters.id,
    ...useLookedAt(filters.id, setFilters),
    onSelect: (ids) => select(ids),
  });

  const selectable = mayDecide && filters.status === "pending";
  const chosen = rows?.filter(({ id }) => selection.includes(id)) ?? [];
  const more = total === null ? given >= perPage || asked.page > 1 : total > (rows?.length ?? 0);
  const filtered = Boolean(filters.affiliate || filters.flagged || filters.type || filters.from);
  const waiting = [...decisions.values()].filter((decision) => decision.mine && isOpen(decision)).length;

  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <JobOutcomes started={started} />
      <div className="grid items-start gap-4 2xl:gap-5 xl:grid-cols-[minmax(0,1fr)_21rem] 2xl:grid-cols-[minmax(0,1fr)_30rem]">
        <DataTable<Commission>
          caption={t("title")}
          columns={columns}
          rows={rows}
          count={{
            total,
            hasNext: total === null ? given >= perPage : asked.page * perPage < total,
          }}
          rowId={(row) => row.id}
          rowName={nameOf}
          rowHref={(row) => `${base}/commissions?status=all&id=${encodeURIComponent(row.id)}`}
          onRowOpen={(row) => review.open(row.id)}
          {...(review.commission && { currentRow: review.commission.id })}
          shortcuts={false}
          {...(selectable && {
            selection,
            onSelectionChange: (ids: string[]) => select(ids),
            selectAllMatching: more && (
              <SelectEverything
                chosen={everything}
                total={total}
                onChange={(all) => select(rows?.map(({ id }) => id) ?? [], all)}
              />
            ),
            bulkActions: (
              <Suspense>
                <CommissionBulk
                  commissions={chosen}
                  filter={everything ? toFilter(filters, extensions.affiliate) : null}
                  waiting={waiting}
                  asked={review.asked}
                  onAsk={review.ask}
                  onDone={(job) => {
                    setStarted([...started, job]);
                    select([]);
                  }}
                />
              </Suspense>
            ),
          })}
          state={{ sort: filters.sort, order: filters.order, page: asked.page, perPage, hidden: filters.hide }}
          onStateChange={(change) =>
            setFilters({ ...tableAddress<(typeof commissionSorts)[number]>(change), id: null })
          }
          refreshing={list.isFetching && list.isPlaceholderData}
          error={list.error ? errorWords(list.error) : null}
          onRetry={() => list.refetch()}
          withoutValues={unreported.columns}
          filtered={filtered || (filters.status !== "pending" && filters.status !== "all")}
          onClearFilters={() =>
            setFilters({ status: null, affiliate: null, flagged: null, type: null, from: null, page: null })
          }
          toolbar={
            <QueueFilterBar
              filters={filters}
              onChange={(change) => setFilters({ ...change, page: null, id: null })}
              actions={<ExportCsv resource="commissions" query={asked} />}
            />
          }
          pageHref={pageHref}
          empty={
            filters.status === "all" ? (
              <EmptyState icon={<HandCoins />} title={t("empty.none")}>
                {t("empty.noneBody")}
              </EmptyState>
            ) : (
              <EmptyState
                icon={<HandCoins />}
                title={t("empty.title")}
                action={<Button onClick={() => setFilters({ status: "all" })}>{t("empty.all")}</Button>}
              >
                {t("empty.body")}
              </EmptyState>
            )
          }
        />
        <ReviewPane
          filters={filters}
          review={review}
          failed={list.error !== null}
          empty={rows?.length === 0}
          decisions={decisions}
          names={names}
          name={nameOf}
        />
      </div>
      {review.rejecting && (
        <Suspense>
          <RejectDialog
            name={nameOf(review.rejecting.commission)}
            noting={review.rejecting.noting}
            onNoting={review.note}
            onClose={review.cancelReject}
            onReject={review.reject}
          />
        </Suspense>
      )}
    </>
  );
}
