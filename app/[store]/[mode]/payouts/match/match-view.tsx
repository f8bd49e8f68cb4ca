"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { AffiliateName, type AffiliateNames, useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { Failure } from "@/components/failure";
import { useGo } from "@/components/forms/leave-guard";
import { useListHref } from "@/components/lists/list-address";
import { CsvSource } from "@/components/transfer/csv-source";
import { Look, Status } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DataTable } from "@/components/ui/data-table";
import { TextLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { columnsFor, type TableState } from "@/components/ui/table-types";
import { toast } from "@/components/ui/toast";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { MatchedFile, MatchedLine } from "@/lib/contract/desk/payout-files";
import type { AnswerColumns } from "@/lib/contract/desk/payout-words";
import { usePayoutWords } from "../words";
import { ColumnsPanel } from "./columns-panel";

const example = "Reference ID,Status,Amount,Currency\npay_…,Completed,125.50,EUR";

/** A provider's file is matched to payouts in a preview first; then a job records the outcomes. */
export function MatchView() {
  const t = useTranslations("payouts.match");
  const all = useTranslations("payouts");
  const { base, desk } = useDesk();
  const listHref = useListHref(`${base}/payouts`);
  const [csv, setCsv] = useState("");
  /** Null until the person changes what was understood. */
  const [columns, setColumns] = useState<AnswerColumns | null>(null);
  const match = useMutation({ ...desk.payout_files.match.mutation(), meta: {} });
  const look = (text: string, columns: AnswerColumns | null) =>
    match.mutate({ body: { text, ...(columns && { columns }) } });
  const file = match.data;
  const sheet = file?.sheet;
  return (
    <>
      <PageHeader
        title={t("title")}
        crumbs={[{ href: listHref, label: all("title") }]}
        description={t("description")}
      />
      <Panel>
        <CsvSource
          example={example}
          csv={csv}
          file={{ label: t("file"), hint: t("fileHint"), accept: ",.xml,application/xml,text/xml" }}
          onChange={(text) => {
            setCsv(text);
            setColumns(null);
            match.reset();
          }}
          onLook={(text) => look(text, columns)}
        >
          <Button type="submit" variant={match.data ? "secondary" : "primary"} pending={match.isPending}>
            {t("check")}
          </Button>
        </CsvSource>
      </Panel>
      <Failure of={match} />
      {sheet && (
        <ColumnsPanel
          sheet={sheet}
          chosen={columns ?? sheet.columns}
          pending={match.isPending}
          onChoose={setColumns}
          onLook={() => look(csv, columns)}
        />
      )}
      {file && (!sheet || (sheet.columns.reference !== null && sheet.columns.amount !== null)) && (
        <Result csv={csv} columns={columns} file={file} />
      )}
    </>
  );
}

type ResultProps = { csv: string; columns: AnswerColumns | null; file: MatchedFile };

function Result({ csv, columns, file }: ResultProps) {
  const t = useTranslations("payouts.match");
  const { base, can, desk, has, money } = useDesk();
  const recordsOutcomes = has("affiliate", "payouts", "update");
  const go = useGo();
  const apply = useMutation(desk.payout_files.apply.mutation());
  const count = file.lines.filter(({ problem }) => problem === null).length;
  /** Another API records no outcomes, but the ledger keeps the days. */
  const days = file.lines.filter(
    ({ becomes, told_at, problem }) => becomes === "paid" && told_at && (problem === null || problem === "already"),
  ).length;
  const returned = file.lines.filter(({ becomes, problem }) => becomes === "returned" && problem === null).length;
  return (
    <>
      <Panel title={t("result")}>
        <div className="grid justify-items-start gap-3">
          <p role="status" className="font-medium">
            {t("counts", { count })}
          </p>
          {file.totals.map(({ becomes, currency, amount: sum, payouts }) => (
            <p key={becomes + currency} className="tabular-nums">
              {t(`becomes.${becomes as "paid"}`)}: {money(sum, currency)} ({payouts})
            </p>
          ))}
          {file.message && <p className="text-sm text-muted">{t("message", { message: file.message })}</p>}
          {!file.complete && <Banner tone="warning">{t("incomplete")}</Banner>}
          {returned > 0 && (
            <Banner tone="danger" live={false} title={t("returned.title", { count: returned })}>
              {t(recordsOutcomes ? "returned.body" : "returned.elsewhere")}
            </Banner>
          )}
          {!recordsOutcomes && (
            <Banner tone="info" live={false}>
              {t("noWay")}
            </Banner>
          )}
          {can("desk", "payout_files", "apply") ? (
            (recordsOutcomes ? count : days) > 0 && (
              <Button
                variant="primary"
                pending={apply.isPending}
                onClick={() =>
                  apply.mutate(
                    { body: { text: csv, ...(columns && { columns }) } },
                    {
                      onSuccess: (job) =>
                        job ? go(`${base}/jobs/${encodeURIComponent(job.id)}`) : toast.success(t("daysNoted")),
                    },
                  )
                }
              >
                {recordsOutcomes ? t("apply", { count }) : t("applyDays", { count: days })}
              </Button>
            )
          ) : (
            <p className="text-muted">{t("readOnly")}</p>
          )}
          <Failure of={apply} />
        </div>
      </Panel>
      <MatchedLines lines={file.lines} />
    </>
  );
}

const column = columnsFor<MatchedLine>();

function MatchedLines({ lines }: { lines: readonly MatchedLine[] }) {
  const t = useTranslations("payouts.match");
  const names = useAffiliateNames(lines.map(({ affiliate_id: id }) => id));
  const columns = useColumns(names);
  const [only, setOnly] = useState(false);
  const [state, setState] = useState<TableState>({ sort: null, order: "asc", page: 1, perPage: 50, hidden: [] });
  return (
    <DataTable<MatchedLine>
      caption={t("result")}
      columns={columns}
      rows={only ? lines.filter(({ problem }) => problem === null) : lines}
      rowId={({ line }) => String(line)}
      rowName={({ line }) => String(line)}
      state={state}
      onStateChange={(change) => setState({ ...state, ...change })}
      filtered={only}
      onClearFilters={() => setOnly(false)}
      toolbar={
        <Checkbox
          className="p-1"
          label={t("only")}
          checked={only}
          onChange={(event) => {
            setOnly(event.target.checked);
            setState({ ...state, page: 1 });
          }}
        />
      }
      empty={{ title: t("empty") }}
    />
  );
}

function useColumns(names: AffiliateNames) {
  const t = useTranslations("payouts.match");
  const all = useTranslations("payouts");
  const { base, has, format, money } = useDesk();
  const recordsOutcomes = has("affiliate", "payouts", "update");
  const words = usePayoutWords();
  const said = useSaid();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change only with the texts.
  return useMemo(
    () =>
      column.columns([
        column.accessor("line", { header: t("line"), meta: { primary: true } }),
        column.field("payout_id", t("payout"), (id) => (
          <TextLink href={`${base}/payouts/${encodeURIComponent(id)}`}>{id}</TextLink>
        )),
        column.cell("affiliate_id", all("columns.affiliate"), ({ affiliate_id: id }) =>
          id === null ? null : <AffiliateName id={id} names={names} plain />,
        ),
        column.field("amount", all("columns.amount"), (amount, { currency }) => money(amount, currency), {
          align: "end",
        }),
        column.cell(
          "told_status",
          t("says"),
          ({ told_status, told_amount, told_reason, told_reason_key, told_at, becomes }) => (
            <>
              {[told_status, told_amount].filter(Boolean).join(" · ")}
              {told_at && (
                <span className="block text-sm">
                  {becomes === "returned" ? all("returned.on", { day: format.day(told_at) }) : format.day(told_at)}
                </span>
              )}
              {told_reason && <span className="block text-sm">{said(told_reason, told_reason_key)}</span>}
            </>
          ),
          { wrap: true },
        ),
        column.field("now", t("now"), (status) => <Look {...words.status(status)} />),
        column.cell(
          "problem",
          t("what"),
          ({ problem, becomes, told_amount: told, amount, currency }) =>
            problem === null ? (
              becomes !== null && (
                <Status tone={becomes === "failed" || becomes === "returned" ? "danger" : "success"}>
                  {t(`becomes.${becomes}`)}
                </Status>
              )
            ) : (
              <Status tone={problem === "already" ? "neutral" : "warning"} hollow>
                {t(`problems.${problem === "incoming" && !recordsOutcomes ? "incomingElsewhere" : problem}`, {
                  told: told ?? "",
                  total: amount === null ? "" : money(amount, currency),
                })}
              </Status>
            ),
          { wrap: true },
        ),
      ]),
    [t, all, base, format, money, said, names],
  );
}
