"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useToday } from "@/components/figures/use-days";
import { OtherFields } from "@/components/forms/other-fields";
import { Disclosure } from "@/components/ui/disclosure";
import { lazyPart } from "@/components/ui/lazy-part";
import { Meter } from "@/components/ui/meter";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import type { ExperimentDesign } from "@/lib/contract/checkout/experiment-draft";
import { knownExperimentFields } from "@/lib/contract/checkout/experiment-words";
import type { Experiment, ExperimentResults } from "@/lib/contract/checkout/experiments";
import { otherFields } from "@/lib/contract/read";
import { addDays, countDays, dayIn } from "@/lib/days";
import { decisionOf } from "../../results/decision";
import { isAmount } from "../../results/measure";
import { reportOf } from "../../results/report";
import { isVoid, type Study, studyOf } from "../../results/study";
import { useExperimentWords } from "../../words";
import { Forest } from "../forest";
import { Head } from "../head";
import { LiftByDay } from "../lift-over-time";
import { Notes } from "../notes";
import { RulesPanel, Statistician, useStatistician } from "../statistics/statistician";
import { Against, Arms, Guardrails, Means, SplitPanel } from "../statistics/variant-tables";
import { VerdictPanel } from "../verdict-panel";
import { AlertBanner } from "./alert-banner";
import { useControls, useExperimentActions } from "./experiment-actions";
import { Decisions, Learned } from "./history-panel";
import { PlanPanel } from "./plan-panel";

const Segments = lazyPart(() => import("./segments"), <TextSkeleton lines={4} />);

type Props = { experiment: Experiment; plan: ExperimentDesign; results: ExperimentResults };

/** The page of an experiment that has a plan, whose variants the service applies. */
export function PlannedView({ experiment, plan, results }: Props) {
  const study = useMemo(() => studyOf({ experiment, plan: undefined, results }), [experiment, results]);
  return study && <Page experiment={experiment} plan={plan} results={results} study={study} />;
}

function Page({ experiment, plan, results, study }: Props & { study: Study }) {
  const t = useTranslations("plannedExperiments");
  const { store } = useDesk();
  const { id, status, started_at, ended_at, frozen } = experiment;
  const controls = useControls(id);
  const { buttons, menu, dialog } = useExperimentActions({ experiment, study, controls });
  const statistician = useStatistician();
  const [exploring, setExploring] = useState(false);
  const { comparisons, names, guarded, measure } = study;
  const draft = status === "draft";
  const dayOf = (time: string) => dayIn(store.timeZone, new Date(time));
  const today = useToday(dayIn(store.timeZone, new Date()));
  const started = started_at && dayOf(started_at);
  const daysRun = started ? countDays(started, ended_at ? dayOf(ended_at) : today) : 0;
  const planned = started && frozen?.days_needed ? `${addDays(started, frozen.days_needed)}T12:00:00Z` : null;
  const usable = comparisons.length > 0 && !isVoid(study) && !draft;
  return (
    <>
      <Head
        id={id}
        experiment={experiment}
        menu={menu}
        actions={buttons}
        csv={draft ? undefined : () => reportOf(study, experiment)}
      />
      {dialog}
      <AlertBanner experiment={experiment} names={names} controls={controls} />
      <Judgement experiment={experiment} study={study} daysRun={daysRun} />
      <Decisions experiment={experiment} study={study} />
      {!draft && decisionOf(experiment) && <Learned experiment={experiment} />}
      {usable && <Forest id={id} study={study} plan={undefined} />}
      {guarded.length > 0 && !draft && <Guardrails study={study} />}
      {usable && <LiftByDay id={id} study={study} end={plan.ends_at ?? planned} />}
      <PlanPanel experiment={experiment} plan={plan} />
      {!draft && (
        <Statistician {...statistician} contradictions={0} planned>
          <RulesPanel verdict={study.verdict} metric={measure.metric} />
          <Arms study={study} results={results} />
          <Means study={study} />
          {comparisons.length > 0 && !isAmount(measure.metric) && <Against study={study} />}
          <SplitPanel id={id} study={study} plan={undefined} open={false} onOpenChange={() => {}} />
          <OtherFields fields={otherFields(experiment, knownExperimentFields)} />
        </Statistician>
      )}
      {usable && (
        <Disclosure
          open={exploring}
          onOpenChange={setExploring}
          className={exploring ? "min-w-0" : "min-w-0 print:hidden"}
          summaryClass="rounded-lg border border-dashed border-line px-4 py-3 text-muted hover:bg-hover"
          summary={
            <>
              {t("segments.title")}
              <span className="ms-2">{t("segments.about")}</span>
            </>
          }
        >
          <div className="mt-3">{exploring && <Segments id={id} study={study} />}</div>
        </Disclosure>
      )}
      {!draft && !decisionOf(experiment) && status === "completed" && <Learned experiment={experiment} />}
      <Notes id={id} />
    </>
  );
}

type JudgementProps = { experiment: Experiment; study: Study; daysRun: number };

function Judgement({ experiment, study, daysRun }: JudgementProps) {
  const t = useTranslations("plannedExperiments.verdict");
  const columns = useTranslations("experiments.columns");
  const words = useExperimentWords();
  const { format } = useDesk();
  const { status, frozen, paused_at } = experiment;
  const { verdict, names, control, progress, measure } = study;
  const { least, planned, more } = progress;
  const pace = daysRun > 0 ? least / daysRun : 0;
  const days = status === "running" && more && pace > 0 ? Math.ceil(more / pace) : null;
  const about = { over: status === "completed", days, control: control?.name ?? "", managed: true };
  const next = paused_at ? t("paused") : words.nextStep(verdict, names, about);
  const started = status !== "draft";
  return (
    <VerdictPanel
      study={study}
      next={decisionOf(experiment) ? null : next}
      progress={
        started &&
        planned !== null && (
          <Meter
            className="mt-3 max-w-prose"
            label={columns("perVariant")}
            value={Math.min(least, planned)}
            max={planned}
            text={t("progress", { least: format.number(least), planned: format.number(planned), days: daysRun })}
          />
        )
      }
    >
      {started && (
        <p className="mt-3 max-w-prose text-sm text-muted text-pretty">
          {format.join([
            status === "running" ? t("peek") : "",
            isAmount(measure.metric) && frozen?.cap != null ? t("capped", { cap: format.money(frozen.cap) }) : "",
            measure.metric === "revenue_per_visitor" ? t("adjusted") : "",
          ])}
        </p>
      )}
    </VerdictPanel>
  );
}
