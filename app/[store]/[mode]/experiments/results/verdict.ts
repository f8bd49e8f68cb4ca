import type { Experiment } from "@/lib/contract/checkout/experiments";
import type { ExperimentPlan } from "@/lib/contract/desk/experiments";
import {
  achievedPower,
  alwaysValidAgainst,
  faultySplit,
  liftInterval,
  minimumDetectableEffect,
  sampleRatioMismatch,
  sampleSizePerArm,
} from "@/lib/stats/index";

/** Counts of a variant, from the API or from a stored reading. */
type Counted = { name: string; visitors?: number | undefined; conversions?: number | undefined };
export type Arm = { name: string; visitors: number; conversions: number };
export type Bounds = { lower: number | null; upper: number | null };

/** Keeps the API's order. Returns null if one variant's counts are unusable, because then none can be compared. */
export function armsOf(variants: readonly Counted[]): Arm[] | null {
  const arms = variants.flatMap(({ name, visitors, conversions }) =>
    visitors !== undefined && conversions !== undefined && conversions <= visitors && conversions >= 0
      ? [{ name, visitors, conversions }]
      : [],
  );
  return arms.length === variants.length ? arms : null;
}

export function controlOf<T extends { name: string }>(arms: readonly T[]): T | undefined {
  return arms.find(({ name }) => name === "control") ?? arms[0];
}

/** The merchant's names of variants, by the checkout service's technical names. */
export type Names = ReadonlyMap<string, string>;

export const namesOf = (plan: Pick<ExperimentPlan, "names"> | undefined): Names =>
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
  const entered = weightsIn(arms, plan?.weights);
  if (entered) return { weights: entered, from: "person" };
  const told = weightsIn(arms, experiment?.variants);
  if (told) return { weights: told, from: "api" };
  return { weights: arms.map(() => 1), from: "assumed" };
}

function weightsIn(
  arms: readonly { name: string }[],
  known: readonly { name: string; weight?: number | undefined }[] | null | undefined,
): number[] | null {
  const weights = arms.map(({ name }) => known?.find((one) => one.name === name)?.weight);
  return weights.every((weight) => weight !== undefined && weight > 0) && weights.length > 0
    ? (weights as number[])
    : null;
}

export const rules = ["nothing", "split", "early", "decided", "flat", "inconclusive"] as const;

export const alpha = 0.05;
/** The always-valid test holds only for large counts; with fewer conversions, a variant is not judged. */
export const leastConversions = 50;
export const enoughPower = 0.8;
/** The relative change worth finding, unless a person has set one. */
export const usualEffect = 0.1;

/** The facts of the first rule that applies. Figures are null if they cannot be computed. */
export type Verdict =
  | { rule: "nothing"; why: "uncounted" | "no_arms" | "one_arm" | "not_started" }
  | { rule: "split"; pValue: number; assumed: boolean }
  | { rule: "early"; why: "conversions"; arm: string; count: number; over: boolean }
  | { rule: "early"; why: "sample"; arm: string; count: number; planned: number; over: boolean }
  | { rule: "decided"; way: "better" | "worse"; arm: string; control: string; others: number; lift: number | null }
  | { rule: "flat"; power: number; effect: number; worse: string[] }
  | {
      rule: "inconclusive";
      detectable: number | null;
      more: number | null;
      effect: number;
      over: boolean;
      worse: string[];
    };

export type Situation = {
  arms: readonly Arm[] | null;
  split: Split;
  effect?: number | null | undefined;
  sample?: number | null | undefined;
  status?: string | undefined;
};

/** `lift` is relative to the control's rate; `points` is the difference of the two rates. */
export const scales = ["lift", "points"] as const;
export type Scale = (typeof scales)[number];
export type Estimate = Bounds & { value: number | null };

export type Rival = Arm & {
  lift: number | null;
  p: number | null;
  adjusted: number | null;
  decided: boolean;
  /** The always-valid interval, which excludes zero exactly if the comparison is decided. */
  on: Record<Scale, Estimate>;
};

/**
 * Compares variants with the control by a test that stays valid however often it is read, with Holm's correction. While
 * a variant has too few conversions for that test, nothing is decided and there are no intervals.
 */
export function rivalsOf(arms: readonly Arm[], control: Arm): Rival[] {
  const others = arms.filter((arm) => arm !== control);
  const { conversions: x0, visitors: n0 } = control;
  const holds = arms.every(({ conversions }) => conversions >= leastConversions);
  const none = { lower: null, upper: null };
  return alwaysValidAgainst(control, others, { alpha }).map(({ absolute, relative, adjusted, decided }, at) => {
    const arm = others[at] as Arm;
    const { lift } = liftInterval(x0, n0, arm.conversions, arm.visitors);
    const { pValue: p, ...difference } = absolute;
    return {
      ...arm,
      lift,
      p,
      adjusted,
      decided: decided && holds,
      on: {
        lift: { value: lift, ...(holds ? relative : none) },
        points: {
          value: n0 > 0 && arm.visitors > 0 ? rateOf(arm) - rateOf(control) : null,
          ...(holds ? difference : none),
        },
      },
    };
  });
}

const rateOf = ({ conversions, visitors }: Arm) => conversions / visitors;

export function judge({ arms, split, effect: wanted, sample, status }: Situation): Verdict {
  if (arms === null) return { rule: "nothing", why: "uncounted" };
  const control = controlOf(arms);
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
  const least = arms.reduce((a, b) => (b.conversions < a.conversions ? b : a));
  if (least.conversions < leastConversions) {
    return { rule: "early", why: "conversions", arm: least.name, count: least.conversions, over };
  }
  const rivals = rivalsOf(arms, control);
  const decided = rivals.filter((rival) => rival.decided);
  const smallest = arms.reduce((a, b) => (b.visitors < a.visitors ? b : a));
  if (sample != null && decided.length === 0 && smallest.visitors < sample) {
    return { rule: "early", why: "sample", arm: smallest.name, count: smallest.visitors, planned: sample, over };
  }

  const better = decided.filter((rival) => rateOf(rival) > rateOf(control)).sort((a, b) => rateOf(b) - rateOf(a));
  const way = better.length > 0 ? "better" : "worse";
  const alike = way === "better" ? better : decided;
  if (alike[0] && (way === "better" || decided.length === rivals.length)) {
    const { name: arm, lift } = alike[0];
    return { rule: "decided", way, arm, control: control.name, others: alike.length - 1, lift };
  }

  // Some variants may be known to be worse while others are still open.
  const worse = decided.map(({ name }) => name);
  const effect = wanted ?? usualEffect;
  const base = rateOf(control);
  const power = achievedPower(base, effect, smallest.visitors, alpha);
  if (power !== null && power >= enoughPower) return { rule: "flat", power, effect, worse };
  const needed = sampleSizePerArm(base, effect, alpha, enoughPower);
  return {
    rule: "inconclusive",
    effect,
    over,
    worse,
    detectable: minimumDetectableEffect(base, smallest.visitors, alpha, enoughPower),
    more: needed === null ? null : Math.max(0, needed - smallest.visitors),
  };
}
