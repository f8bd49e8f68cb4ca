"use client";

import { HandCoins } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useMemo, useState } from "react";
import { type AffiliateNames, useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { useListAddress } from "@/components/lists/use-list-address";
import { useListTable } from "@/components/lists/use-resource-list";
import { ExportCsv } from "@/components/transfer/export-csv";
import { Button } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import { JobOutcomes } from "../bulk/job-outcomes";
import { useCommissionColumns } from "../commission-columns";
import { queueFilters, toFilter } from "../filters";
import { useCommissionWords } from "../words";
import { isOpen } from "./decisions";
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
  const { can, extensions } = useDesk();
  const address = useListAddress(queueFilters, ["status", "affiliate", "flagged", "type", "from"]);
  const { filters, setFilters } = address;
  const { status, affiliate, flagged, type, from } = filters;
  const deciding = useDecisions();
  const { decisions } = deciding;
  const { query, ...reading } = useQueueRows(filters, decisions);
  const { rows = none, total, list } = reading;
  const { table, selects, selection, select, selected, everything } = useListTable<Commission>(
    {
      api: "affiliate",
      address: {
        ...address,
        setFilters: (change) => setFilters({ ...change, id: null }),
        // The statuses "pending" and "all" are the queue and the whole list.
        filtered: Boolean(affiliate || flagged || type || from) || (status !== "pending" && status !== "all"),
      },
      query,
    },
    reading,
  );
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
      filter={everything ? toFilter(filters, extensions.affiliate) : null}
      waiting={[...decisions.values()].filter((decision) => decision.mine && isOpen(decision)).length}
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
      <PageHeader title={t("title")} description={t("description")} />
      <JobOutcomes started={started} />
      <div className="grid items-start gap-4 2xl:gap-5 xl:grid-cols-[minmax(0,1fr)_21rem] 2xl:grid-cols-[minmax(0,1fr)_30rem]">
        <QueueTable
          {...table}
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
  /** Shows commissions of every status; null if they are shown already. */
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
