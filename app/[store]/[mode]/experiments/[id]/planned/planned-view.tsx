"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useToday } from "@/components/figures/use-days";
import { OtherFields } from "@/components/forms/other-fields";
import { saveFile } from "@/components/transfer/save-file";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { lazyPart } from "@/components/ui/lazy-part";
import { Meter } from "@/components/ui/meter";
import { Panel } from "@/components/ui/panel";
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
import { beliefsOf, isVoid, type Study, studyOf } from "../../results/study";
import { Mark, toneOf, useExperimentWords } from "../../words";
import { Forest } from "../forest";
import { Head } from "../head";
import { Notes } from "../notes";
import { RulesPanel, Statistician, useStatistician } from "../statistics/statistician";
import { Against, Arms, SplitPanel } from "../statistics/variant-tables";
import { AlertBanner } from "./alert-banner";
import { useExperimentActions } from "./experiment-actions";
import { Guardrails } from "./guardrails";
import { Decisions, Learned } from "./history-panel";
import { LiftByDay } from "./lift-by-day";
import { Means } from "./means";
import { PlanPanel } from "./plan-panel";
import { useControls } from "./use-controls";

const ChangesPanel = lazyPart(
  () => import("./changes-panel"),
  <Panel>
    <TextSkeleton lines={3} />
  </Panel>,
);
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
  const beliefs = useMemo(() => beliefsOf(study), [study]);
  const { comparisons, names, guarded, measure } = study;
  const draft = status === "draft";
  const dayOf = (time: string) => dayIn(store.timeZone, new Date(time));
  const today = useToday(dayIn(store.timeZone, new Date()));
  const started = started_at && dayOf(started_at);
  const daysRun = started ? countDays(started, ended_at ? dayOf(ended_at) : today) : 0;
  const planned = started && frozen?.days_needed ? `${addDays(started, frozen.days_needed)}T12:00:00Z` : null;
  const download = () =>
    saveFile(
      new Blob([reportOf(study, experiment)], { type: "text/csv" }),
      `experiment-${id.replace(/[^\w.-]+/g, "-")}.csv`,
    );
  const usable = comparisons.length > 0 && !isVoid(study) && !draft;
  return (
    <>
      <Head
        id={id}
        experiment={experiment}
        menu={menu}
        actions={
          <>
            {buttons}
            {!draft && (
              <Button icon={<Download aria-hidden />} onClick={download}>
                {t("actions.csv")}
              </Button>
            )}
          </>
        }
      />
      {dialog}
      <AlertBanner experiment={experiment} names={names} controls={controls} />
      <VerdictPanel experiment={experiment} study={study} daysRun={daysRun} />
      <Decisions experiment={experiment} study={study} />
      {!draft && decisionOf(experiment) && <Learned experiment={experiment} />}
      {usable && <Forest id={id} study={study} plan={undefined} />}
      {guarded.length > 0 && !draft && <Guardrails study={study} />}
      {usable && <LiftByDay experiment={experiment} study={study} end={plan.ends_at ?? planned} />}
      <PlanPanel experiment={experiment} plan={plan} study={study} />
      <ChangesPanel variants={experiment.variants ?? []} control={study.control?.name} names={names} />
      {!draft && (
        <Statistician {...statistician} contradictions={0} planned>
          <RulesPanel verdict={study.verdict} metric={measure.metric} />
          <Arms study={study} results={results} />
          <Means study={study} />
          {comparisons.length > 0 && !isAmount(measure.metric) && <Against study={study} beliefs={beliefs} />}
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

type VerdictProps = { experiment: Experiment; study: Study; daysRun: number };

function VerdictPanel({ experiment, study: { verdict, names, control, progress, measure }, daysRun }: VerdictProps) {
  const t = useTranslations("experiments");
  const own = useTranslations("plannedExperiments.verdict");
  const words = useExperimentWords();
  const { status, frozen, paused_at } = experiment;
  const { format } = useDesk();
  const decided = decisionOf(experiment);
  const pace = daysRun > 0 ? progress.least / daysRun : 0;
  const days = status === "running" && progress.more && pace > 0 ? Math.ceil(progress.more / pace) : null;
  const next = { over: status === "completed", days, control: control?.name ?? "", managed: true };
  const amounts = isAmount(measure.metric) && frozen?.cap != null;
  return (
    <Panel title={t("panels.verdict")}>
      <p data-testid="verdict" className="max-w-prose text-lg font-medium text-pretty">
        <Mark tone={toneOf(verdict)}>{words.sentence(verdict, names)}</Mark>
      </p>
      {progress.planned !== null && status !== "draft" && (
        <Meter
          className="mt-3 max-w-prose"
          label={t("columns.perVariant")}
          value={Math.min(progress.least, progress.planned)}
          max={progress.planned}
          text={own("progress", {
            least: format.number(progress.least),
            planned: format.number(progress.planned),
            days: daysRun,
          })}
        />
      )}
      {decided ? null : (
        <>
          <h3 className="mt-3 font-semibold">{t("next.title")}</h3>
          <p data-testid="next" className="max-w-prose text-pretty">
            {paused_at ? own("paused") : words.nextStep(verdict, names, next)}
          </p>
        </>
      )}
      {status !== "draft" && (
        <p className="mt-3 max-w-prose text-sm text-muted text-pretty">
          {format.join([
            status === "running" ? own("peek") : "",
            amounts ? own("capped", { cap: format.money(frozen.cap ?? 0) }) : "",
            measure.metric === "revenue_per_visitor" ? own("adjusted") : "",
          ])}
        </p>
      )}
    </Panel>
  );
}
