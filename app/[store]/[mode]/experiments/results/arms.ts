import type { Experiment } from "@/lib/contract/checkout/experiments";
import type { ExperimentPlan } from "@/lib/contract/desk/experiments";

/** Counts of a variant, from the API or from a stored reading. */
export type Counted = { name: string; visitors?: number | undefined; conversions?: number | undefined };
export type Arm = { name: string; visitors: number; conversions: number };
export type Bounds = { lower: number | null; upper: number | null };

/** Keeps the API's order. Returns null if one variant's counts are unusable, because then none can be compared. */
export function armsOf(variants: readonly Counted[]): Arm[] | null {
  const arms = variants.flatMap(({ name, visitors, conversions }) =>
    visitors !== undefined && conversions !== undefined && conversions <= visitors && conversions >= 0
      ? [{ name, visitors, conversions }]
      : [],
  );
  return arms.length === variants.length ? arms : null;
}

export function controlOf<T extends { name: string }>(arms: readonly T[]): T | undefined {
  return arms.find(({ name }) => name === "control") ?? arms[0];
}

/** The merchant's names of variants, by the checkout service's technical names. */
export type Names = ReadonlyMap<string, string>;

export const namesOf = (plan: Pick<ExperimentPlan, "names"> | undefined): Names =>
  new Map(plan?.names?.map(({ name, label }) => [name, label]));

export type Split = {
  weights: number[];
  /** The source of the planned weights; `assumed` stands for equal shares without a source. */
  from: "person" | "api" | "assumed";
};

/** Weights that a person has entered come first, then the API's, then equal shares. */
export function splitOf(
  arms: readonly { name: string }[],
  experiment: Pick<Experiment, "variants"> | undefined,
  plan: Pick<ExperimentPlan, "weights"> | undefined,
): Split {
  const entered = weightsIn(arms, plan?.weights);
  if (entered) return { weights: entered, from: "person" };
  const told = weightsIn(arms, experiment?.variants);
  if (told) return { weights: told, from: "api" };
  return { weights: arms.map(() => 1), from: "assumed" };
}

function weightsIn(
  arms: readonly { name: string }[],
  known: readonly { name: string; weight?: number | undefined }[] | null | undefined,
): number[] | null {
  const weights = arms.map(({ name }) => known?.find((one) => one.name === name)?.weight);
  return weights.every((weight) => weight !== undefined && weight > 0) && weights.length > 0
    ? (weights as number[])
    : null;
}
