"use client";

import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { useState } from "react";
import { Help } from "@/components/help/help";
import { Status, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { type RowsColumn, RowsTable } from "@/components/ui/rows-table";
import { scaleFilter } from "../filters";
import { axisOf, Interval, ScaleSwitch, Ticks } from "../interval";
import { isAmount } from "../results/measure";
import { type Comparison, isVoid, type Study } from "../results/study";
import { useExperimentWords, VariantName } from "../words";
import { type OfStudy, useSavePlan, VariantForm } from "./plan";
import { figure } from "./statistics/variant-tables";

export function Forest({ id, study, plan }: OfStudy) {
  const t = useTranslations("experiments");
  const words = useExperimentWords();
  const [chosen] = useQueryState("scale", scaleFilter);
  const scale = isAmount(study.measure.metric) ? "lift" : chosen;
  const [naming, setNaming] = useState(false);
  const { may } = useSavePlan(id, plan);
  const { comparisons, names } = study;
  const usable = !isVoid(study);
  const axis = axisOf(
    comparisons.map(({ on }) => on[scale]),
    scale,
  );
  const title = t(`panels.forest.${scale}`, { control: words.called(study.control?.name ?? "", names) });
  const columns: RowsColumn<Comparison>[] = [
    {
      id: "variant",
      label: t("columns.variant"),
      cell: (one) => {
        const { tone, outcome } = outcomeOf(one, study);
        return (
          <span className="block min-w-24 font-medium wrap-anywhere">
            <VariantName name={one.name} names={names} />
            <Status tone={tone} hollow={tone === "neutral"} className="mt-0.5 block font-normal">
              {t(`outcomes.${outcome}`)}
            </Status>
          </span>
        );
      },
    },
    figure("value", t(`scale.${scale}`), ({ on }) => (
      <>
        <span className="block font-medium">{words.value(on[scale].value, scale)}</span>
        <span className="block text-muted max-sm:whitespace-normal">{words.bounds(on[scale], scale)}</span>
      </>
    )),
    {
      id: "drawing",
      label: t("forest.drawing"),
      drawing: <Ticks axis={axis} show={words.tick(scale)} />,
      cell: ({ on }) => (
        <div className="min-w-32 sm:min-w-64 xl:min-w-120">
          <Interval axis={axis} estimate={on[scale]} />
        </div>
      ),
    },
  ];
  return (
    <Panel
      title={title}
      aside={<Help of="lift" label={t("columns.lift")} />}
      description={usable && t("forest.about")}
      actions={
        <>
          {may && !naming && !study.managed && (
            <Button size="sm" className="print:hidden" onClick={() => setNaming(true)}>
              {t("names.change")}
            </Button>
          )}
          {usable && !isAmount(study.measure.metric) && <ScaleSwitch />}
        </>
      }
      flush
    >
      {naming && <VariantForm id={id} study={study} plan={plan} of="names" onDone={() => setNaming(false)} />}
      <div data-testid="forest" className="tabular-nums">
        <RowsTable
          caption={title}
          columns={usable ? columns : columns.slice(0, 1)}
          rows={comparisons}
          rowKey={(_, at) => String(at)}
        />
      </div>
      {usable && (
        <p className="px-4 py-2.5 text-sm text-muted text-pretty">
          {t("forest.legend", { from: words.tick(scale)(axis.from), to: words.tick(scale)(axis.to) })}
        </p>
      )}
    </Panel>
  );
}

function outcomeOf(one: Comparison, study: Study): { outcome: "void" | "open" | "better" | "worse"; tone: Tone } {
  if (isVoid(study)) return { outcome: "void", tone: "danger" };
  if (!one.decided) return { outcome: "open", tone: "neutral" };
  return (one.difference ?? 0) > 0 ? { outcome: "better", tone: "success" } : { outcome: "worse", tone: "warning" };
}
