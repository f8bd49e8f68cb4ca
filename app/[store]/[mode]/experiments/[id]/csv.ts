import type { ExperimentResults } from "@/lib/contract/checkout/experiments";
import { toCsvLine } from "@/lib/csv";
import { wilsonInterval } from "@/lib/stats/index";
import type { beliefsOf, Study } from "../results/study";
import { scales } from "../results/verdict";

type Given = { study: Study; beliefs: ReturnType<typeof beliefsOf>; results: ExperimentResults };

export function csvOf({ study, beliefs, results }: Given): string {
  const head = [
    ...["variant", "name", "visitors", "conversions", "rate", "rate_lower", "rate_upper"],
    ...["lift", "lift_lower", "lift_upper", "difference", "difference_lower", "difference_upper"],
    ...["always_valid_p", "always_valid_p_holm", "fixed_lower", "fixed_upper", "p", "p_holm"],
    ...["chance_to_beat_control", "chance_to_be_best", "expected_loss", "api_rate", "api_lift", "api_p"],
  ];
  const lines = results.variants.map(({ name, visitors, conversions, conversion_rate, lift, p_value }, at) => {
    const rate = visitors && conversions !== undefined ? conversions / visitors : null;
    const { lower, upper } = wilsonInterval(conversions ?? Number.NaN, visitors ?? 0);
    const one = study.comparisons.find((comparison) => comparison.name === name);
    const belief = beliefs[at];
    return [
      ...[name, study.names.get(name), visitors, conversions, rate, lower, upper],
      ...scales.flatMap((scale) => [one?.on[scale].value, one?.on[scale].lower, one?.on[scale].upper]),
      ...[one?.p, one?.adjusted, one?.fixed.lower, one?.fixed.upper, one?.raw, one?.rawAdjusted],
      ...[belief?.beats, belief?.best, belief?.loss, conversion_rate, lift, p_value],
    ];
  });
  return [head, ...lines].map(toCsvLine).join("");
}
