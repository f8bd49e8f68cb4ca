"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Help } from "@/components/help/help";
import { Waiting } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { DescriptionList } from "@/components/ui/description-list";
import { useDesk } from "@/lib/api/desk";
import type { ExperimentBaseline } from "@/lib/contract/checkout/experiments";
import { offersChangedBy, promisedPower } from "@/lib/experiment-sample-size";
import type texts from "@/lib/i18n/messages/en/experiment-editor.json";
import { baselineOf } from "../reads";
import { isAmount } from "../results/measure";
import { type ExperimentForm, hasConditions } from "./form-model";
import { findableIn, mostDays, numbersOf, planIn, remediesFor, suggestedDays, year } from "./plan-numbers";

export function useBaseline({ variants }: Pick<ExperimentForm, "variants">) {
  return useQuery({ ...baselineOf(useDesk(), variants), staleTime: 60_000 });
}

/** Days up to three weeks, then weeks, up to a year. */
export function useDuration() {
  const t = useTranslations("experimentEditor");
  return (days: number) => {
    if (days > year) return t("moreThanYear");
    return days <= 21 ? t("days", { count: days }) : t("weeks", { count: Math.ceil(days / 7) });
  };
}

/** What the plan needs, and what helps if it is too much. */
export function PlanFacts({ values }: { values: ExperimentForm }) {
  const read = useBaseline(values);
  if (!read.data) return <Waiting of={read} lines={4} />;
  return (
    <div data-testid="plan-facts" className="grid gap-3">
      <Facts values={values} known={read.data} />
    </div>
  );
}

function Facts({ values, known }: { values: ExperimentForm; known: ExperimentBaseline }) {
  const t = useTranslations("experimentEditor");
  const words = useTranslations("experimentPlan");
  const { format } = useDesk();
  const duration = useDuration();
  const plan = planIn(values);
  const { base, pace, visitors, days } = numbersOf(plan, known);
  const reach = offersChangedBy(values.variants).length > 0 ? "offers" : "all";
  const seen = { count: known.visitors, days: known.days, reach };
  if (days === null) {
    if (!(plan.effect > 0)) return null;
    return (
      <Banner tone="warning" live={false} title={t("noEstimate")}>
        {base === null ? t("noEstimateBody", seen) : t("tooLarge", { effect: format.percent(plan.effect) })}
      </Banner>
    );
  }
  const narrow = hasConditions(values.plan) ? "yes" : "no";
  const today = base !== null && (isAmount(plan.metric) ? format.money(base) : format.ratio(base));
  const needed = <Help of="needed" label={t("facts.visitors")} />;
  const certainty = <Help of="certainty" label={t("facts.certainty")} />;
  const facts: [keyof typeof texts.facts, string, ReactNode?][] = [
    ["visitors", format.number(visitors ?? 0), needed],
    ["days", t("timeFor", { time: duration(days), narrow })],
    ["certainty", format.ratio(promisedPower), certainty],
    [plan.metric, today || t("unknown")],
    ["pace", pace === null ? t("unknown") : format.number(Math.round(pace))],
  ];
  const remedies = days > mostDays ? remediesFor(plan, known) : null;
  const findable = remedies && findableIn(suggestedDays, plan, known);
  return (
    <>
      <DescriptionList
        items={facts.map(([of, detail, help]) => ({
          key: of,
          term: (
            <>
              {t(`facts.${of}`)} {help}
            </>
          ),
          detail,
        }))}
      />
      {remedies && (
        <Banner tone="warning" live={false} title={t("tooLittle")}>
          <p>{t("tooLittleBody", { ...seen, time: duration(days) })}</p>
          {findable && (
            <p className="mt-2">
              {t("findable", {
                days: suggestedDays,
                effect: format.percent(findable.effect),
                metric: words(`metrics.${findable.metric}`),
              })}
            </p>
          )}
          <p className="mt-2">{t(remedies.length > 0 ? "remedies.title" : "remedies.none")}</p>
          <ul className="list-disc ps-5">
            {remedies.map(({ kind, change, days: shorter }) => (
              <li key={kind}>
                {t(`remedies.${kind}`, {
                  effect: format.percent(change.effect ?? 0),
                  metric: words(`metrics.${change.metric ?? "conversion"}`),
                  time: duration(shorter),
                })}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <p className="text-sm text-muted text-pretty">
        {t("paceHint", {
          days: known.days,
          reach,
          narrow,
          sampled: known.sampled === undefined ? "all" : format.ratio(known.sampled),
        })}
      </p>
    </>
  );
}
