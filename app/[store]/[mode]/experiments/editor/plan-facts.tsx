"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Help } from "@/components/help/help";
import { Waiting } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { DescriptionList } from "@/components/ui/description-list";
import { useDesk } from "@/lib/api/desk";
import type { ExperimentBaseline } from "@/lib/contract/checkout/experiments";
import type { ExperimentForm } from "./form-model";
import { baselineOf } from "./live-records";
import { mostDays, numbersOf, planIn, promisedPower, type Remedy, remediesFor } from "./plan-numbers";

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
  const fact = (term: string, help: "needed" | "certainty" | null, detail: string | null) => ({
    key: term,
    term: (
      <>
        {term} {help && <Help of={help} label={term} />}
      </>
    ),
    detail: detail ?? t("unknown"),
  });
  return (
    <div data-testid="plan-facts" className="grid gap-3">
      <DescriptionList
        items={[
          fact(t("facts.visitors"), "needed", visitors === null ? null : format.number(visitors)),
          fact(t("facts.days"), null, days === null ? null : duration(days)),
          fact(t("facts.certainty"), "certainty", format.ratio(promisedPower)),
          fact(
            t(`facts.${plan.metric}`),
            null,
            base === null ? null : isRate ? format.ratio(base) : format.money(base),
          ),
          fact(t("facts.pace"), null, pace === null ? null : format.number(Math.round(pace))),
        ]}
      />
      {(days === null || days > mostDays) && <TooLittle {...{ values, known, days }} />}
      <p className="text-sm text-muted text-pretty">{t("paceHint", { days: known.days })}</p>
    </div>
  );
}

function TooLittle({
  values,
  known,
  days,
}: {
  values: ExperimentForm;
  known: ExperimentBaseline;
  days: number | null;
}) {
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
      <p>{days === null ? t("noEstimateBody", seen) : t("tooLittleBody", { ...seen, time: duration(days) })}</p>
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
