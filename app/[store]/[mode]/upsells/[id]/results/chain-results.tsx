"use client";

import { useTranslations } from "next-intl";
import { DownloadCsv, type FigureColumn } from "@/components/figures/download-csv";
import { TextLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import type { OfferResults } from "@/lib/contract/checkout/analytics";
import { figureNames, type ResultsFigure } from "./filters";

type Step = Pick<OfferResults["data"], ResultsFigure> & {
  step: number;
  id: string;
  name: string;
  /** What leads to it. */
  by: string | null;
};

/** Each step with the figures that its own results have. */
export function ChainResults({ results, name }: { results: OfferResults; name: string }) {
  const t = useTranslations("offerResults");
  const { base, format } = useDesk();
  const { data, chain, currency, period } = results;
  if (chain.length === 0) return null;
  const names = new Map([[results.upsell_id, name], ...chain.map(({ upsell_id: id, name }) => [id, name] as const)]);
  const steps: Step[] = [
    { ...data, step: 1, id: results.upsell_id, name, by: null },
    ...chain.map(({ upsell_id: id, after, answer, ...step }) => ({
      ...step,
      id,
      by: t(`chain.${answer === "accepted" ? "accepted" : "declined"}`, { name: names.get(after) ?? after }),
    })),
  ];
  const shows = {
    ...{ shown: format.number, accepted: format.number, declined: format.number },
    acceptance_rate: format.ratioInColumn,
    revenue: (value: number) => format.money(value, currency),
  };
  const columns: FigureColumn<Step>[] = [
    { id: "step", label: t("chain.step"), csv: ({ step }) => step, cell: ({ step }) => format.number(step) },
    {
      id: "name",
      label: t("chain.offer"),
      csv: ({ name, by }) => [name, by].filter(Boolean).join(", "),
      cell: ({ step, id, name, by }) => (
        <>
          {step === 1 ? name : <TextLink href={`${base}/upsells/${encodeURIComponent(id)}/results`}>{name}</TextLink>}
          {by && <span className="block text-xs text-muted">{by}</span>}
        </>
      ),
    },
    ...figureNames.map(
      (figure): FigureColumn<Step> => ({
        id: figure,
        label: t(`figures.${figure}`),
        align: "end",
        csv: (step) => step[figure],
        cell: ({ [figure]: value }) => (value === undefined ? "—" : shows[figure](value)),
      }),
    ),
  ];
  const title = t("chain.title");
  return (
    <Panel
      title={title}
      description={t("chain.about")}
      actions={<DownloadCsv what={title} file={`chain-${period.start}-${period.end}`} columns={columns} rows={steps} />}
      flush
    >
      <RowsTable cards caption={title} rows={steps} rowKey={({ id }, at) => `${at} ${id}`} columns={columns} />
    </Panel>
  );
}
