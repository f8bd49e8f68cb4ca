// What only an experiment's own page shows. A list leaves it out, because it takes some milliseconds for each experiment.

import type { ExperimentResults } from "@/lib/contract/checkout/experiments";
import { toCsvLine } from "@/lib/csv";
import {
  chanceToBeatControl,
  chanceToBeBest,
  expectedLoss,
  holm,
  liftInterval,
  twoProportionTest,
  wilsonInterval,
} from "@/lib/stats/index";
import { countsOf } from "./measure";
import type { Study } from "./study";
import { scales } from "./verdict";

const none = { lower: null, upper: null };

/**
 * By variant. `fixed`, `raw` and `rawAdjusted` belong to a single look at a time that was set in advance. Nothing is
 * believed of a variant without visitors, which would get an even chance.
 */
export function detailsOf({ arms, control, comparisons }: Study) {
  const all = arms ?? [];
  const raw = comparisons.map((one) => (control ? twoProportionTest(...countsOf(control, one)).pValue : null));
  const rawAdjusted = holm(raw);
  const best = all.every(({ visitors }) => visitors > 0) ? chanceToBeBest(all) : [];
  return new Map(
    all.map((arm, at) => {
      const counts = control && control !== arm ? countsOf(control, arm) : null;
      const believed = control && control.visitors > 0 && arm.visitors > 0 ? counts : null;
      const compared = comparisons.findIndex(({ name }) => name === arm.name);
      return [
        arm.name,
        {
          fixed: counts ? liftInterval(...counts) : none,
          raw: raw[compared] ?? null,
          rawAdjusted: rawAdjusted[compared] ?? null,
          best: best[at] ?? null,
          beats: believed && chanceToBeatControl(...believed),
          loss: believed && expectedLoss(...believed),
        },
      ];
    }),
  );
}

export function csvOf(study: Study, { variants }: ExperimentResults): string {
  const details = detailsOf(study);
  const head = [
    "variant",
    "name",
    "visitors",
    "conversions",
    "rate",
    "rate_lower",
    "rate_upper",
    "lift",
    "lift_lower",
    "lift_upper",
    "difference",
    "difference_lower",
    "difference_upper",
    "always_valid_p",
    "always_valid_p_holm",
    "fixed_lower",
    "fixed_upper",
    "p",
    "p_holm",
    "chance_to_beat_control",
    "chance_to_be_best",
    "expected_loss",
    "api_rate",
    "api_lift",
    "api_p",
  ];
  const lines = variants.map(({ name, visitors, conversions, conversion_rate, lift, p_value }) => {
    const rate = visitors && conversions !== undefined ? conversions / visitors : null;
    const { lower, upper } = wilsonInterval(conversions ?? Number.NaN, visitors ?? 0);
    const one = study.comparisons.find((comparison) => comparison.name === name);
    const more = details.get(name);
    return [
      name,
      study.names.get(name),
      visitors,
      conversions,
      rate,
      lower,
      upper,
      ...scales.flatMap((scale) => [one?.on[scale].value, one?.on[scale].lower, one?.on[scale].upper]),
      one?.p,
      one?.adjusted,
      more?.fixed.lower,
      more?.fixed.upper,
      more?.raw,
      more?.rawAdjusted,
      more?.beats,
      more?.best,
      more?.loss,
      conversion_rate,
      lift,
      p_value,
    ];
  });
  return [head, ...lines].map(toCsvLine).join("");
}
