import { controlIn } from "@/lib/contract/checkout/experiment-words";
import type { Experiment, ExperimentResults } from "@/lib/contract/checkout/experiments";
import type { ExperimentPlan } from "@/lib/contract/desk/experiments";
import type { Snapshot } from "@/lib/contract/desk/history";
import { toCsvLine } from "@/lib/csv";
import { guardedOf } from "@/lib/guardrails";
import {
  chanceToBeatControl,
  chanceToBeBest,
  expectedLoss,
  holm,
  liftInterval,
  sampleRatioMismatch,
  sampleSizePerArm,
  twoProportionTest,
  wilsonInterval,
} from "@/lib/stats/index";
import { auditNumbers } from "./audit";
import { type Arm, alpha, type Bounds, byConversion, countsOf, isAmount, type Measure, measureOf } from "./measure";
import {
  armsOf,
  type Estimate,
  enoughPower,
  judge,
  namesOf,
  type Rival,
  rivalsOf,
  type Scale,
  scales,
  splitOf,
  usualEffect,
  type Verdict,
} from "./verdict";

export type Study = NonNullable<ReturnType<typeof studyOf>>;
export type Comparison = Study["comparisons"][number];

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
    comparisons: control ? compare(rivals, control, measure) : [],
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

/** `fixed`, `raw` and `rawAdjusted` belong to a single look at a time that was set in advance. */
function compare(rivals: readonly Rival[], control: Arm, measure: Measure) {
  if (isAmount(measure.metric)) return rivals.map((rival) => ({ ...rival, ...unfixed }));
  const raw = rivals.map((rival) => twoProportionTest(...countsOf(control, rival)).pValue);
  const rawAdjusted = holm(raw);
  return rivals.map((rival, at) => {
    const { lower, upper } = liftInterval(...countsOf(control, rival));
    return { ...rival, fixed: { lower, upper }, raw: raw[at] ?? null, rawAdjusted: rawAdjusted[at] ?? null };
  });
}

/** Amounts have no test for a single look. */
const unfixed = { fixed: { lower: null, upper: null } as Bounds, raw: null, rawAdjusted: null };

/** A list shows the variant that the verdict names, otherwise the one that is ahead. */
export function leadOf({ comparisons, verdict }: Study): Comparison | undefined {
  const named = verdict.rule === "decided" && comparisons.find(({ name }) => name === verdict.arm);
  return named || [...comparisons].sort((a, b) => (b.lift ?? -2) - (a.lift ?? -2))[0];
}

/**
 * By variant. Nothing is believed of a variant without visitors, which would get an even chance. Computed only on an
 * experiment's own page, because it takes some milliseconds.
 */
export function beliefsOf({ arms, control }: Study) {
  const all = arms ?? [];
  const best = all.every(({ visitors }) => visitors > 0) ? chanceToBeBest(all) : [];
  return new Map(
    all.map((arm, at) => {
      const compared = control && control !== arm && control.visitors > 0 && arm.visitors > 0;
      const counts = compared ? countsOf(control, arm) : null;
      const beats = counts && chanceToBeatControl(...counts);
      return [arm.name, { best: best[at] ?? null, beats, loss: counts && expectedLoss(...counts) }];
    }),
  );
}

/** A broken split makes results meaningless, so no estimate is shown with one. */
export const isVoid = ({ verdict }: Study): boolean => verdict.rule === "split";

export function estimateOf(study: Study, scale: Scale): Estimate | undefined {
  const estimate = isVoid(study) ? undefined : leadOf(study)?.on[scale];
  return estimate?.value === null ? undefined : estimate;
}

const rank: Record<Verdict["rule"], number> = { split: 0, decided: 1, flat: 2, inconclusive: 3, early: 5, nothing: 6 };

/** Experiments that need a decision come first. Verdicts with the same words have the same rank. */
export function rankOf(study: Study | null | undefined): number {
  if (!study) return 7;
  const { verdict } = study;
  return verdict.rule === "inconclusive" && !verdict.over ? rank.inconclusive + 1 : rank[verdict.rule];
}

export function csvOf(study: Study, { variants }: ExperimentResults): string {
  const beliefs = beliefsOf(study);
  const head = [
    ...["variant", "name", "visitors", "conversions", "rate", "rate_lower", "rate_upper"],
    ...["lift", "lift_lower", "lift_upper", "difference", "difference_lower", "difference_upper"],
    ...["always_valid_p", "always_valid_p_holm", "fixed_lower", "fixed_upper", "p", "p_holm"],
    ...["chance_to_beat_control", "chance_to_be_best", "expected_loss", "api_rate", "api_lift", "api_p"],
  ];
  const lines = variants.map(({ name, visitors, conversions, conversion_rate, lift, p_value }) => {
    const rate = visitors && conversions !== undefined ? conversions / visitors : null;
    const { lower, upper } = wilsonInterval(conversions ?? Number.NaN, visitors ?? 0);
    const one = study.comparisons.find((comparison) => comparison.name === name);
    const belief = beliefs.get(name);
    return [
      ...[name, study.names.get(name), visitors, conversions, rate, lower, upper],
      ...scales.flatMap((scale) => [one?.on[scale].value, one?.on[scale].lower, one?.on[scale].upper]),
      ...[one?.p, one?.adjusted, one?.fixed.lower, one?.fixed.upper, one?.raw, one?.rawAdjusted],
      ...[belief?.beats, belief?.best, belief?.loss, conversion_rate, lift, p_value],
    ];
  });
  return [head, ...lines].map(toCsvLine).join("");
}
