"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { HandCoins } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { Moment } from "@/components/moment";
import { PrintButton, usePrintWhole } from "@/components/print/printing";
import { Look } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button-class";
import { DataTable } from "@/components/ui/data-table";
import { FilterBar } from "@/components/ui/filter-bar";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { Progress } from "@/components/ui/meter";
import { Panel } from "@/components/ui/panel";
import { columnsFor } from "@/components/ui/table-types";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { PayoutEntry } from "@/lib/contract/desk/payouts";
import { doneOf, isOver } from "../jobs/job";
import { entryStates, payoutFilters, toEntryQuery } from "./filters";
import { Totals } from "./totals";
import { usePayoutWords } from "./words";

const FilesPanel = lazyPart(() => import("./files-panel"));

const column = columnsFor<PayoutEntry>();
const nameOf = ({ affiliate_name, affiliate_id }: PayoutEntry) => affiliate_name ?? affiliate_id;
const isMoving = ({ state }: PayoutEntry) => state === "waiting" || state === "sending";

/** Lists payouts that were requested in Cartwright, whether or not the API has them. */
export function EntryTable({ pay }: { pay: ReactNode }) {
  const t = useTranslations("payouts");
  const { base, can, desk } = useDesk();
  const address = useListAddress(payoutFilters, ["state", "batch", "affiliate"]);
  const { batch } = address.filters;
  const query = toEntryQuery(address.filters);
  const { list, table } = useResourceList({
    address,
    query,
    read: {
      ...desk.payouts.list.options({ query }),
      refetchInterval: ({ state }) => (state.data?.data.some(isMoving) ? 2_000 : false),
    },
  });
  const columns = useEntryColumns();
  const client = useQueryClient();
  const whole = usePrintWhole((page) => client.fetchQuery(desk.payouts.list.options({ query: { ...query, ...page } })));
  return (
    <>
      {batch && <Batch id={batch} />}
      {batch && can("desk", "payout_files", "list") && <FilesPanel batch={batch} />}
      <DataTable
        {...table}
        {...(whole.rows && { rows: whole.rows, state: { ...table.state, page: 1 } })}
        caption={t("views.ours")}
        columns={columns}
        rowName={nameOf}
        rowHref={(row) => `${base}/payouts/${encodeURIComponent(row.id)}`}
        toolbar={
          <FilterBar
            actions={<PrintButton small onPrint={whole.print} pending={whole.pending} />}
            filters={[
              address.choice("state", t("filters.state"), entryStates, (state) => t(`states.${state}`)),
              batch !== "" && address.choice("batch", t("filters.batch"), [batch], () => t("filters.thisBatch")),
            ]}
          />
        }
        empty={{
          icon: <HandCoins />,
          title: t("emptyOurs.title"),
          action: pay,
          children: t(pay ? "emptyOurs.body" : "emptyOurs.readOnly"),
        }}
      />
      <Totals label={t("totals.all")} totals={list.data?.totals ?? []} />
    </>
  );
}

function Batch({ id }: { id: string }) {
  const t = useTranslations("payouts.batch");
  const { base, desk } = useDesk();
  const job = useQuery({
    ...desk.jobs.get.options({ params: { id } }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : 2_000),
  }).data;
  if (!job) return null;
  const [done, total] = [doneOf(job), job.total ?? 0];
  return (
    <Panel>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Progress
          className="min-w-0 flex-1 basis-64"
          label={t(isOver(job) ? "over" : "under")}
          text={t("progress", { done, total })}
          tone={isOver(job) ? "neutral" : "accent"}
          value={done}
          max={Math.max(1, total)}
        />
        <IntentLink href={`${base}/jobs/${id}`} className={buttonClass({ size: "sm" })}>
          {t("job")}
        </IntentLink>
      </div>
    </Panel>
  );
}

function useEntryColumns() {
  const t = useTranslations("payouts");
  const { format, money } = useDesk();
  const said = useSaid();
  const words = usePayoutWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change only with the texts.
  return useMemo(
    () =>
      column.columns([
        column.cell("affiliate", t("columns.affiliate"), nameOf, { primary: true }),
        column.field("state", t("columns.state"), (_, entry) => <Look {...words.state(entry)} />),
        column.field(
          "amount",
          t("columns.amount"),
          (amount, { currency, drift }) => (
            <>
              {money(amount, currency)}
              {drift !== null && (
                <span className="block text-xs text-danger">{t("drifts", { amount: money(drift, currency) })}</span>
              )}
            </>
          ),
          { align: "end" },
        ),
        column.accessor("commissions", { header: t("columns.commissions"), meta: { align: "end", notOnPhone: true } }),
        column.cell("payout_status", t("columns.atApi"), ({ payout_id: id, payout_status: status }) =>
          id && status ? <Look {...words.status(status)} /> : id,
        ),
        column.cell(
          "message",
          t("columns.message"),
          ({ settle_reason: reason, message, message_key }) => reason ?? (message && said(message, message_key)),
          { wrap: true, notOnPhone: true },
        ),
        column.accessor("created_by", { header: t("columns.by"), meta: { notOnPhone: true } }),
        column.field("created_at", t("columns.asked"), (at) => <Moment at={at} precise />, { align: "end" }),
      ]),
    [t, said, format, money],
  );
}
