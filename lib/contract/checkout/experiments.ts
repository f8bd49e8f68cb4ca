import * as z from "zod";
import {
  confirmation,
  extension,
  hasFields,
  listExtensions,
  listOf,
  longText,
  namesPerson,
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
import { readRecordAs } from "../read-as.ts";
import { inSchema } from "../sentences.ts";
import { idList } from "../shop-report-fields.ts";
import { experimentDraft, experimentPlan, variantChanges, variants } from "./experiment-draft.ts";
import {
  breakdowns,
  decisions as experimentDecisions,
  experimentSorts,
  experimentStatuses,
} from "./experiment-words.ts";

const experimentPatch = z
  .strictObject({
    name: nameText(120).optional(),
    /** Only for a draft, because visitors who have seen a variant cannot be split again. */
    variants: variants.optional(),
    /** Of a plan that has started, only what the visitors do not depend on: the guardrails, their rule and the end. */
    plan: experimentPlan.optional(),
    status: oneOf(["running", "completed"]).optional(),
    /** While an experiment is paused, everybody sees what is live. Visitors keep their variant. */
    paused: z.boolean({ error: "Must be true or false." }).optional(),
    /** What the experiment taught, for those who plan the next one. */
    learned: z
      .string()
      .trim()
      .max(2000, inSchema("atMostCharacters", { count: 2000 }))
      .optional(),
  })
  .refine(hasFields, nothingToChange);

const decision = z.strictObject({
  outcome: oneOf(experimentDecisions).describe(
    "`ship` ends the experiment with a winning variant, `keep` with the control; `longer` lets it go on.",
  ),
  variant: slug.optional().describe("The variant that was shipped."),
  reason: longText(1000),
  by: nameText(120)
    .optional()
    .meta({ ...namesPerson, description: "Who decided." }),
  ends_at: timestamp.optional().describe("With `longer`, the new end."),
});

/** The amounts are in major units of the store's currency. */
const frozen = z.looseObject({
  /** The metric of visitors before the start, and its standard deviation; null without enough visitors. */
  base: z.number().nullable(),
  deviation: z.number().nullable(),
  visitors_per_day: z.number().nullable(),
  /** Visitors in each variant that the plan needs, and the days that they take. */
  visitors_needed: z.number().nullable(),
  days_needed: z.number().nullable(),
  /** Revenue of one visitor above this counts as this, so that single large orders do not decide. */
  cap: z.number().nullable(),
});

/** The specification does not show the fields of an experiment in the list. These are our choice. */
const experiment = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  status: z.string().optional(),
  started_at: timestamp.optional(),
  ended_at: timestamp.optional(),
  created_at: timestamp.optional(),
  winner: z.string().optional(),
  variants: z
    .array(
      z.looseObject({
        name: z.string(),
        weight: z.number().optional(),
        label: z.string().optional().meta(extension),
        changes: variantChanges.optional().meta(extension),
      }),
    )
    .optional(),
  /** Only experiments with a plan change what shoppers see. */
  plan: experimentPlan.optional().meta(extension),
  /** What the plan was based on when the experiment started. */
  frozen: frozen.optional().meta(extension),
  paused_at: timestamp.optional().meta(extension),
  /** What the service noticed by itself. `paused` if it paused the experiment. */
  alert: z
    .looseObject({ kind: z.string(), variant: z.string().optional(), at: timestamp, paused: z.boolean() })
    .optional()
    .meta(extension),
  decisions: z
    .array(decision.extend({ at: timestamp }))
    .optional()
    .meta(extension),
  learned: z.string().optional().meta(extension),
  amendments: z
    .array(z.looseObject({ at: timestamp, fields: z.array(z.string()) }))
    .optional()
    .meta(extension),
});

/** Sums over the visitors of a variant, from which means and their spread follow. Revenue is net of refunds and capped. */
export const variantSums = z.looseObject({
  ordered: z.number().describe("Visitors with an order."),
  accepted: z.number().describe("Visitors who accepted an offer."),
  orders: z.number(),
  orders_squares: z.number(),
  revenue: z.number(),
  revenue_squares: z.number(),
  revenue_orders: z.number().describe("Sum over visitors of revenue times orders."),
  prior: z.number().describe("Revenue of the same visitors before they took part."),
  prior_squares: z.number(),
  prior_revenue: z.number().describe("Sum over visitors of earlier revenue times revenue."),
  refunded: z.number().describe("Orders with a refund that were not cancelled."),
  cancelled: z.number().describe("Orders that were cancelled."),
});

const variant = z.looseObject({
  name: z.string(),
  visitors: z.number().int().optional(),
  conversions: z.number().int().optional(),
  conversion_rate: z.number().optional(),
  unconfirmed: z
    .number()
    .int()
    .optional()
    .meta(extension)
    .describe("Visitors who converted only according to the shop’s pages. They count once a server confirms an order."),
  /** Lift and p-value are absent on the control. */
  lift: z.number().optional(),
  p_value: z.number().optional(),
  /** Only for experiments with a plan. */
  sums: variantSums.optional().meta(extension),
});

const experimentResults = z.looseObject({
  experiment_id: z.string(),
  /**
   * The specification shows "significant". Ours are also `collecting` and, after a stop, `not_significant`. With a plan,
   * people name the winner: the status is `collecting`, `ended` or `decided`.
   */
  status: z.string().optional(),
  /** Absent while no variant has won (our choice). */
  winner: z.string().optional(),
  variants: z.array(variant),
  /** Not contained in the counts. */
  set_aside: z
    .looseObject({
      visitors: z.number().int(),
      networks: z.number().int().describe("Counted once for each day."),
      last_day: z.string(),
    })
    .optional()
    .meta(extension)
    .describe("Visitors that pages reported from one network, in such numbers that they cannot be shoppers."),
});

const breakdown = z.looseObject({
  data: z.array(z.looseObject({ key: z.string(), variants: z.array(variant) })),
});

const baselineQuery = z.object({
  offers: idList(14_000)
    .optional()
    .describe(
      "IDs of offers, separated by commas: only visitors who were shown one of them. The default is all visitors.",
    ),
});

/** What the shop's visitors did in the last weeks, to plan an experiment. Null is unknown. */
const baseline = z.looseObject({
  days: z.number().int(),
  visitors: z.number().int(),
  /** The share of the visitors that was read, by which their number was estimated; absent if all were read. */
  sampled: z.number().optional(),
  visitors_per_day: z.number().nullable(),
  conversion: z.number().nullable(),
  acceptance: z.number().nullable(),
  revenue_per_visitor: z.number().nullable(),
  revenue_deviation: z.number().nullable(),
  average_order: z.number().nullable(),
  /** Of the ratio by visitor, so that the formula of a mean applies to it. */
  average_order_deviation: z.number().nullable(),
  cap: z.number().nullable(),
});

export type Experiment = z.infer<typeof experiment>;
export type ExperimentSums = z.infer<typeof variantSums>;
export type ExperimentBaseline = z.infer<typeof baseline>;
export type ExperimentBreakdown = z.infer<typeof breakdown>;
export type ExperimentPatch = z.infer<typeof experimentPatch>;
export type ExperimentDecision = z.infer<typeof decision>;
export type ExperimentVariant = z.infer<typeof variant>;
export type ExperimentResults = z.infer<typeof experimentResults>;

function normalizeExperiment({ experiment_id, ...raw }: Raw): Experiment {
  return readRecordAs(experiment, { ...raw, id: raw.id ?? experiment_id });
}

/** Accepts variants as an array or as an object by name, and the winner as a name or an object. */
function normalizeExperimentResults({ id, as_of, results, ...raw }: Raw): ExperimentResults {
  const winner = isRecord(raw.winner) ? raw.winner.name : raw.winner;
  return readRecordAs(experimentResults, {
    ...raw,
    experiment_id: raw.experiment_id ?? id,
    winner,
    variants: variantRows(raw.variants ?? results),
  });
}

const toVariant = (row: Raw, name: unknown) => readRecordAs(variant, { ...row, name: row.name ?? name });

function variantRows(variants: unknown): Raw[] {
  if (Array.isArray(variants)) {
    return variants.filter(isRecord).map(({ variant: named, id, ...row }) => toVariant(row, named ?? id));
  }
  if (!isRecord(variants)) return [];
  return Object.entries(variants).flatMap(([name, row]) => (isRecord(row) ? [toVariant(row, name)] : []));
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
      summary: "Start, pause, stop or change an A/B experiment",
      body: experimentPatch,
      example: { status: "running" },
      response: experiment,
      errors: [409],
      before: "get",
      normalize: one,
      ...extension,
    },
    delete: {
      ...writes,
      method: "DELETE",
      path: "/experiments/:id",
      summary: "Delete an A/B experiment that has not started",
      response: confirmation,
      errors: [409],
      before: "get",
      ...extension,
    },
    decide: {
      ...writes,
      method: "POST",
      path: "/experiments/:id/decisions",
      summary: "Record what was decided about an A/B experiment",
      body: decision,
      example: { outcome: "ship", variant: "variant_a", reason: "More shoppers accept the offer." },
      response: experiment,
      errors: [409],
      before: "get",
      normalize: one,
      ...extension,
    },
    breakdown: {
      ...reads,
      path: "/experiments/:id/breakdown",
      summary: "Read the results of an experiment by day, device, country or kind of visitor",
      query: z.object({ by: oneOf(breakdowns).default("day").describe("What the results are divided by.") }),
      response: breakdown,
      ...extension,
    },
    baseline: {
      ...reads,
      path: "/experiment-baseline",
      summary: "Read what visitors did in the last weeks, to plan an experiment",
      query: baselineQuery,
      response: baseline,
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
