"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useGo } from "@/components/forms/leave-guard";
import { useListHref } from "@/components/lists/list-address";
import { useFailureWords } from "@/components/query-error";
import { CsvSource } from "@/components/transfer/csv-source";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { MatchedFile } from "@/lib/contract/desk/payout-files";
import { MatchedLines } from "./matched-lines";

const example = "Reference ID,Status,Amount,Currency\npay_…,Completed,125.50,EUR";

/** A provider's file is matched to payouts in a preview first; then a job records the outcomes. */
export function MatchView() {
  const t = useTranslations("payouts.match");
  const all = useTranslations("payouts");
  const { base, desk } = useDesk();
  const failure = useFailureWords();
  const listHref = useListHref(`${base}/payouts`);
  const [csv, setCsv] = useState("");
  const match = useMutation({ ...desk.payout_files.match.mutation(), meta: {} });
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
          onChange={(text) => {
            setCsv(text);
            match.reset();
          }}
          onLook={(text) => match.mutate({ body: { csv: text } })}
        >
          <Button type="submit" variant={match.data ? "secondary" : "primary"} pending={match.isPending}>
            {t("check")}
          </Button>
        </CsvSource>
      </Panel>
      {match.error && <Banner tone="danger">{failure(match.error, (reason) => reason)}</Banner>}
      {match.data && <Result csv={csv} file={match.data} />}
    </>
  );
}

function Result({ csv, file }: { csv: string; file: MatchedFile }) {
  const t = useTranslations("payouts.match");
  const { base, can, desk, extensions, money } = useDesk();
  const failure = useFailureWords();
  const go = useGo();
  const apply = useMutation(desk.payout_files.apply.mutation());
  const count = file.lines.filter(({ problem }) => problem === null).length;
  const { status, amount } = file.columns;
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
          <p className="text-sm text-muted">
            {t("columns", { status: status ?? t("noColumn"), amount: amount ?? t("noColumn") })}
          </p>
          {!file.complete && <Banner tone="warning">{t("incomplete")}</Banner>}
          {!extensions.affiliate ? (
            <Banner tone="info" live={false}>
              {t("noWay")}
            </Banner>
          ) : can("desk", "payout_files", "apply") ? (
            count > 0 && (
              <Button
                variant="primary"
                pending={apply.isPending}
                onClick={() =>
                  apply.mutate(
                    { body: { csv } },
                    { onSuccess: ({ id }) => go(`${base}/jobs/${encodeURIComponent(id)}`) },
                  )
                }
              >
                {t("apply", { count })}
              </Button>
            )
          ) : (
            <p className="text-muted">{t("readOnly")}</p>
          )}
          {apply.error && <Banner tone="danger">{failure(apply.error, (reason) => reason)}</Banner>}
        </div>
      </Panel>
      <MatchedLines lines={file.lines} />
    </>
  );
}
