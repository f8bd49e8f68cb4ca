import { controlIn } from "@/lib/contract/checkout/experiment-words";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import type { ExperimentPlan } from "@/lib/contract/desk/experiments";
import { achievedPower, faultySplit, sampleRatioMismatch, sampleSizePerArm } from "@/lib/stats/index";
import {
  type Arm,
  alpha,
  type Bounds,
  byConversion,
  compareAll,
  countOf,
  isAmount,
  leastOf,
  type Measure,
} from "./measure";

/** Counts of a variant, from the API or from a stored reading. */
type Counted = Pick<Arm, "name" | "sums"> & { visitors?: number | undefined; conversions?: number | undefined };

/** Keeps the API's order. Returns null if one variant's counts are unusable, because then none can be compared. */
export function armsOf(variants: readonly Counted[]): Arm[] | null {
  const arms = variants.flatMap(({ name, visitors, conversions, sums }) =>
    visitors !== undefined && conversions !== undefined && conversions <= visitors && conversions >= 0
      ? [{ name, visitors, conversions, ...(sums && { sums }) }]
      : [],
  );
  return arms.length === variants.length ? arms : null;
}

/** The merchant's names of variants, by the checkout service's technical names. */
export type VariantNames = ReadonlyMap<string, string>;

export const namesOf = (plan: Pick<ExperimentPlan, "names"> | undefined): VariantNames =>
  new Map(plan?.names?.map(({ name, label }) => [name, label]));

export type Split = {
  weights: number[];
  /** The source of the planned weights; `assumed` stands for equal shares without a source. */
  from: "person" | "api" | "assumed";
};

/** Weights that a person has entered come first, then the API's, then equal shares. */
export function splitOf(
  arms: readonly { name: string }[],
  experiment: Pick<Experiment, "variants"> | undefined,
  plan: Pick<ExperimentPlan, "weights"> | undefined,
): Split {
  const sources = [
    { from: "person", known: plan?.weights } as const,
    { from: "api", known: experiment?.variants } as const,
  ];
  for (const { from, known } of sources) {
    const weights = arms.map((arm) => known?.find(({ name }) => name === arm.name)?.weight ?? 0);
    if (weights.length > 0 && weights.every((weight) => weight > 0)) return { weights, from };
  }
  return { weights: arms.map(() => 1), from: "assumed" };
}

export const rules = ["nothing", "split", "early", "decided", "flat", "inconclusive"] as const;

export const enoughPower = 0.8;
/** The relative change worth finding, unless a person has set one. */
export const usualEffect = 0.1;

/** The facts of the first rule that applies. Figures are null if they cannot be computed. */
export type ExperimentVerdict =
  | { rule: "nothing"; why: "uncounted" | "no_arms" | "one_arm" | "not_started" }
  | { rule: "split"; pValue: number; assumed: boolean }
  | { rule: "early"; why: "counts"; measure: Measure; arm: string; count: number; over: boolean }
  | { rule: "early"; why: "sample"; arm: string; count: number; planned: number; over: boolean }
  | {
      rule: "decided";
      measure: Measure;
      way: "better" | "worse";
      arm: string;
      control: string;
      others: number;
      lift: number | null;
    }
  | { rule: "flat"; power: number; effect: number; worse: string[] }
  | {
      rule: "inconclusive";
      /** These are absent if the plan does not say how many visitors are needed. */
      counted?: { base: number; visitors: number };
      more?: number | null;
      effect: number;
      over: boolean;
      worse: string[];
    };

export type Situation = {
  measure?: Measure;
  /** The number of visitors was set before the start, so that it decides when there is nothing to find. */
  planned?: boolean;
  arms: readonly Arm[] | null;
  /** For a caller that has compared the variants already. */
  rivals?: readonly Rival[];
  split: Split;
  effect?: number | null | undefined;
  sample?: number | null | undefined;
  status?: string | undefined;
};

/** `lift` is relative to the control's value; `points` is the difference of two rates, which amounts do not have. */
export const scales = ["lift", "points"] as const;
export type Scale = (typeof scales)[number];
export type LiftEstimate = Bounds & { value: number | null };

type Rival = ReturnType<typeof rivalsOf>[number];

/** While a variant has too few counts for the test, nothing is decided and there are no intervals. */
export function rivalsOf(arms: readonly Arm[], control: Arm, measure: Measure = byConversion) {
  const { metric } = measure;
  const holds = arms.every((arm) => countOf(metric, arm) >= leastOf(metric));
  const none: Bounds = { lower: null, upper: null };
  return compareAll(arms, control, measure).map((one) => {
    const { arm, base, difference, absolute, adjusted } = one;
    const { lift, ...relative } = one.relative;
    const { pValue: p, lower, upper } = absolute;
    return {
      ...arm,
      lift,
      difference,
      p,
      adjusted,
      decided: one.decided && holds,
      /** The always-valid interval, which excludes zero exactly if the comparison is decided. */
      on: {
        lift: { value: lift, ...(holds ? relative : none) },
        points: isAmount(metric)
          ? { value: null, ...none }
          : { value: difference, ...(holds ? { lower, upper } : none) },
      } satisfies Record<Scale, LiftEstimate>,
      /** The test excludes zero exactly for lifts farther from zero than this. */
      same: holds && base && lower !== null && upper !== null ? (upper - lower) / 2 / base : null,
    };
  });
}

const rateOf = ({ conversions, visitors }: Arm) => conversions / visitors;

export function judge({ arms, split, effect: wanted, sample, status, ...rest }: Situation): ExperimentVerdict {
  const { measure = byConversion, planned = false } = rest;
  if (arms === null) return { rule: "nothing", why: "uncounted" };
  const control = controlIn(arms);
  if (!control) return { rule: "nothing", why: status === "draft" ? "not_started" : "no_arms" };
  if (arms.length === 1) return { rule: "nothing", why: "one_arm" };
  if (arms.every(({ visitors }) => visitors === 0) && status === "draft")
    return { rule: "nothing", why: "not_started" };

  const { pValue } = sampleRatioMismatch(
    arms.map(({ visitors }) => visitors),
    split.weights,
  );
  if (pValue !== null && pValue < faultySplit) return { rule: "split", pValue, assumed: split.from === "assumed" };

  const over = status === "completed";
  const count = (arm: Arm) => countOf(measure.metric, arm);
  const least = arms.reduce((a, b) => (count(b) < count(a) ? b : a));
  if (count(least) < leastOf(measure.metric)) {
    return { rule: "early", why: "counts", measure, arm: least.name, count: count(least), over };
  }
  const rivals = rest.rivals ?? rivalsOf(arms, control, measure);
  const decided = rivals.filter((rival) => rival.decided);
  const smallest = arms.reduce((a, b) => (b.visitors < a.visitors ? b : a));
  if (sample != null && decided.length === 0 && smallest.visitors < sample) {
    return { rule: "early", why: "sample", arm: smallest.name, count: smallest.visitors, planned: sample, over };
  }

  const gain = ({ difference }: Rival) => difference ?? 0;
  const better = decided.filter((rival) => gain(rival) > 0).sort((a, b) => gain(b) - gain(a));
  const way = better.length > 0 ? "better" : "worse";
  const alike = way === "better" ? better : decided;
  if (alike[0] && (way === "better" || decided.length === rivals.length)) {
    const { name: arm, lift } = alike[0];
    return { rule: "decided", measure, way, arm, control: control.name, others: alike.length - 1, lift };
  }

  // Some variants may be known to be worse while others are still open.
  const worse = decided.map(({ name }) => name);
  const effect = wanted ?? usualEffect;
  if (planned && sample != null) return { rule: "flat", power: enoughPower, effect, worse };
  if (planned) return { rule: "inconclusive", effect, over, worse };
  const base = rateOf(control);
  const power = achievedPower(base, effect, smallest.visitors, alpha);
  if (power !== null && power >= enoughPower) return { rule: "flat", power, effect, worse };
  const needed = sampleSizePerArm(base, effect, alpha, enoughPower);
  return {
    rule: "inconclusive",
    effect,
    over,
    worse,
    counted: { base, visitors: smallest.visitors },
    more: needed === null ? null : Math.max(0, needed - smallest.visitors),
  };
}
