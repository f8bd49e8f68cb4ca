"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useToday } from "@/components/figures/use-days";
import { OtherFields } from "@/components/forms/other-fields";
import { Help } from "@/components/help/help";
import { QueryError } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { type Description, DescriptionList } from "@/components/ui/description-list";
import { Disclosure } from "@/components/ui/disclosure";
import { lazyPart } from "@/components/ui/lazy-part";
import { Meter } from "@/components/ui/meter";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import { productsIn } from "@/lib/contract/checkout/audience-words";
import type { ExperimentDesign } from "@/lib/contract/checkout/experiment-draft";
import { guardrails } from "@/lib/contract/checkout/experiment-words";
import type { Experiment, ExperimentResults } from "@/lib/contract/checkout/experiments";
import { otherFields } from "@/lib/contract/read";
import { addDays, countDays, dayIn } from "@/lib/days";
import { isOneOf } from "@/lib/word-format";
import { hasConditions, toForm } from "../../editor/form-model";
import { year } from "../../editor/plan-numbers";
import { useLive } from "../../live";
import { ReadBack } from "../../plan-words";
import { decisionOf } from "../../results/decision";
import { isAmount } from "../../results/measure";
import { reportOf } from "../../results/report";
import { isVoid, type Study, studyOf } from "../../results/study";
import type { VariantNames } from "../../results/verdict";
import { useExperimentWords } from "../../words";
import { Forest } from "../forest";
import { Head } from "../head";
import { LiftByDay } from "../lift-over-time";
import { Notes } from "../notes";
import { RulesPanel, Statistician, useStatistician } from "../statistics/statistician";
import { Against, Arms, Guardrails, Means, SplitPanel } from "../statistics/variant-tables";
import { Uncounted } from "../uncounted";
import { VerdictPanel } from "../verdict-panel";
import { useExperimentActions } from "./experiment-actions";
import { Decisions, Learned } from "./history-panel";
import { useControls } from "./use-controls";

const Segments = lazyPart(() => import("./segments"), <TextSkeleton lines={4} />);

type Props = { experiment: Experiment; plan: ExperimentDesign; results: ExperimentResults };

/** The page of an experiment that has a plan, whose variants the service applies. */
export function PlannedView({ experiment, plan, results }: Props) {
  const study = useMemo(() => studyOf({ experiment, plan: undefined, results }), [experiment, results]);
  return study && <Page {...{ experiment, plan, results, study }} />;
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
      <Judgement experiment={experiment} study={study} daysRun={daysRun} readOnly={!controls.may} />
      <Uncounted results={results} />
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
          <OtherFields fields={otherFields(experiment)} />
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

type JudgementProps = { experiment: Experiment; study: Study; daysRun: number; readOnly: boolean };

function Judgement({ experiment, study, daysRun, readOnly }: JudgementProps) {
  const t = useTranslations("plannedExperiments.verdict");
  const columns = useTranslations("experiments.columns");
  const words = useExperimentWords();
  const { format } = useDesk();
  const { status, frozen, paused_at } = experiment;
  const { verdict, names, control, progress, measure } = study;
  const { least, planned, more } = progress;
  const pace = daysRun > 0 ? least / daysRun : 0;
  const days = status === "running" && more && pace > 0 ? Math.ceil(more / pace) : null;
  const about = { over: status === "completed", days, control: control?.name ?? "", managed: true, readOnly };
  const next = paused_at ? words.asks(t("paused"), readOnly) : words.nextStep(verdict, names, about);
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

type AlertProps = Pick<Props, "experiment"> & { names: VariantNames; controls: ReturnType<typeof useControls> };

/** What the service noticed by itself, or that somebody paused the experiment. */
function AlertBanner({ experiment: { alert, paused_at, status }, names, controls }: AlertProps) {
  const t = useTranslations("plannedExperiments.alerts");
  const { format } = useDesk();
  const words = useExperimentWords();
  const draft = status === "draft";
  if (draft ? !alert : status !== "running" || (!alert && !paused_at)) return null;
  const at = format.dateTime(alert?.at ?? paused_at ?? "");
  const { kind = "", variant = "" } = alert ?? {};
  const known = kind === "split" || isOneOf(guardrails, kind);
  const byRule = alert?.paused && paused_at;
  return (
    <Banner
      tone={alert ? "danger" : "warning"}
      live={false}
      title={t(titleOf(), { at })}
      action={
        paused_at &&
        controls.may && (
          <Button size="sm" pending={controls.pending} onClick={() => controls.make("resumed")}>
            {t("resume")}
          </Button>
        )
      }
    >
      {format.join([
        known ? t(`kinds.${kind}`, { variant: words.called(variant, names) }) : draft ? "" : kind,
        byRule ? t("resumeMeans") : paused_at ? t("pausedMeans") : "",
        draft ? t("notStartedMeans") : "",
        draft && controls.may ? t("startYourself") : "",
      ])}
    </Banner>
  );

  function titleOf() {
    if (draft) return "notStarted";
    if (!alert) return "paused";
    return byRule ? "pausedByRule" : kind === "split" ? "split" : "broken";
  }
}

/** The plan as it was when the experiment started, and what was changed later. */
function PlanPanel({ experiment, plan }: Pick<Props, "experiment" | "plan">) {
  const t = useTranslations("plannedExperiments.plan");
  const { format } = useDesk();
  const { frozen, amendments = [], status } = experiment;
  const form = toForm(experiment);
  const { live, problem, retry } = useLive(
    form.variants.map(({ changes }) => changes),
    productsIn(form.plan.audience),
  );
  const narrow = hasConditions(form.plan) ? "yes" : "no";
  const known = (value: number | null | undefined, show: (value: number) => string = format.number) =>
    value == null ? t("unknown") : show(value);
  const days = (count: number) =>
    t("daysFor", { days: count > year ? t("moreThanYear") : format.number(count), narrow });
  const items: Description[] = frozen
    ? [
        { term: t("base"), detail: known(frozen.base, isAmount(plan.metric) ? format.money : format.ratio) },
        { term: t("visitors"), detail: known(frozen.visitors_needed) },
        { term: t("days"), detail: known(frozen.days_needed, days) },
        ...(frozen.cap !== null && isAmount(plan.metric)
          ? [{ term: t("cap"), detail: t("capped", { cap: format.money(frozen.cap) }) }]
          : []),
      ]
    : [];
  const fields = { guardrails: t("guardrails"), stops_on_breach: t("onBreach"), ends_at: t("ends") };
  const nameOf = (field: string) => fields[field as keyof typeof fields] ?? field;
  return (
    <Panel
      title={t("title")}
      aside={<Help of="plan" label={t("title")} />}
      description={t(status === "draft" ? "draft" : amendments.length > 0 ? "frozenBut" : "frozen")}
    >
      <div data-testid="planned" className="grid gap-3">
        {plan.hypothesis && (
          <blockquote className="max-w-prose border-s-2 border-line ps-3 text-pretty wrap-anywhere">
            {plan.hypothesis}
          </blockquote>
        )}
        <ReadBack {...{ live, status }} values={form} names={form.variants.map(({ label, name }) => label || name)} />
        {problem && <QueryError error={problem} onRetry={retry} />}
        <DescriptionList items={items} className="xl:grid-cols-2" />
      </div>
      {amendments.length > 0 && (
        <div className="mt-3 border-t border-line pt-3" data-testid="amendments">
          <h3 className="text-sm font-semibold">{t("amended")}</h3>
          <ul className="text-sm text-muted">
            {amendments.map(({ at, fields: changed }) => (
              <li key={at}>{t("amendment", { at: format.dateTime(at), fields: format.list(changed.map(nameOf)) })}</li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}
