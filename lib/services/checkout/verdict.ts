import type { ExperimentVariant } from "../../database/schema/checkout.ts";
import { alwaysValid, holm, liftInterval, sampleRatioMismatch, twoProportionTest } from "../../stats/index.ts";

export type Count = { variant: string; visitors: number; conversions: number };
type Arm = { name: string; visitors: number; conversions: number };

/** Below this many conversions in any arm it is too early: the test's promise holds for large counts. */
const leastConversions = 50;
const alpha = 0.05;
/** A split this unlikely comes from a fault in the shop, and its winner from nothing. */
const faultySplit = 0.001;

const armsOf = (variants: readonly ExperimentVariant[], counts: readonly Count[]): Arm[] =>
  variants.map(({ name }) => {
    const count = counts.find(({ variant }) => variant === name);
    return { name, visitors: count?.visitors ?? 0, conversions: count?.conversions ?? 0 };
  });

function controlOf(arms: readonly Arm[]): Arm {
  return arms.find(({ name }) => name === "control") ?? (arms[0] as Arm);
}

/** Rate, lift and p are left out where counts do not give them; lift and p also on the control. p is the pooled z test's. */
export function describeVariants(variants: readonly ExperimentVariant[], counts: readonly Count[]) {
  const arms = armsOf(variants, counts);
  const control = controlOf(arms);
  return arms.map((arm) => {
    const { lift } = liftInterval(control.conversions, control.visitors, arm.conversions, arm.visitors);
    const { pValue } = twoProportionTest(control.conversions, control.visitors, arm.conversions, arm.visitors);
    return {
      ...arm,
      ...(arm.visitors > 0 && { conversion_rate: arm.conversions / arm.visitors }),
      ...(arm !== control && lift !== null && { lift }),
      ...(arm !== control && pValue !== null && { p_value: pValue }),
    };
  });
}

/**
 * The winner, once there is one: the best of the variants that beat the control, or the control where every variant is
 * worse. Decided by the always-valid test, so that looking after every batch calls no more false winners, with Holm's
 * correction over the variants; never before each arm has its conversions, and never on a split that went wrong.
 */
export function winnerOf(variants: readonly ExperimentVariant[], counts: readonly Count[]): string | null {
  const arms = armsOf(variants, counts);
  const control = controlOf(arms);
  const rivals = arms.filter((arm) => arm !== control);
  if (rivals.length === 0 || arms.some(({ conversions }) => conversions < leastConversions)) return null;

  const split = sampleRatioMismatch(
    arms.map(({ visitors }) => visitors),
    variants.map(({ weight }) => weight),
  );
  if (split.pValue === null || split.pValue < faultySplit) return null;

  const rate = ({ conversions, visitors }: Arm) => conversions / visitors;
  const p = holm(
    rivals.map(
      (arm) =>
        alwaysValid(control.conversions, control.visitors, arm.conversions, arm.visitors, { alpha }).absolute.pValue,
    ),
  );
  const decided = rivals.filter((_, at) => (p[at] ?? 1) < alpha);
  const better = decided.filter((arm) => rate(arm) > rate(control)).sort((a, b) => rate(b) - rate(a));
  if (better[0]) return better[0].name;
  return decided.length === rivals.length ? control.name : null;
}
