"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useMemo, useState } from "react";
import { OtherFields } from "@/components/forms/other-fields";
import { useListHref } from "@/components/lists/list-address";
import { Waiting } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { IntentLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { knownExperimentFields, knownResultFields } from "@/lib/contract/checkout/experiment-words";
import type { ExperimentResults } from "@/lib/contract/checkout/experiments";
import { otherFields } from "@/lib/contract/read";
import { isGone } from "../live";
import { listed, plans, readingsOf, resultsOf, single } from "../reads";
import { isContradiction } from "../results/audit";
import { paceOf, whileRunning } from "../results/over-time";
import { csvOf, isVoid, studyOf } from "../results/study";
import { useExperimentWords } from "../words";
import { Forest } from "./forest";
import { Head, type HeadProps } from "./head";
import { LiftOverTime } from "./lift-over-time";
import { Notes } from "./notes";
import { PlanPanel, useSavePlan } from "./plan";
import { AuditPanel, RulesPanel, Statistician, useStatistician } from "./statistics/statistician";
import { Against, Arms, SplitPanel } from "./statistics/variant-tables";
import { VerdictPanel } from "./verdict-panel";

// Few experiments have a plan, so the parts of their page load only for them.
const PlannedView = lazy(async () => ({ default: (await import("./planned/planned-view")).PlannedView }));

export function ExperimentView({ id }: { id: string }) {
  const t = useTranslations("experiments");
  const desk = useDesk();
  const own = useQuery({ ...single(desk, id), enabled: desk.extensions.checkout });
  const list = useQuery({ ...listed(desk), enabled: !desk.extensions.checkout });
  const results = useQuery(resultsOf(desk, id));
  const experiment = own.data ?? list.data?.data.find((one) => one.id === id);
  const known = desk.extensions.checkout ? own : list;
  const nothingYet = experiment && isGone(results.error);
  const failed = own.error && !own.data ? own : results;
  const deleted = experiment?.status === "draft" && isGone(own.error);
  const read = deleted ? undefined : results.data;
  const listHref = useListHref(`${desk.base}/experiments`);

  // The verdict is worded by the plan and by whether the experiment has ended, so the page waits for the experiment.
  if (read && experiment?.plan) {
    return (
      <Suspense fallback={<Head id={id} experiment={experiment} />}>
        <PlannedView experiment={experiment} plan={experiment.plan} results={read} />
      </Suspense>
    );
  }
  if (read && (experiment || !(known.isPending || own.error))) {
    return <Loaded id={id} experiment={experiment} results={read} />;
  }
  return (
    <>
      <Head id={id} experiment={experiment} />
      <Panel>
        {deleted ? (
          <Banner
            tone="warning"
            action={
              <IntentLink href={listHref} className={buttonClass({ size: "sm" })}>
                {t("showAll")}
              </IntentLink>
            }
          >
            {t("deletedDraft")}
          </Banner>
        ) : nothingYet ? (
          <EmptyState icon={<FlaskConical />} title={t("noResults.title")}>
            {t("noResults.body")}
          </EmptyState>
        ) : (
          <Waiting of={failed} lines={10} />
        )}
      </Panel>
      {nothingYet && !deleted && <Notes id={id} />}
    </>
  );
}

function Loaded({ id, experiment, results }: HeadProps & { results: ExperimentResults }) {
  const desk = useDesk();
  const t = useTranslations("experiments");
  const words = useExperimentWords();
  const planned = useQuery(plans(desk));
  const history = useQuery(readingsOf(desk, id));
  const plan = planned.data?.data.find((one) => one.experiment === id);
  const study = useMemo(() => studyOf({ experiment, plan, results }), [experiment, plan, results]);
  const snapshots = history.data?.data ?? [];
  const statistician = useStatistician();
  const [enteringSplit, setEnteringSplit] = useState(false);
  const { may } = useSavePlan(id, plan);
  if (!study) return null;
  const others = [...otherFields(experiment ?? {}, knownExperimentFields), ...otherFields(results, knownResultFields)];
  const { verdict, comparisons, control, progress, names } = study;
  const running = experiment?.status === "running";
  const pace = paceOf(snapshots);
  const days = running && pace !== null && progress.more ? Math.ceil(progress.more / pace) : null;
  const enterSplit = () => {
    statistician.setOpen(true);
    setEnteringSplit(true);
  };
  return (
    <>
      <Head id={id} experiment={experiment} csv={() => csvOf(study, results)} />
      <VerdictPanel
        study={study}
        next={words.nextStep(verdict, names, {
          over: experiment?.status === "completed",
          days,
          control: control?.name ?? "",
        })}
      >
        {may && verdict.rule === "split" && verdict.assumed && (
          <Button size="sm" className="mt-2 print:hidden" onClick={enterSplit}>
            {t("next.enterSplit")}
          </Button>
        )}
      </VerdictPanel>
      {comparisons.length > 0 && <Forest id={id} study={study} plan={plan} />}
      <Statistician {...statistician} contradictions={study.findings?.filter(isContradiction).length ?? 0}>
        <RulesPanel verdict={verdict} metric={study.measure.metric} />
        <Arms study={study} results={results} />
        {comparisons.length > 0 && <Against study={study} />}
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <SplitPanel id={id} study={study} plan={plan} open={enteringSplit} onOpenChange={setEnteringSplit} />
          <PlanPanel id={id} study={study} plan={plan} pace={pace} days={days} running={running} />
        </div>
        <AuditPanel findings={study.findings ?? []} names={names} />
        {comparisons.length > 0 && !isVoid(study) && (
          <LiftOverTime
            read={history}
            snapshots={whileRunning(snapshots, experiment?.ended_at)}
            study={study}
            everyHours={history.data?.every_hours ?? 6}
          />
        )}
        <OtherFields fields={others} />
      </Statistician>
      <Notes id={id} />
    </>
  );
}
