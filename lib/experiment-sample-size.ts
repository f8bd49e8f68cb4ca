import type { VariantChanges } from "./contract/checkout/experiment-draft.ts";
import type { ExperimentMetric } from "./contract/checkout/experiment-words.ts";
import type { ExperimentBaseline } from "./contract/checkout/experiments.ts";
import { sequentialSampleSize } from "./stats/index.ts";

// The service freezes the numbers that the editor has shown.

/** The offers that a plan changes. None if it changes bundles or settings as well, which every visitor may meet. */
export function offersChangedBy(variants: readonly { changes?: VariantChanges | undefined }[]): string[] {
  const changes = variants.flatMap((variant) => variant.changes ?? []);
  if (changes.some(({ bundles, settings }) => bundles.length > 0 || settings)) return [];
  const ids = changes.flatMap(({ offers }) => offers.map(({ upsell_id }) => upsell_id));
  return [...new Set(ids)].filter((id) => id !== "").sort();
}

/** The chance with which a plan promises to find the smallest effect that matters. */
export const promisedPower = 0.8;
/** Four weeks of daily looks; other numbers change the plan by a few percent only. */
const looks = 28;

type Known = Record<ExperimentMetric, number | null> &
  Pick<ExperimentBaseline, "average_order_deviation" | "revenue_deviation">;
type Plan = { metric: ExperimentMetric; effect: number; weights: readonly number[]; control: number };

/** The test that decides, from what the metric is today. Null if too few visitors were seen. */
function testOf({ metric, effect, weights }: Plan, known: Known) {
  const base = known[metric];
  if (!base) return null;
  const test = { base, effect, arms: weights.length, looks };
  if (metric === "conversion" || metric === "acceptance") return test;
  const deviation = metric === "average_order" ? known.average_order_deviation : known.revenue_deviation;
  return deviation === null ? null : { ...test, deviation };
}

/** `perArm` is for an equal split. With this one, `stretch` times as many tell as much; the smallest variant takes the longest. */
export function planSize(plan: Plan, known: Known) {
  const { weights, control } = plan;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const least = Math.min(...weights.filter((_, at) => at !== control));
  const stretch = (total / (weights[control] ?? 1) + total / least) / 2;
  const test = testOf(plan, known);
  return { test, perArm: test && sequentialSampleSize({ ...test, power: promisedPower }), stretch };
}
