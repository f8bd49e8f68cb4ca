"use client";

import { useTranslations } from "next-intl";
import { DownloadCsv } from "@/components/download-csv";
import { ChangeMark } from "@/components/figure-change";
import { changeBetween } from "@/components/figures";
import { Bar } from "@/components/ui/bar";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import type { Range } from "@/lib/ranges";
import type { Step } from "./report-parts";
import { useWords } from "./report-words";

type Props = { steps: readonly Step[]; before: readonly Step[] | null; range: Range };

/** From step to step how many are left. Events are counted, so a step is no number of people. */
export function Funnel({ steps, before, range }: Props) {
  const t = useTranslations("analytics.funnel");
  const course = useTranslations("analytics.course");
  const figures = useTranslations("figures");
  const { format } = useDesk();
  const words = useWords();
  const first = Math.max(1, ...steps.map(({ count }) => count));
  const earlier = (step: Step) => before?.find(({ name }) => name === step.name);
  const share = (value: number | null, was: number | null | undefined) =>
    value === null ? (
      ""
    ) : (
      <>
        {format.ratioInColumn(value)}
        {typeof was === "number" && (
          <span className="block text-xs text-muted">{figures("was", { value: format.ratioInColumn(was) })}</span>
        )}
      </>
    );
  return (
    <Panel
      level={3}
      title={t("title")}
      description={t("about")}
      actions={
        <DownloadCsv
          what={t("title")}
          sheet={() => ({
            name: `conversion_funnel-${range.start}-${range.end}`,
            head: [t("step"), t("count"), t("ofFirst"), t("ofPrevious"), ...(before ? [course("beside")] : [])],
            rows: steps.map((step) => [
              ...[words(step.name), step.count, step.ofFirst, step.ofPrevious],
              ...(before ? [earlier(step)?.count ?? null] : []),
            ]),
          })}
        />
      }
      flush
    >
      <RowsTable
        caption={t("title")}
        columns={[
          { id: "name", label: t("step") },
          { id: "count", label: t("count"), align: "end" },
          ...(before ? [{ id: "change", label: course("change"), align: "end" as const }] : []),
          { id: "ofFirst", label: t("ofFirst"), align: "end" },
          { id: "ofPrevious", label: t("ofPrevious"), align: "end" },
        ]}
        rows={steps}
        rowKey={({ name }) => name}
        cell={(step, column) => {
          if (column === "count") return format.number(step.count);
          const was = earlier(step);
          if (column === "ofFirst") return share(step.ofFirst, was?.ofFirst);
          if (column === "ofPrevious") return share(step.ofPrevious, was?.ofPrevious);
          if (column === "change") {
            const change = changeBetween(step.count, was?.count, "count");
            return change === null ? "—" : <ChangeMark change={change} ofRatio={false} />;
          }
          return (
            <span className="grid min-w-44 gap-1 py-1">
              {words(step.name)}
              <Bar part={step.count / first} className="h-3" />
            </span>
          );
        }}
      />
    </Panel>
  );
}
