"use client";

import { useTranslations } from "next-intl";
import { DownloadCsv } from "@/components/download-csv";
import { Bar } from "@/components/ui/bar";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import type { Range } from "@/lib/ranges";
import type { Step } from "./report-parts";
import { useWords } from "./report-words";

/** From step to step how many are left. Events are counted, so a step is no number of people. */
export function Funnel({ steps, range }: { steps: readonly Step[]; range: Range }) {
  const t = useTranslations("analytics.funnel");
  const { format } = useDesk();
  const words = useWords();
  const first = Math.max(1, ...steps.map(({ count }) => count));
  const share = (value: number | null) => (value === null ? "" : format.ratio(value));
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
            head: [t("step"), t("count"), t("ofFirst"), t("ofPrevious")],
            rows: steps.map(({ name, count, ofFirst, ofPrevious }) => [words(name), count, ofFirst, ofPrevious]),
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
          { id: "ofFirst", label: t("ofFirst"), align: "end" },
          { id: "ofPrevious", label: t("ofPrevious"), align: "end" },
        ]}
        rows={steps}
        rowKey={({ name }) => name}
        cell={(step, column) => {
          if (column === "count") return format.number(step.count);
          if (column === "ofFirst") return share(step.ofFirst);
          if (column === "ofPrevious") return share(step.ofPrevious);
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
