import type { Experiment, ExperimentDecision } from "@/lib/contract/checkout/experiments";

type Decided = NonNullable<Experiment["decisions"]>[number];

/** What ended the experiment; running longer decides nothing. */
export function decisionOf({ decisions = [] }: Pick<Experiment, "decisions">): Decided | undefined {
  return decisions.findLast(({ outcome }) => outcome !== "longer");
}

/** Experiments of the library are found by what became of them. */
export const becameFilters = ["decided", "ship", "keep"] as const;
type Became = (typeof becameFilters)[number];

export function hasBecome(experiment: Experiment, wanted: Became): boolean {
  const outcome: ExperimentDecision["outcome"] | undefined = decisionOf(experiment)?.outcome;
  return outcome !== undefined && (wanted === "decided" || outcome === wanted);
}
