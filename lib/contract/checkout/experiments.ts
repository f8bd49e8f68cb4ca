import * as z from "zod";
import {
  extension,
  hasFields,
  listExtensions,
  listOf,
  nameText,
  nothingToChange,
  oneOf,
  pageQuery,
  slug,
  timestamp,
} from "../common.ts";
import { defineContract } from "../define.ts";
import { isRecord } from "../errors.ts";
import { type Raw, readList, readRecord } from "../read.ts";
import { readAs } from "../read-as.ts";
import { experimentSorts, experimentStatuses } from "./experiment-words.ts";

const weight = "Must be a whole number from 1 to 10000.";
const variants = z
  .array(
    z.strictObject({
      name: slug,
      /** The variant's share of the visitors, in relation to the other weights. */
      weight: z.number({ error: weight }).int(weight).min(1, weight).max(10_000, weight).default(1),
    }),
  )
  .min(2, "Add at least two variants.")
  .max(10, "Add at most 10 variants.")
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, "Must have different names.");

/** The control is the variant named `control`, or else the first one. */
const experimentDraft = z.strictObject({ name: nameText(120), variants });

const experimentPatch = z
  .strictObject({
    name: nameText(120).optional(),
    /** Only for a draft, because visitors who have seen a variant cannot be split again. */
    variants: variants.optional(),
    status: oneOf(["running", "completed"]).optional(),
  })
  .refine(hasFields, nothingToChange);

/** The specification does not show the fields of an experiment in the list. These are our choice. */
const experiment = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  status: z.string().optional(),
  started_at: timestamp.optional(),
  ended_at: timestamp.optional(),
  created_at: timestamp.optional(),
  winner: z.string().optional(),
  variants: z.array(z.looseObject({ name: z.string(), weight: z.number().optional() })).optional(),
});

const variant = z.looseObject({
  name: z.string(),
  visitors: z.number().int().optional(),
  conversions: z.number().int().optional(),
  conversion_rate: z.number().optional(),
  /** Lift and p-value are absent on the control. */
  lift: z.number().optional(),
  p_value: z.number().optional(),
});

const experimentResults = z.looseObject({
  experiment_id: z.string(),
  /** The specification shows "significant". Ours are also `collecting` and, after a stop, `not_significant`. */
  status: z.string().optional(),
  /** Absent while no variant has won (our choice). */
  winner: z.string().optional(),
  variants: z.array(variant),
});

export type Experiment = z.infer<typeof experiment>;
export type ExperimentVariant = z.infer<typeof variant>;
export type ExperimentResults = z.infer<typeof experimentResults>;

function normalizeExperiment(raw: Raw): Experiment {
  return readAs(experiment, { ...raw, id: raw.id ?? raw.experiment_id });
}

/** Accepts variants as an array or as an object by name, and the winner as a name or an object. */
function normalizeExperimentResults(raw: Raw): ExperimentResults {
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

const one = (body: unknown) => normalizeExperiment(readRecord(body, "experiment"));

// No scope of the specification names experiments; their results are analytics data.
const reads = { method: "GET", scope: "read:analytics", roles: ["owner", "merchant", "analyst"] } as const;
const writes = { scope: "write:upsells", roles: ["owner", "merchant"] } as const;

export const experiments = defineContract({
  experiments: {
    list: {
      ...reads,
      path: "/experiments",
      summary: "List A/B experiments",
      query: pageQuery(20).extend({
        status: oneOf(experimentStatuses).optional().describe("Only experiments with this status."),
        ...listExtensions(experimentSorts),
      }),
      response: listOf(experiment),
      normalize: (body) => readList(body, "experiments", normalizeExperiment),
    },
    // The specification cannot create or change experiments: these operations and their scope are our choice.
    create: {
      ...writes,
      method: "POST",
      path: "/experiments",
      summary: "Create an A/B experiment as a draft",
      body: experimentDraft,
      example: {
        name: "Discount on the care kit",
        variants: [
          { name: "control", weight: 1 },
          { name: "variant_a", weight: 1 },
        ],
      },
      response: experiment,
      status: 201,
      normalize: one,
      ...extension,
    },
    get: {
      ...reads,
      path: "/experiments/:id",
      summary: "Read an A/B experiment",
      response: experiment,
      normalize: one,
      ...extension,
    },
    update: {
      ...writes,
      method: "PATCH",
      path: "/experiments/:id",
      summary: "Start, stop or change an A/B experiment",
      body: experimentPatch,
      example: { status: "running" },
      response: experiment,
      errors: [409],
      before: "get",
      normalize: one,
      ...extension,
    },
    results: {
      ...reads,
      path: "/experiments/:id/results",
      summary: "Read the results of an experiment by variant",
      response: experimentResults,
      normalize: (body) => normalizeExperimentResults(readRecord(body, "results")),
    },
  },
});
