import * as z from "zod";
import { listExtensions, listOf, oneOf, pageQuery, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { isRecord } from "../errors.ts";
import { type Raw, readAs, readList, readRecord } from "../read.ts";

export const experimentStatuses = ["running", "completed", "draft"] as const;
/** The specification shows "significant"; the others are ours. */
export const resultStatuses = ["collecting", "significant", "not_significant"] as const;
/** Ours: the specification shows no sorting for this list. */
export const experimentSorts = ["created_at", "name", "status"] as const;

/** Fields of an experiment in the list are not shown: these are ours. */
export const experiment = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  status: z.string().optional(),
  started_at: timestamp.optional(),
  ended_at: timestamp.optional(),
  created_at: timestamp.optional(),
});

export const variant = z.looseObject({
  name: z.string(),
  visitors: z.number().int().optional(),
  conversions: z.number().int().optional(),
  conversion_rate: z.number().optional(),
  /** Lift and p-value are present on variants other than the control. */
  lift: z.number().optional(),
  p_value: z.number().optional(),
});

export const experimentResults = z.looseObject({
  experiment_id: z.string(),
  status: z.string().optional(),
  /** Left out while no variant has won: ours. */
  winner: z.string().optional(),
  variants: z.array(variant),
});

export type Experiment = z.infer<typeof experiment>;
export type ExperimentVariant = z.infer<typeof variant>;
export type ExperimentResults = z.infer<typeof experimentResults>;

export const knownExperimentFields = Object.keys(experiment.shape);
export const knownVariantFields = Object.keys(variant.shape);

export function normalizeExperiment(raw: Raw): Experiment {
  return readAs(experiment, { ...raw, id: raw.id ?? raw.experiment_id });
}

/** Variants as an array, or as an object with their names as keys; the winner as a name or an object. */
export function normalizeExperimentResults(raw: Raw): ExperimentResults {
  const winner = isRecord(raw.winner) ? raw.winner.name : raw.winner;
  return readAs(experimentResults, {
    ...raw,
    experiment_id: raw.experiment_id ?? raw.id,
    winner,
    variants: variantRows(raw.variants ?? raw.results),
  });
}

function variantRows(variants: unknown): Raw[] {
  if (Array.isArray(variants)) {
    return variants.filter(isRecord).map((row) => ({ ...row, name: row.name ?? row.variant ?? row.id }));
  }
  if (!isRecord(variants)) return [];
  return Object.entries(variants).flatMap(([name, row]) => (isRecord(row) ? [{ ...row, name: row.name ?? name }] : []));
}

export const experiments = defineContract({
  experiments: {
    list: {
      method: "GET",
      path: "/experiments",
      // No scope of the specification names experiments; their results are analytics data.
      scope: "read:analytics",
      roles: ["owner", "merchant", "analyst"],
      summary: "List A/B experiments",
      query: pageQuery(20).extend({
        status: oneOf(experimentStatuses).optional().describe("Only experiments with this status."),
        ...listExtensions(experimentSorts),
      }),
      response: listOf(experiment),
      normalize: (body) => readList(body, "experiments", normalizeExperiment),
    },
    results: {
      method: "GET",
      path: "/experiments/:id/results",
      scope: "read:analytics",
      roles: ["owner", "merchant", "analyst"],
      summary: "Read the results of an experiment by variant",
      response: experimentResults,
      normalize: (body) => normalizeExperimentResults(readRecord(body, "results")),
    },
  },
});
