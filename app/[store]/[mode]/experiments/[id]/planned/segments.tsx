"use client";

import { useQueries } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Waiting } from "@/components/query-error";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import { devices, visitorKinds } from "@/lib/contract/checkout/audience-words";
import { type breakdowns, controlIn } from "@/lib/contract/checkout/experiment-words";
import { isOneOf } from "@/lib/word-format";
import { breakdownOf } from "../../reads";
import { type Arm, compareSegments, countOf, leastOf } from "../../results/measure";
import type { Study } from "../../results/study";
import { armsOf } from "../../results/verdict";
import { Mark, useExperimentWords, VariantName } from "../../words";
import { figure } from "../statistics/variant-tables";

type By = Exclude<(typeof breakdowns)[number], "day">;
const kinds: readonly By[] = ["device", "country", "visitors"];
type Segment = { by: By; key: string; arms: Arm[]; control: Arm; arm: Arm };

/** For looking around only. One correction covers all segments, and none of them changes the verdict. */
export default function Segments({ id, study: { measure, names } }: { id: string; study: Study }) {
  const t = useTranslations("plannedExperiments.segments");
  const context = useDesk();
  const { format } = context;
  const words = useExperimentWords();
  const reads = useQueries({ queries: kinds.map((by) => breakdownOf(context, id, by)) });
  const missing = reads.find(({ data }) => !data);
  if (missing) return <Waiting of={missing} lines={4} />;
  const { metric } = measure;
  const all = kinds.flatMap((by, at) =>
    (reads[at]?.data?.data ?? []).flatMap(({ key, variants }): Segment[] => {
      const arms = armsOf(variants) ?? [];
      const control = controlIn(arms);
      return control ? arms.filter((arm) => arm !== control).map((arm) => ({ by, key, arms, control, arm })) : [];
    }),
  );
  const enough = all.filter(({ arms }) => arms.every((arm) => countOf(metric, arm) >= leastOf(metric)));
  const found = compareSegments(enough, metric);
  const rows = all
    .map((segment) => ({ ...segment, found: found[enough.indexOf(segment)] }))
    .sort((a, b) => kinds.indexOf(a.by) - kinds.indexOf(b.by) || visitorsIn(b) - visitorsIn(a));
  type Row = (typeof rows)[number];
  if (rows.length === 0) return <p className="text-muted">{t("none")}</p>;
  return (
    <div data-testid="segments" className="rounded-md border border-dashed border-line bg-surface text-muted">
      <RowsTable<Row>
        caption={t("title")}
        cards
        rows={rows}
        rowKey={({ by, key, arm }) => `${by} ${key} ${arm.name}`}
        columns={[
          {
            id: "segment",
            label: t("segment"),
            cell: ({ by, key, arm, arms }) => (
              <div>
                {nameOf(by, key)}
                <span className="block">{arms.length > 2 && <VariantName name={arm.name} names={names} />}</span>
              </div>
            ),
          },
          figure("visitors", t("visitors"), (row) => format.number(visitorsIn(row))),
          figure("lift", t("lift"), ({ found }) => words.value(found?.relative.lift ?? null, "lift")),
          figure("bounds", t("interval"), ({ found }) => words.bounds(found?.relative ?? unknown, "lift")),
          figure("p", t("p"), ({ found }) => words.p(found?.adjusted ?? null), "holm"),
          {
            id: "state",
            label: t("state"),
            cell: ({ found }) => <Mark tone="neutral">{t(!found ? "few" : found.decided ? "differs" : "open")}</Mark>,
          },
        ]}
      />
      <p className="px-4 py-2.5 text-sm text-pretty">{t("legend", { count: enough.length, least: leastOf(metric) })}</p>
    </div>
  );

  function nameOf(by: By, key: string): string {
    if (by === "country") return format.country(key);
    if (isOneOf(devices, key)) return t(`devices.${key}`);
    return isOneOf(visitorKinds, key) ? t(`kinds.${key}`) : key;
  }
}

const unknown = { lower: null, upper: null };
const visitorsIn = ({ arm, control }: Segment) => arm.visitors + control.visitors;
