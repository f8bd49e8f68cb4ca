"use client";

import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { useState } from "react";
import { Help } from "@/components/help/help";
import { Scroller } from "@/components/scroller";
import { Status, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { scaleFilter } from "../filters";
import { axisOf, Interval, ScaleSwitch, Ticks } from "../interval";
import { isAmount } from "../results/measure";
import { isVoid, type Study, type VariantComparison } from "../results/study";
import { useExperimentWords, VariantName } from "../words";
import { type OfStudy, useSavePlan, VariantForm } from "./plan";

const th = "border-b border-line px-3 py-2 align-bottom font-medium text-muted first:ps-4 last:pe-4";
const td = "border-b border-line px-3 py-1.5 align-middle first:ps-4 last:pe-4";

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
      <Scroller label={title}>
        <table data-testid="forest" className="w-full text-sm tabular-nums">
          <thead>
            <tr>
              <th scope="col" className={`${th} text-start`}>
                {t("columns.variant")}
              </th>
              {usable && (
                <>
                  <th scope="col" className={`${th} text-end`}>
                    {t(`scale.${scale}`)}
                  </th>
                  <th scope="col" className={`${th} w-1/2 min-w-32 text-start`}>
                    <span className="sr-only">{t("forest.drawing")}</span>
                    <Ticks axis={axis} show={words.tick(scale)} />
                  </th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {comparisons.map((one) => {
              const { tone, outcome } = outcomeOf(one, study);
              return (
                <tr key={one.name}>
                  <th scope="row" className={`${td} min-w-24 text-start font-medium wrap-anywhere`}>
                    <VariantName name={one.name} names={names} />
                    <Status tone={tone} hollow={tone === "neutral"} className="mt-0.5 block font-normal">
                      {t(`outcomes.${outcome}`)}
                    </Status>
                  </th>
                  {usable && (
                    <>
                      <td className={`${td} min-w-22 text-end`}>
                        <span className="block font-medium">{words.value(one.on[scale].value, scale)}</span>
                        <span className="block text-muted sm:whitespace-nowrap">
                          {words.bounds(one.on[scale], scale)}
                        </span>
                      </td>
                      <td className={td}>
                        <Interval axis={axis} estimate={one.on[scale]} />
                      </td>
                    </>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scroller>
      {usable && (
        <p className="px-4 py-2.5 text-sm text-muted text-pretty">
          {t("forest.legend", { from: words.tick(scale)(axis.from), to: words.tick(scale)(axis.to) })}
        </p>
      )}
    </Panel>
  );
}

function outcomeOf(
  one: VariantComparison,
  study: Study,
): { outcome: "void" | "open" | "better" | "worse"; tone: Tone } {
  if (isVoid(study)) return { outcome: "void", tone: "danger" };
  if (!one.decided) return { outcome: "open", tone: "neutral" };
  return (one.difference ?? 0) > 0 ? { outcome: "better", tone: "success" } : { outcome: "worse", tone: "warning" };
}
