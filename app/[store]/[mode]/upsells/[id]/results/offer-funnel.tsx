"use client";

import { useTranslations } from "next-intl";
import { FunnelChart } from "@/components/charts/funnel-chart";
import { DownloadCsv, type FigureColumn } from "@/components/figures/download-csv";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import type { OfferResults } from "@/lib/contract/checkout/analytics";

type Step = { name: "shown" | "answered" | "accepted" | "ordered"; count: number };

/** Orders are a step only if they are recorded of every acceptance. */
function stepsOf({ data, recorded }: OfferResults): Step[] {
  const { shown, accepted, declined } = data;
  return [
    { name: "shown", count: shown },
    { name: "answered", count: accepted + declined },
    { name: "accepted", count: accepted },
    ...(recorded.accepted >= accepted ? [{ name: "ordered" as const, count: recorded.orders }] : []),
  ];
}

export function OfferFunnel({ results }: { results: OfferResults }) {
  const t = useTranslations("offerResults.funnel");
  const { format } = useDesk();
  const steps = stepsOf(results);
  const part = (count: number, of: number) => (of > 0 ? format.ratioInColumn(count / of) : null);
  const ofFirst = ({ count }: Step) => part(count, results.data.shown);
  const lost = (at: number) => {
    const [one, next] = [steps[at], steps[at + 1]];
    const less = one && next ? one.count - next.count : 0;
    return one && less > 0 ? t("lost", { count: less, part: part(less, one.count) ?? "" }) : null;
  };
  const columns: FigureColumn<Step>[] = [
    { id: "name", label: t("step"), csv: ({ name }) => t(name), cell: ({ name }) => t(name) },
    {
      id: "count",
      label: t("count"),
      align: "end",
      csv: ({ count }) => count,
      cell: ({ count }) => format.number(count),
    },
    { id: "part", label: t("ofShown"), align: "end", cell: (step) => ofFirst(step) ?? "—" },
  ];
  const { start, end } = results.period;
  const complete = steps.some(({ name }) => name === "ordered");
  return (
    <Panel
      title={t("title")}
      description={t(complete ? "about" : "aboutWithout")}
      actions={<DownloadCsv what={t("title")} file={`funnel-${start}-${end}`} columns={columns} rows={steps} />}
      flush
    >
      <div className="p-4">
        <FunnelChart
          title={t("chart")}
          description={() => steps.map(({ name, count }) => `${t(name)}: ${format.number(count)}`).join(", ")}
          words={(at) => {
            const step = steps[at];
            return step
              ? [`${t(step.name)}: ${format.number(step.count)}`, lost(at - 1) ?? ""].filter(Boolean).join(", ")
              : "";
          }}
          steps={steps.map((step, at) => ({
            id: step.name,
            label: t(step.name),
            value: step.count,
            figure: [format.number(step.count), ofFirst(step) ?? []].flat().join(" · "),
            since: lost(at),
          }))}
        />
      </div>
      <div className="border-t border-line">
        <RowsTable cards caption={t("title")} rows={steps} rowKey={({ name }) => name} columns={columns} />
      </div>
    </Panel>
  );
}
