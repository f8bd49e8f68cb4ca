"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { AffiliateName, type AffiliateNames, useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { Waiting } from "@/components/query-error";
import { DataTable } from "@/components/ui/data-table";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { columnsFor, type TableState } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { dayIn } from "@/lib/days";
import { monthsUntil } from "@/lib/ranges";

type Row = { affiliate_id: string; currency: string; orders: number; present: number; draft: number };
type Props = { changes: Record<string, unknown> };

export default function DryRun({ changes }: Props) {
  const t = useTranslations("programRules.dryRun");
  const { affiliate, store, format, money } = useDesk();
  const choices = useMemo(
    () => monthsUntil(dayIn(store.timeZone, new Date()).slice(0, 7), 13).slice(1),
    [store.timeZone],
  );
  const [month, setMonth] = useState(choices[0] as string);
  const body = { month, rules: changes };
  const { mutationFn } = affiliate.program.preview.mutation();
  const result = useQuery({
    queryKey: ["program dry run", store.id, body],
    queryFn: () => mutationFn({ body: body as never }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const rows = useMemo(
    () => result.data?.data.toSorted((a, b) => Math.abs(b.draft - b.present) - Math.abs(a.draft - a.present)),
    [result.data],
  );
  const box = useRef<HTMLDivElement>(null);
  // The form above is long. What is asked for comes into sight, and again with the height of its answer.
  useEffect(() => {
    if (rows ?? changes) box.current?.scrollIntoView();
  }, [rows, changes]);
  const totals = [...Map.groupBy(rows ?? [], ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    orders: own.reduce((sum, { orders }) => sum + orders, 0),
    present: own.reduce((sum, { present }) => sum + present, 0),
    draft: own.reduce((sum, { draft }) => sum + draft, 0),
  }));
  return (
    <div ref={box} className="scroll-mt-24">
      <Panel title={t("title")} description={t("description")} flush>
        <div className="grid gap-3 px-4 py-3">
          <Field label={t("month")} className="max-w-xs">
            <Select
              value={month}
              onChange={({ target }) => setMonth(target.value)}
              options={choices.map((value) => ({ value, label: format.month(`${value}-01`) }))}
            />
          </Field>
          <div role="status" className="grid gap-1 text-sm">
            {result.data && totals.length === 0 && <p>{t("none")}</p>}
            {totals.map(({ currency, orders, present, draft }) => (
              <p key={currency} className="font-medium">
                {t("total", {
                  present: money(present, currency),
                  draft: money(draft, currency),
                  difference: money(draft - present, currency),
                  orders,
                })}
              </p>
            ))}
            {result.data && result.data.by_own_rate > 0 && <p>{t("ownRates", { count: result.data.by_own_rate })}</p>}
            {result.data?.complete === false && <p>{t("incomplete", { count: result.data.orders })}</p>}
          </div>
          {!result.data && <Waiting of={result} lines={4} />}
        </div>
        {rows && rows.length > 0 && <Results rows={rows} />}
      </Panel>
    </div>
  );
}

const column = columnsFor<Row>();

function useColumns(names: AffiliateNames) {
  const t = useTranslations("programRules.dryRun.columns");
  const { format, money } = useDesk();
  return useMemo(() => {
    const amount = (name: "present" | "draft", header: string) =>
      column.field(name, header, (value, { currency }) => money(value, currency), { align: "end" });
    return column.columns([
      column.cell(
        "affiliate",
        t("affiliate"),
        ({ affiliate_id }) => <AffiliateName id={affiliate_id} names={names} />,
        {
          primary: true,
        },
      ),
      column.field("orders", t("orders"), format.number, { align: "end" }),
      amount("present", t("present")),
      amount("draft", t("draft")),
      column.cell("difference", t("difference"), ({ present, draft, currency }) => money(draft - present, currency), {
        align: "end",
      }),
    ]);
  }, [t, format, money, names]);
}

function Results({ rows }: { rows: readonly Row[] }) {
  const t = useTranslations("programRules.dryRun");
  const [state, setState] = useState<TableState>({ sort: "", order: "desc", page: 1, perPage: 20, hidden: [] });
  const names = useAffiliateNames(rows.map(({ affiliate_id }) => affiliate_id));
  return (
    <DataTable<Row>
      caption={t("title")}
      columns={useColumns(names)}
      rows={rows}
      rowId={({ affiliate_id, currency }) => `${affiliate_id} ${currency}`}
      rowName={({ affiliate_id }) => affiliate_id}
      state={state}
      onStateChange={(change) => setState((before) => ({ ...before, ...change }))}
      empty={{ title: t("none") }}
    />
  );
}
