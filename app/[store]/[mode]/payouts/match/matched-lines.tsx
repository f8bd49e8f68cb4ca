"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { Look, Status } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { IntentLink } from "@/components/ui/intent-link";
import { columnsFor } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { MatchedLine } from "@/lib/contract/desk/payout-files";
import { usePayoutWords } from "../words";

const column = columnsFor<MatchedLine>();

export function MatchedLines({ lines }: { lines: readonly MatchedLine[] }) {
  const t = useTranslations("payouts.match");
  const columns = useColumns();
  const [only, setOnly] = useState(false);
  const [at, setAt] = useState<{ page: number; perPage: number; hidden: readonly string[] }>({
    page: 1,
    perPage: 50,
    hidden: [],
  });
  const wanted = only ? lines.filter(({ problem }) => problem === null) : lines;
  return (
    <DataTable<MatchedLine>
      caption={t("result")}
      columns={columns}
      rows={wanted.slice((at.page - 1) * at.perPage, at.page * at.perPage)}
      count={{ total: wanted.length, hasNext: at.page * at.perPage < wanted.length }}
      rowId={({ line }) => String(line)}
      rowName={({ line }) => String(line)}
      state={{ sort: null, order: "asc", page: at.page, perPage: at.perPage, hidden: at.hidden }}
      onStateChange={({ page, perPage, hidden }) =>
        setAt((was) => ({ page: page ?? 1, perPage: perPage ?? was.perPage, hidden: hidden ?? was.hidden }))
      }
      filtered={only}
      onClearFilters={() => setOnly(false)}
      toolbar={
        <Checkbox
          className="p-1"
          label={t("only")}
          checked={only}
          onChange={(event) => {
            setOnly(event.target.checked);
            setAt((was) => ({ ...was, page: 1 }));
          }}
        />
      }
      empty={<EmptyState title={t("empty")} />}
    />
  );
}

function useColumns() {
  const t = useTranslations("payouts.match");
  const all = useTranslations("payouts");
  const { base, money } = useDesk();
  const words = usePayoutWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change only with the texts.
  return useMemo(
    () =>
      column.columns([
        column.accessor("line", { header: t("line"), meta: { primary: true } }),
        column.accessor("payout_id", {
          header: t("payout"),
          cell: ({ getValue }) => {
            const id = getValue();
            if (id === null) return <span className="text-muted">—</span>;
            return (
              <IntentLink
                href={`${base}/payouts/${encodeURIComponent(id)}`}
                className="inline-flex min-h-6 items-center underline decoration-line underline-offset-3 hover:decoration-current"
              >
                {id}
              </IntentLink>
            );
          },
        }),
        column.accessor("amount", {
          header: all("columns.amount"),
          meta: { align: "end" },
          cell: ({ getValue, row }) => {
            const amount = getValue();
            return amount === null ? <span className="text-muted">—</span> : money(amount, row.original.currency);
          },
        }),
        column.accessor("told_status", {
          header: t("says"),
          cell: ({ row: { original: line } }) =>
            [line.told_status, line.told_amount].filter(Boolean).join(" · ") || <span className="text-muted">—</span>,
        }),
        column.accessor("now", {
          header: t("now"),
          cell: ({ getValue }) => {
            const now = getValue();
            return now === null ? <span className="text-muted">—</span> : <Look {...words.status(now)} />;
          },
        }),
        column.accessor("problem", {
          header: t("what"),
          meta: { wrap: true },
          cell: ({ row: { original: line } }) =>
            line.problem === null && line.becomes !== null ? (
              <Status tone={line.becomes === "failed" ? "danger" : "success"}>{t(`becomes.${line.becomes}`)}</Status>
            ) : (
              line.problem !== null && (
                <Status tone={line.problem === "already" ? "neutral" : "warning"} hollow>
                  {t(`problems.${line.problem}`, { told: line.told_amount ?? "" })}
                </Status>
              )
            ),
        }),
      ]),
    [t, all, base, money],
  );
}
