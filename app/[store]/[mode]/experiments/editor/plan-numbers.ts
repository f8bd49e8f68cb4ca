import { controlIn, experimentMetrics } from "@/lib/contract/checkout/experiment-words";
import type { ExperimentBaseline } from "@/lib/contract/checkout/experiments";
import { planSize } from "@/lib/experiment-sample-size";
import { sequentialPower } from "@/lib/stats/index";
import type { ExperimentForm, VariantForm } from "./form-model";

/** A plan that takes longer is too slow to be worth waiting for. */
export const mostDays = 84;
export const year = 365;

type Plan = ReturnType<typeof planIn>;

export const planIn = ({ variants, plan: { metric, effect, traffic } }: ExperimentForm) => ({
  metric,
  effect,
  traffic,
  weights: variants.map(({ weight }) => weight),
  control: variants.indexOf(controlIn(variants) as VariantForm),
});

/** Visitors and days that a plan needs. Null is not known. */
export function numbersOf(plan: Plan, known: ExperimentBaseline) {
  const { traffic, effect } = plan;
  const pace = known.visitors_per_day === null ? null : known.visitors_per_day * (traffic / 100);
  const { test, perArm, stretch } = planSize({ ...plan, effect: effect / 100 }, known);
  const visitors = perArm && Number.isFinite(stretch) ? Math.ceil(perArm * stretch) : null;
  return {
    base: test?.base ?? null,
    pace,
    visitors,
    days: visitors !== null && pace ? Math.ceil(visitors / pace) : null,
    powerAt: (days: number) =>
      test && perArm && pace ? sequentialPower({ ...test, perArm: (days * pace) / stretch, tuning: 2 * perArm }) : null,
  };
}

/** What a plan that is too slow is told it could find in this time. */
export const suggestedDays = 28;
/** In percent. A figure that would have to rise by more is no proposal. */
const mostEffect = 500;

/** The metric, and its smallest change in whole percent, that the traffic of these days can show. */
export function findableIn(days: number, plan: Plan, known: ExperimentBaseline) {
  const found = experimentMetrics.flatMap((metric) => {
    const isEnough = (effect: number) =>
      (numbersOf({ ...plan, metric, effect }, known).days ?? Number.POSITIVE_INFINITY) <= days;
    // A conversion or acceptance rate cannot rise above 1.
    const rate = metric === "conversion" || metric === "acceptance" ? known[metric] : null;
    let high = Math.min(mostEffect, rate ? Math.ceil(100 / rate) - 101 : mostEffect);
    if (!isEnough(high)) return [];
    let low = 0;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (isEnough(middle)) high = middle;
      else low = middle;
    }
    return [{ metric, effect: high }];
  });
  return found.sort((a, b) => a.effect - b.effect)[0] ?? null;
}

/** A plan that is too slow, made faster in one way. */
export type Remedy = { kind: "effect" | "traffic" | "variants" | "metric"; change: Partial<Plan>; days: number };

export function remediesFor(plan: Plan, known: ExperimentBaseline): Remedy[] {
  const now = numbersOf(plan, known).days ?? Number.POSITIVE_INFINITY;
  const faster = (kind: Remedy["kind"], changes: Partial<Plan>[]) =>
    changes.flatMap((change): Remedy[] => {
      const { days } = numbersOf({ ...plan, ...change }, known);
      return days !== null && days < now * 0.9 && days <= year ? [{ kind, change, days }] : [];
    });
  const shortest = (remedies: Remedy[]) => remedies.sort((a, b) => a.days - b.days);
  const larger = [15, 20, 30, 50, 100].map((effect) => ({ effect }));
  const effects = faster("effect", larger);
  const metrics = faster("metric", [{ metric: "acceptance" }, { metric: "conversion" }]);
  return shortest([
    // The smallest effect that makes the plan short enough, else the largest.
    ...[effects.find(({ days }) => days <= mostDays / 2) ?? effects.at(-1)].filter((one) => one !== undefined),
    ...faster("traffic", [{ traffic: 100 }]),
    ...(plan.weights.length > 2 ? faster("variants", [{ weights: [1, 1], control: 0 }]) : []),
    ...shortest(metrics).slice(0, 1),
  ]);
}
