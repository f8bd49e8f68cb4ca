import { controlIn } from "../../contract/checkout/experiment-words.ts";
import type { experiment, StoredVariant } from "../../database/schema/checkout.ts";
import {
  alwaysValidAgainst,
  faultySplit,
  liftInterval,
  sampleRatioMismatch,
  twoProportionTest,
} from "../../stats/index.ts";
import type { NewEvent } from "../delivery/emit.ts";

export type Count = { variant: string; visitors: number; conversions: number };
type Arm = { name: string; visitors: number; conversions: number };

/** Below this many conversions in any arm it is too early, because the test is valid for large counts only. */
const leastConversions = 50;
const alpha = 0.05;

const armsOf = (variants: readonly StoredVariant[], counts: readonly Count[]): Arm[] =>
  variants.map(({ name }) => {
    const count = counts.find(({ variant }) => variant === name);
    return { name, visitors: count?.visitors ?? 0, conversions: count?.conversions ?? 0 };
  });

// The specification types the rate as a number, so a variant without visitors has 0. Lift and p (pooled z test) are
// left out on the control, and where the counts do not allow them.
export function describeVariants(variants: readonly StoredVariant[], counts: readonly Count[]) {
  const arms = armsOf(variants, counts);
  const control = controlIn(arms) as Arm;
  return arms.map((arm) => {
    const { lift } = liftInterval(control.conversions, control.visitors, arm.conversions, arm.visitors);
    const { pValue } = twoProportionTest(control.conversions, control.visitors, arm.conversions, arm.visitors);
    return {
      ...arm,
      conversion_rate: arm.visitors > 0 ? arm.conversions / arm.visitors : 0,
      ...(arm !== control && lift !== null && { lift }),
      ...(arm !== control && pValue !== null && { p_value: pValue }),
    };
  });
}

type Concluded = Pick<typeof experiment.$inferSelect, "id" | "name" | "variants"> & { winner: string };

export const concluded = (row: Concluded, status: string, counts: readonly Count[]) =>
  ({
    type: "experiment.concluded",
    data: {
      experiment_id: row.id,
      experiment_name: row.name,
      status,
      winner: row.winner,
      variants: describeVariants(row.variants, counts),
    },
  }) satisfies NewEvent;

/**
 * The winner is the best of the variants that beat the control, or the control if every variant is worse. The
 * always-valid test with Holm's correction decides, so that testing after every batch does not name more false winners.
 * No winner is named before each arm has enough conversions, or if the split is faulty.
 */
export function winnerOf(variants: readonly StoredVariant[], counts: readonly Count[]): string | null {
  const arms = armsOf(variants, counts);
  const control = controlIn(arms) as Arm;
  const rivals = arms.filter((arm) => arm !== control);
  if (rivals.length === 0 || arms.some(({ conversions }) => conversions < leastConversions)) return null;

  const split = sampleRatioMismatch(
    arms.map(({ visitors }) => visitors),
    variants.map(({ weight }) => weight),
  );
  if (split.pValue === null || split.pValue < faultySplit) return null;

  const rate = ({ conversions, visitors }: Arm) => conversions / visitors;
  const tests = alwaysValidAgainst(control, rivals, { alpha });
  const decided = rivals.filter((_, at) => tests[at]?.decided);
  const better = decided.filter((arm) => rate(arm) > rate(control)).sort((a, b) => rate(b) - rate(a));
  if (better[0]) return better[0].name;
  return decided.length === rivals.length ? control.name : null;
}
