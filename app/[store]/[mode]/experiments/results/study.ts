import { controlIn } from "@/lib/contract/checkout/experiment-words";
import type { Experiment, ExperimentResults } from "@/lib/contract/checkout/experiments";
import type { ExperimentPlan } from "@/lib/contract/desk/experiments";
import type { Snapshot } from "@/lib/contract/desk/history";
import { guardedOf } from "@/lib/guardrails";
import { sampleRatioMismatch, sampleSizePerArm } from "@/lib/stats/index";
import { auditNumbers } from "./audit";
import { type Arm, alpha, byConversion, isAmount, measureOf } from "./measure";
import {
  armsOf,
  type ExperimentVerdict,
  enoughPower,
  judge,
  type LiftEstimate,
  namesOf,
  rivalsOf,
  type Scale,
  splitOf,
  usualEffect,
} from "./verdict";

export type Study = NonNullable<ReturnType<typeof studyOf>>;
export type VariantComparison = Study["comparisons"][number];

type Known = {
  experiment: Experiment | undefined;
  plan: ExperimentPlan | undefined;
  results: ExperimentResults | undefined;
  /** The last stored reading, used until the results have loaded. */
  snapshot?: Snapshot | undefined;
};

/** Returns null if nothing has been counted yet, or if a reading lacks the sums by which the plan decides. */
export function studyOf({ experiment, plan: entered, results, snapshot }: Known) {
  const variants = results?.variants ?? snapshot?.variants;
  const managed = experiment?.plan !== undefined;
  const measure = experiment ? measureOf(experiment) : byConversion;
  if (!variants || (isAmount(measure.metric) && variants.some(({ sums }) => !sums))) return null;
  // What a person has entered in Cartwright is only for experiments without a plan.
  const plan = managed ? plannedIn(experiment) : entered;
  const arms = armsOf(variants);
  const control = controlIn(arms ?? []);
  const split = splitOf(arms ?? variants, experiment, managed ? undefined : entered);
  const splitTest = sampleRatioMismatch(arms?.map(({ visitors }) => visitors) ?? [], split.weights);
  const rivals = arms && control ? rivalsOf(arms, control, measure) : [];
  return {
    arms,
    control,
    split,
    splitTest,
    managed,
    measure,
    guarded: arms && control ? guardedOf(experiment?.plan?.guardrails ?? [], arms, control) : [],
    names: namesOf(plan),
    progress: progressOf(arms ?? [], control, plan, managed),
    comparisons: rivals,
    verdict: judge({
      arms,
      rivals,
      split,
      status: experiment?.status,
      effect: plan?.effect,
      sample: plan?.sample,
      measure,
      planned: managed,
    }),
    /** Null if only a stored reading is known, because readings do not include the API's own statistics. */
    findings: results && !managed ? auditNumbers(results) : null,
  };
}

type Entered = Pick<ExperimentPlan, "names" | "effect" | "sample">;

function plannedIn({ plan, frozen, variants = [] }: Experiment): Entered {
  return {
    names: variants.flatMap(({ name, label }) => (label === undefined ? [] : [{ name, label }])),
    effect: plan?.effect ?? null,
    sample: frozen?.visitors_needed ?? null,
  };
}

function progressOf(arms: readonly Arm[], control: Arm | undefined, plan: Entered | undefined, managed: boolean) {
  const { effect, sample: planned = null } = plan ?? {};
  const wanted = effect ?? usualEffect;
  const base = control && control.visitors > 0 ? control.conversions / control.visitors : null;
  const least = arms.length > 0 ? Math.min(...arms.map(({ visitors }) => visitors)) : 0;
  const needed = base === null || managed ? null : sampleSizePerArm(base, wanted, alpha, enoughPower);
  const goal = planned ?? needed;
  const more = goal === null ? null : Math.max(0, goal - least);
  /** Visitors per variant: required to find that change, planned, and still missing. */
  const visitors = { needed, planned, more };
  return { base, effect: wanted, least, ...visitors };
}

/** A list shows the variant that the verdict names, otherwise the one that is ahead. */
export function leadOf({ comparisons, verdict }: Study): VariantComparison | undefined {
  const named = verdict.rule === "decided" && comparisons.find(({ name }) => name === verdict.arm);
  return named || [...comparisons].sort((a, b) => (b.lift ?? -2) - (a.lift ?? -2))[0];
}

/** A broken split makes results meaningless, so no estimate is shown with one. */
export const isVoid = ({ verdict }: Study): boolean => verdict.rule === "split";

export function estimateOf(study: Study, scale: Scale): LiftEstimate | undefined {
  const estimate = isVoid(study) ? undefined : leadOf(study)?.on[scale];
  return estimate?.value === null ? undefined : estimate;
}

const rank: Record<ExperimentVerdict["rule"], number> = {
  split: 0,
  decided: 1,
  flat: 2,
  inconclusive: 3,
  early: 5,
  nothing: 6,
};

/** Experiments that need a decision come first. Verdicts with the same words have the same rank. */
export function rankOf(study: Study | null | undefined): number {
  if (!study) return 7;
  const { verdict } = study;
  return verdict.rule === "inconclusive" && !verdict.over ? rank.inconclusive + 1 : rank[verdict.rule];
}
