import type { ExperimentMetric } from "@/lib/contract/checkout/experiment-words";
import type { ExperimentBaseline } from "@/lib/contract/checkout/experiments";
import { sequentialPower, sequentialSampleSize } from "@/lib/stats/index";
import { controlOf, type ExperimentForm } from "./form-model";

export const promisedPower = 0.8;
/** A plan that takes longer is too slow to be worth waiting for. */
export const mostDays = 84;

export type PlanNumbers = {
  base: number | null;
  visitors: number | null;
  days: number | null;
  pace: number | null;
  powerAt: (days: number) => number | null;
};

type Plan = {
  metric: ExperimentMetric;
  effect: number;
  traffic: number;
  weights: readonly number[];
  control: number;
};

export const planIn = ({ variants, plan }: ExperimentForm): Plan => ({
  metric: plan.metric,
  effect: plan.effect,
  traffic: plan.traffic,
  weights: variants.map(({ weight }) => weight),
  control: controlOf(variants),
});

/** Four weeks of daily looks; other numbers change the plan by a few percent only. */
const looks = 28;

/** What the metric is today, with its spread if it is an amount. Null if too few visitors were seen. */
function baseOf(metric: ExperimentMetric, known: ExperimentBaseline): { base: number; deviation?: number } | null {
  const base = known[metric];
  if (!base) return null;
  if (metric === "conversion" || metric === "acceptance") return { base };
  const deviation = metric === "average_order" ? known.average_order_deviation : known.revenue_deviation;
  return deviation === null ? null : { base, deviation };
}

export function numbersOf(plan: Plan, known: ExperimentBaseline): PlanNumbers {
  const { traffic, weights, control, metric, effect } = plan;
  const pace = known.visitors_per_day === null ? null : known.visitors_per_day * (traffic / 100);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const least = Math.min(...weights.filter((_, at) => at !== control));
  // Visitors per arm of an equal split that would tell as much; the smallest variant takes the longest.
  const stretch = (total / (weights[control] ?? 1) + total / least) / 2;
  const now = baseOf(metric, known);
  const test = now && { ...now, effect: effect / 100, arms: weights.length, looks };
  const perArm = test && sequentialSampleSize({ ...test, power: promisedPower });
  const visitors = perArm && Number.isFinite(stretch) ? Math.ceil(perArm * stretch) : null;
  return {
    base: now?.base ?? null,
    pace,
    visitors,
    days: visitors !== null && pace ? Math.ceil(visitors / pace) : null,
    powerAt: (days) =>
      test && perArm && pace ? sequentialPower({ ...test, perArm: (days * pace) / stretch, tuning: 2 * perArm }) : null,
  };
}

/** A plan that is too slow, made faster in one way. */
export type Remedy = { kind: "effect" | "traffic" | "variants" | "metric"; change: Partial<Plan>; days: number };

export function remediesFor(plan: Plan, known: ExperimentBaseline): Remedy[] {
  const now = numbersOf(plan, known).days ?? Number.POSITIVE_INFINITY;
  const { control, weights } = plan;
  const changes: Omit<Remedy, "days">[] = [
    ...[15, 20, 30, 50, 100].map((effect) => ({ kind: "effect" as const, change: { effect } })),
    { kind: "traffic", change: { traffic: 100 } },
    ...(weights.length > 2 ? [{ kind: "variants" as const, change: { weights: [1, 1], control: 0 } }] : []),
    ...(["acceptance", "conversion"] as const).map((metric) => ({ kind: "metric" as const, change: { metric } })),
  ];
  const tried = changes.flatMap(({ kind, change }): Remedy[] => {
    const { days } = numbersOf({ ...plan, control, ...change }, known);
    return days !== null && days < now * 0.9 ? [{ kind, change, days }] : [];
  });
  // The smallest effect that makes the plan short enough, else the largest.
  const effects = tried.filter(({ kind }) => kind === "effect");
  const effect = effects.find(({ days }) => days <= mostDays / 2) ?? effects.at(-1);
  const metrics = tried.filter(({ kind }) => kind === "metric").sort((a, b) => a.days - b.days);
  const others = tried.filter(({ kind }) => kind === "traffic" || kind === "variants");
  return [effect, ...others, metrics[0]].filter((one) => one !== undefined).sort((a, b) => a.days - b.days);
}
