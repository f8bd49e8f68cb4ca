"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { Look, Status } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { DataTable } from "@/components/ui/data-table";
import { TextLink } from "@/components/ui/intent-link";
import { columnsFor, type TableState } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { MatchedLine } from "@/lib/contract/desk/payout-files";
import { usePayoutWords } from "../words";

const column = columnsFor<MatchedLine>();

export function MatchedLines({ lines }: { lines: readonly MatchedLine[] }) {
  const t = useTranslations("payouts.match");
  const columns = useColumns();
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
        column.field("payout_id", t("payout"), (id) => (
          <TextLink href={`${base}/payouts/${encodeURIComponent(id)}`}>{id}</TextLink>
        )),
        column.field("amount", all("columns.amount"), (amount, { currency }) => money(amount, currency), {
          align: "end",
        }),
        column.accessor(({ told_status, told_amount }) => [told_status, told_amount].filter(Boolean).join(" · "), {
          id: "told_status",
          header: t("says"),
        }),
        column.field("now", t("now"), (status) => <Look {...words.status(status)} />),
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
