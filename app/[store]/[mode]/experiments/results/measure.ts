import type { ExperimentMetric } from "@/lib/contract/checkout/experiment-words";
import type { Experiment, ExperimentSums } from "@/lib/contract/checkout/experiments";
import {
  alwaysValid,
  confidenceSequenceMean,
  cuped,
  leastNonZero,
  meanDifference,
  ratioDifference,
} from "@/lib/stats/index";
import { type Judged, judge as judgeTogether, type Options } from "@/lib/stats/sequential";

export type Arm = { name: string; visitors: number; conversions: number; sums?: ExperimentSums | undefined };
export type Bounds = { lower: number | null; upper: number | null };
/** `base` is the control's value; the other figures belong to the variant. */
type Difference = {
  base: number | null;
  difference: number | null;
  absolute: Bounds & { pValue: number | null };
  relative: Bounds & { lift: number | null };
};

/** Without a plan, conversions decide, and the test has its usual tuning. */
export type Measure = { metric: ExperimentMetric; tuning?: number | undefined };
export const byConversion: Measure = { metric: "conversion" };

export function measureOf({ plan, frozen }: Pick<Experiment, "plan" | "frozen"> = {}): Measure {
  if (!plan) return byConversion;
  const needed = frozen?.visitors_needed;
  return { metric: plan.metric, ...(needed && { tuning: 2 * needed }) };
}

export const alpha = 0.05;
/** The test of rates holds only for large counts; with fewer conversions, a variant is not judged. */
export const leastConversions = 50;

export const isAmount = (metric: ExperimentMetric): boolean =>
  metric === "revenue_per_visitor" || metric === "average_order";

/** What must be counted in every variant before any is judged: conversions, or visitors with an order. */
export const leastOf = (metric: ExperimentMetric): number => (isAmount(metric) ? leastNonZero : leastConversions);
export const countOf = (metric: ExperimentMetric, { conversions, sums }: Arm): number =>
  isAmount(metric) ? (sums?.ordered ?? 0) : conversions;

export function measured(metric: ExperimentMetric, { visitors, conversions, sums }: Arm): number | null {
  const [part, whole] =
    metric === "average_order"
      ? [sums?.revenue, sums?.orders]
      : [metric === "revenue_per_visitor" ? sums?.revenue : conversions, visitors];
  return part !== undefined && whole ? part / whole : null;
}

const revenueOf = ({ visitors, sums }: Arm) => ({
  visitors,
  sum: sums?.revenue ?? 0,
  squares: sums?.revenue_squares ?? 0,
});
const asMean = (arm: Arm) => {
  const { prior: sum = 0, prior_squares: squares = 0, prior_revenue: products = 0 } = arm.sums ?? {};
  return { ...revenueOf(arm), covariate: { sum, squares, products } };
};
const asRatio = (arm: Arm) => {
  const { orders: sum = 0, orders_squares: squares = 0, revenue_orders: products = 0 } = arm.sums ?? {};
  return { ...revenueOf(arm), denominator: { sum, squares, products } };
};

/** Revenue per visitor with its always-valid interval, before any adjustment. */
export const meanOf = (arm: Arm) => confidenceSequenceMean(asMean(arm), { alpha });

export const countsOf = (control: Arm, variant: Arm) =>
  [control.conversions, control.visitors, variant.conversions, variant.visitors] as const;

function rateDifference(control: Arm, variant: Arm, options: Options): Difference {
  const { absolute, relative } = alwaysValid(...countsOf(control, variant), options);
  const [base, value] = [measured("conversion", control), measured("conversion", variant)];
  const difference = base === null || value === null ? null : value - base;
  const lift = base && value !== null ? value / base - 1 : null;
  return { base, difference, absolute, relative: { ...relative, lift } };
}

/** Revenue per visitor is compared after subtracting what earlier orders of the same visitors explain. */
function testOf(metric: ExperimentMetric, arms: readonly Arm[], control: Arm) {
  if (metric === "average_order") {
    return (variant: Arm, options: Options): Difference => ({
      base: measured(metric, control),
      ...ratioDifference(asRatio(control), asRatio(variant), options),
    });
  }
  if (metric !== "revenue_per_visitor") {
    return (variant: Arm, options: Options) => rateDifference(control, variant, options);
  }
  const adjusted = cuped(...arms.map(asMean)).arms;
  const meanOf = (arm: Arm) => adjusted[arms.indexOf(arm)] ?? asMean(arm);
  const { sum, visitors } = meanOf(control);
  return (variant: Arm, options: Options): Difference => ({
    base: visitors > 0 ? sum / visitors : null,
    ...meanDifference(meanOf(control), meanOf(variant), options),
  });
}

/** Tests each variant against the control by a test that holds whenever it is read, with Holm's correction. */
export function compareAll(
  arms: readonly Arm[],
  control: Arm,
  { metric, tuning }: Measure,
): (Judged<Difference> & { arm: Arm })[] {
  const others = arms.filter((arm) => arm !== control);
  const judged = judgeTogether(others, { alpha, ...(tuning && { tuning }) }, testOf(metric, arms, control));
  return judged.map((one, at) => ({ ...one, arm: others[at] as Arm }));
}

/** All segments are one family, because with many of them one is likely to look different by chance. */
export function compareSegments(
  segments: readonly { control: Arm; arms: readonly Arm[]; arm: Arm }[],
  metric: ExperimentMetric,
) {
  return judgeTogether(segments, { alpha }, ({ arms, control, arm }, options) =>
    testOf(metric, arms, control)(arm, options),
  );
}
