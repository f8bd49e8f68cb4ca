export const experimentStatuses = ["running", "completed", "draft"] as const;
/** The specification shows no sorting for this list. */
export const experimentSorts = ["created_at", "name", "status"] as const;

/** What an experiment is decided by. The first two are shares of the visitors, the others amounts. */
export const experimentMetrics = ["conversion", "acceptance", "revenue_per_visitor", "average_order"] as const;
export type ExperimentMetric = (typeof experimentMetrics)[number];
export const guardrails = ["order_rate", "refunds", "cancellations"] as const;
export type Guardrail = (typeof guardrails)[number];

export const breakdowns = ["day", "device", "country", "visitors"] as const;
export const decisions = ["ship", "keep", "longer"] as const;
/** The control is what is live now: the variant named `control`, or else the first. */
export const controlIn = <T extends { name: string }>(variants: readonly T[]): T | undefined =>
  variants.find(({ name }) => name === "control") ?? variants[0];

/** In percent of the visitors. */
export const largestHoldout = 50;
