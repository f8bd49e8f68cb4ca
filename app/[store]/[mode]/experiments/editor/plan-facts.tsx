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
import { promisedPower } from "@/lib/plan-size";
import type { ExperimentForm } from "./form-model";
import { mostDays, numbersOf, type PlanNumbers, planIn, type Remedy, remediesFor } from "./plan-numbers";
import { baselineOf } from "./reads";

export function useBaseline() {
  return useQuery({ ...baselineOf(useDesk()), staleTime: 60_000 });
}

/** Days up to three weeks, then weeks. */
export function useDuration() {
  const t = useTranslations("experimentEditor");
  return (days: number) => (days <= 21 ? t("days", { count: days }) : t("weeks", { count: Math.ceil(days / 7) }));
}

/** What the plan needs, and what helps if it is too much. */
export function PlanFacts({ values }: { values: ExperimentForm }) {
  const read = useBaseline();
  if (!read.data) return <Waiting of={read} lines={4} />;
  return <Facts values={values} known={read.data} />;
}

function Facts({ values, known }: { values: ExperimentForm; known: ExperimentBaseline }) {
  const t = useTranslations("experimentEditor");
  const { format } = useDesk();
  const duration = useDuration();
  const plan = planIn(values);
  const { base, pace, visitors, days } = numbersOf(plan, known);
  const isRate = plan.metric === "conversion" || plan.metric === "acceptance";
  const fact = (term: string, detail: string | null, help?: ReactNode) => ({
    key: term,
    term: (
      <>
        {term} {help}
      </>
    ),
    detail: detail ?? t("unknown"),
  });
  const certainty = t("facts.certainty");
  const slow = days === null || days > mostDays;
  return (
    <div data-testid="plan-facts" className="grid gap-3">
      {days !== null && (
        <DescriptionList
          items={[
            fact(
              t("facts.visitors"),
              visitors === null ? null : format.number(visitors),
              <Help of="needed" label={t("facts.visitors")} />,
            ),
            fact(t("facts.days"), duration(days)),
            fact(certainty, format.ratio(promisedPower), <Help of="certainty" label={certainty} />),
            fact(t(`facts.${plan.metric}`), base === null ? null : isRate ? format.ratio(base) : format.money(base)),
            fact(t("facts.pace"), pace === null ? null : format.number(Math.round(pace))),
          ]}
        />
      )}
      {slow && plan.effect > 0 && <TooLittle {...{ values, known, days, base }} />}
      {days !== null && (
        <p className="text-sm text-muted text-pretty">
          {t("paceHint", {
            days: known.days,
            sampled: known.sampled === undefined ? "all" : format.ratio(known.sampled),
          })}
        </p>
      )}
    </div>
  );
}

function TooLittle({
  values,
  known,
  days,
  base,
}: Pick<PlanNumbers, "days" | "base"> & { values: ExperimentForm; known: ExperimentBaseline }) {
  const t = useTranslations("experimentEditor");
  const { format } = useDesk();
  const duration = useDuration();
  const seen = { count: known.visitors, days: known.days };
  const help = ({ kind, change, days: shorter }: Remedy) => {
    const time = duration(shorter);
    if (kind === "effect") return t("remedies.effect", { effect: format.percent(change.effect ?? 0), time });
    if (kind === "metric") return t("remedies.metric", { metric: t(`metrics.${change.metric ?? "conversion"}`), time });
    return t(`remedies.${kind}`, { time });
  };
  const remedies = days === null ? [] : remediesFor(planIn(values), known);
  return (
    <Banner tone="warning" live={false} title={t(days === null ? "noEstimate" : "tooLittle")}>
      <p>
        {days !== null
          ? t("tooLittleBody", { ...seen, time: duration(days) })
          : base === null
            ? t("noEstimateBody", seen)
            : t("tooLarge", { effect: format.percent(values.plan.effect || 0) })}
      </p>
      {remedies.length > 0 && (
        <>
          <p className="mt-2">{t("remedies.title")}</p>
          <ul className="list-disc ps-5">
            {remedies.map((remedy) => (
              <li key={remedy.kind}>{help(remedy)}</li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  );
}
