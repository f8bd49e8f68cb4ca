import type { ExperimentMetric } from "@/lib/contract/checkout/experiment-words";
import type { ExperimentBaseline } from "@/lib/contract/checkout/experiments";
import { planSize } from "@/lib/plan-size";
import { sequentialPower } from "@/lib/stats/index";
import { controlOf, type ExperimentForm } from "./form-model";

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

export function numbersOf(plan: Plan, known: ExperimentBaseline): PlanNumbers {
  const { traffic, effect } = plan;
  const pace = known.visitors_per_day === null ? null : known.visitors_per_day * (traffic / 100);
  const { test, perArm, stretch } = planSize({ ...plan, effect: effect / 100 }, known);
  const visitors = perArm && Number.isFinite(stretch) ? Math.ceil(perArm * stretch) : null;
  return {
    base: test?.base ?? null,
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
