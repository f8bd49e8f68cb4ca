"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { OtherFields } from "@/components/forms/other-fields";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useDesk } from "@/lib/api/desk";
import type { ExperimentResults } from "@/lib/contract/checkout/experiments";
import { otherFields } from "@/lib/contract/read";
import { plans, readingsOf } from "../reads";
import { isContradiction } from "../results/audit";
import { csvOf } from "../results/details";
import { paceOf, whileRunning } from "../results/over-time";
import { isVoid, studyOf } from "../results/study";
import { useExperimentWords } from "../words";
import { Forest } from "./forest";
import { Head, type HeadProps } from "./head";
import { LiftOverTime } from "./lift-over-time";
import { Notes } from "./notes";
import { PlanPanel, useSavePlan } from "./plan";
import { useControls } from "./planned/use-controls";
import { AuditPanel, RulesPanel, Statistician, useStatistician } from "./statistics/statistician";
import { Against, Arms, SplitPanel } from "./statistics/variant-tables";
import { Uncounted } from "./uncounted";
import { VerdictPanel } from "./verdict-panel";

export function UnplannedView({ id, experiment, results }: HeadProps & { results: ExperimentResults }) {
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
  const [ending, setEnding] = useState(false);
  const { may } = useSavePlan(id, plan);
  const controls = useControls(id);
  if (!study) return null;
  const others = [...otherFields(experiment ?? {}), ...otherFields(results)];
  const { verdict, comparisons, control, progress, names } = study;
  const running = experiment?.status === "running";
  const pace = paceOf(snapshots);
  const days = running && pace !== null && progress.more ? Math.ceil(progress.more / pace) : null;
  const mayEnd = running && controls.may;
  const ends = running && desk.has("checkout", "experiments", "update");
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
          ends,
          readOnly: !may,
        })}
      >
        {may && verdict.rule === "split" && verdict.assumed && (
          <Button size="sm" className="mt-2 print:hidden" onClick={enterSplit}>
            {t("next.enterSplit")}
          </Button>
        )}
        {mayEnd && (
          <Button size="sm" className="mt-2 print:hidden" onClick={() => setEnding(true)}>
            {t("next.end")}
          </Button>
        )}
      </VerdictPanel>
      {ending && (
        <ConfirmDialog
          open
          onOpenChange={setEnding}
          tone="danger"
          title={t("next.endTitle")}
          description={t("next.endMeans")}
          confirmLabel={t("next.end")}
          pending={controls.pending}
          onConfirm={() => controls.make("ended").then(() => setEnding(false))}
        />
      )}
      <Uncounted results={results} />
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
