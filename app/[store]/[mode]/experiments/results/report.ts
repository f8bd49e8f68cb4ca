import type { Experiment } from "@/lib/contract/checkout/experiments";
import { toCsvLine } from "@/lib/csv";
import { meanOf, measured } from "./measure";
import type { Study } from "./study";

/** The plan, the sums of each variant with means and intervals, the guardrails and the decisions, as one file. */
export function reportOf(study: Study, experiment: Experiment): string {
  const { arms, comparisons, guarded, names } = study;
  const { id, name, status, started_at, ended_at, learned, plan, frozen, decisions = [], amendments = [] } = experiment;
  const { hypothesis, metric, guardrails, effect, traffic, group, ends_at: planned_end } = plan ?? {};
  const facts = {
    experiment: id,
    name,
    status,
    started_at,
    ended_at,
    hypothesis,
    metric,
    guardrails: guardrails?.join(" "),
    effect,
    traffic,
    group,
    planned_end,
    ...frozen,
    ...Object.fromEntries(amendments.map(({ at, fields }) => [`changed ${at}`, fields.join(" ")])),
    learned,
  };
  const counts = [
    "ordered",
    "accepted",
    "orders",
    "revenue",
    "prior",
    "refunded",
    "cancelled",
    "orders_squares",
    "revenue_squares",
    "revenue_orders",
    "prior_squares",
    "prior_revenue",
  ] as const;
  const head = [
    "variant",
    "label",
    "visitors",
    "conversions",
    ...counts,
    "conversion_rate",
    "revenue_per_visitor",
    "revenue_per_visitor_lower",
    "revenue_per_visitor_upper",
    "average_order",
    "lift",
    "lift_lower",
    "lift_upper",
    "always_valid_p",
    "always_valid_p_holm",
  ];
  const variants = (arms ?? []).map((arm) => {
    const one = comparisons.find(({ name }) => name === arm.name);
    const { mean, lower, upper } = meanOf(arm);
    return [
      arm.name,
      names.get(arm.name),
      arm.visitors,
      arm.conversions,
      ...counts.map((name) => arm.sums?.[name]),
      measured("conversion", arm),
      mean,
      lower,
      upper,
      measured("average_order", arm),
      one?.lift,
      one?.on.lift.lower,
      one?.on.lift.upper,
      one?.p,
      one?.adjusted,
    ];
  });
  const guards = guarded.map(({ guardrail, name, base, value, bounds, state }) => [
    guardrail,
    name,
    base,
    value,
    bounds.lower,
    bounds.upper,
    state,
  ]);
  const decided = decisions.map(({ at, outcome, variant, by, reason, ends_at }) => [
    at,
    outcome,
    variant,
    by,
    reason,
    ends_at,
  ]);
  const blocks: unknown[][][] = [
    [["field", "value"], ...Object.entries(facts).filter(([, value]) => value != null && value !== "")],
    [head, ...variants],
    [["guardrail", "variant", "control", "value", "difference_lower", "difference_upper", "state"], ...guards],
    [["decided_at", "outcome", "variant", "by", "reason", "new_end"], ...decided],
  ];
  return blocks
    .filter((block) => block.length > 1)
    .map((block) => block.map((line) => toCsvLine(line as never)).join(""))
    .join("\r\n");
}
