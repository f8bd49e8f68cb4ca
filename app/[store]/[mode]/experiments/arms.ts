import type { Experiment } from "@/lib/contract/checkout/experiments";
import type { ExperimentPlan } from "@/lib/contract/desk/experiments";

/** What is counted of a variant, whoever counted it. */
export type Counted = { name: string; visitors?: number | undefined; conversions?: number | undefined };
export type Arm = { name: string; visitors: number; conversions: number };
export type Bounds = { lower: number | null; upper: number | null };

/** In the order of the API; null where one of them cannot be counted, since then none can be compared. */
export function armsOf(variants: readonly Counted[]): Arm[] | null {
  const arms = variants.flatMap(({ name, visitors, conversions }) =>
    visitors !== undefined && conversions !== undefined && conversions <= visitors && conversions >= 0
      ? [{ name, visitors, conversions }]
      : [],
  );
  return arms.length === variants.length ? arms : null;
}

/** The variant that is named so, else the first. */
export function controlOf<T extends { name: string }>(arms: readonly T[]): T | undefined {
  return arms.find(({ name }) => name === "control") ?? arms[0];
}

/** What the merchant calls the variants, by the names that the checkout service has for them. */
export type Names = ReadonlyMap<string, string>;

export const namesOf = (plan: Pick<ExperimentPlan, "names"> | undefined): Names =>
  new Map(plan?.names?.map(({ name, label }) => [name, label]));

export type Split = {
  weights: number[];
  /** Who says that it was planned like this; nobody, where equal shares are only assumed. */
  from: "person" | "api" | "assumed";
};

/** What a person has entered, else what the API tells, else equal shares. */
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
