"use client";

import { useTranslations } from "next-intl";
import { FunnelChart } from "@/components/charts/funnel-chart";
import { DownloadCsv, type FigureColumn } from "@/components/figures/download-csv";
import { ChangeMark } from "@/components/figures/figure-tiles";
import { changeBetween } from "@/components/figures/figures";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import type { Range } from "@/lib/ranges";
import type { FunnelStep } from "./report-parts";
import { useWords } from "./report-words";

type Props = { steps: readonly FunnelStep[]; before: readonly FunnelStep[] | null; range: Range };

/** Steps count visits, offers or orders, so a step can be larger than the one before, and only steps of one kind lose. */
export function Funnel({ steps, before, range }: Props) {
  const t = useTranslations("analytics.funnel");
  const { format } = useDesk();
  const words = useWords();
  const { part, since } = useSince();
  const columns = useColumns(before);
  const [first, last] = [steps[0], steps.at(-1)];
  const sentenceOf = (step: FunnelStep) => {
    const figure = format.number(step.count);
    const counted = step.ofFirst === null ? figure : t("inFirst", { figure, part: part(step.ofFirst) });
    return `${words(step.name)}: ${[counted, since(step)].filter(Boolean).join(", ")}`;
  };
  return (
    <Panel
      level={3}
      title={t("title")}
      description={t("about")}
      actions={
        <DownloadCsv
          what={t("title")}
          file={`conversion_funnel-${range.start}-${range.end}`}
          columns={columns}
          rows={steps}
        />
      }
      flush
    >
      <div className="p-4">
        <FunnelChart
          title={t("chart")}
          description={() =>
            first && last
              ? t("seen", { of: first.count, first: words(first.name), count: last.count, last: words(last.name) })
              : ""
          }
          words={(at) => (steps[at] ? sentenceOf(steps[at]) : "")}
          steps={steps.map((step, at) => {
            const next = steps[at + 1];
            return {
              id: step.name,
              label: words(step.name),
              value: step.count,
              figure: [format.number(step.count), step.ofFirst === null ? [] : part(step.ofFirst)].flat().join(" · "),
              since: next ? since(next) : null,
            };
          })}
        />
      </div>
      <div className="border-t border-line">
        <RowsTable cards caption={t("title")} rows={steps} rowKey={({ name }) => name} columns={columns} />
      </div>
    </Panel>
  );
}

const lossPart = (step: FunnelStep | undefined) =>
  step?.lostPart != null && step.lostPart >= 0 ? step.lostPart : null;

function useSince() {
  const t = useTranslations("analytics.funnel");
  const { format } = useDesk();
  const part = (value: number) => format.ratioInColumn(Math.abs(value));
  return {
    part,
    since: ({ lost, lostPart, offersPer }: FunnelStep) => {
      if (offersPer) return t(`offersPer.${offersPer.one}`, { offers: Math.round(offersPer.offers * 100) / 100 });
      if (lost === null || lostPart === null) return null;
      return t(lost < 0 ? "gain" : "loss", { count: Math.abs(lost), part: part(lostPart) });
    },
  };
}

function useColumns(before: Props["before"]): FigureColumn<FunnelStep>[] {
  const t = useTranslations("analytics.funnel");
  const course = useTranslations("figures.course");
  const figures = useTranslations("figures");
  const { format } = useDesk();
  const words = useWords();
  const { part, since } = useSince();
  const earlier = (step: FunnelStep) => before?.find(({ name }) => name === step.name);
  const share = (value: string | null, was: number | null | undefined) =>
    value && (
      <>
        {value}
        {typeof was === "number" && (
          <span className="block text-xs text-muted">{figures("was", { value: format.ratioInColumn(was) })}</span>
        )}
      </>
    );
  const change: FigureColumn<FunnelStep> = {
    id: "change",
    label: course("change"),
    align: "end",
    cell: (step) => {
      const value = changeBetween(step.count, earlier(step)?.count, "count");
      return value === null ? "—" : <ChangeMark change={value} ofRatio={false} />;
    },
  };
  return [
    { id: "name", label: t("step"), csv: ({ name }) => words(name), cell: ({ name }) => words(name) },
    {
      id: "count",
      label: t("count"),
      align: "end",
      csv: ({ count }) => count,
      cell: ({ count }) => format.number(count),
    },
    ...(before ? [change] : []),
    {
      id: "ofFirst",
      label: t("ofFirst"),
      align: "end",
      csv: ({ ofFirst }) => ofFirst,
      cell: (step) => share(step.ofFirst === null ? "" : part(step.ofFirst), earlier(step)?.ofFirst),
    },
    { id: "ofPrevious", label: t("ofPrevious"), csv: ({ ofPrevious }) => ofPrevious },
    {
      id: "since",
      label: t("since"),
      head: t("lost"),
      align: "end",
      csv: ({ lost }) => (lost !== null && lost >= 0 ? lost : null),
      cell: (step) => share(since(step), (step.lost ?? -1) >= 0 ? lossPart(earlier(step)) : null),
    },
    ...(before ? [{ id: "before", label: course("beside"), csv: (step: FunnelStep) => earlier(step)?.count }] : []),
  ];
}
