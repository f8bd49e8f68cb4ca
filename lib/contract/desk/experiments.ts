import * as z from "zod";
import { confirmation, longText, nameText, relativeEffect, timestamp, wholeFrom } from "../common.ts";
import { defineContract } from "../define.ts";
import { inSchema } from "../sentences.ts";

const weight = inSchema("aboveAndMost", { least: 0, most: 1000000 });

const variantName = z.string().max(200);

const planDraft = z.strictObject({
  /** The merchant's names of the variants, because the service has only technical names such as `variant_a`. */
  names: z
    .array(z.strictObject({ name: variantName, label: nameText(60) }))
    .max(100)
    .nullable(),
  /** The planned share of each variant, in relation to the other weights; null if none was planned. */
  weights: z
    .array(
      z.strictObject({
        name: variantName,
        weight: z.number({ error: weight }).gt(0, weight).max(1_000_000, weight),
      }),
    )
    .max(100)
    .nullable(),
  /** The smallest relative change that is worth finding: 0.1 is ten percent of the control's rate. */
  effect: relativeEffect.nullable(),
  sample: wholeFrom(1, 1_000_000_000).nullable(),
});

const plan = planDraft.extend({
  experiment: z.string(),
  changed_by: z.string().nullable(),
  changed_at: timestamp.nullable(),
});

const note = z.object({
  id: z.string(),
  text: z.string(),
  at: timestamp,
  author: z.string(),
  mine: z.boolean(),
});

export type ExperimentPlan = z.infer<typeof plan>;
export type ExperimentNote = z.infer<typeof note>;

const longestNote = 2_000;

const readers = ["owner", "merchant", "analyst"] as const;

export const experimentPlans = defineContract({
  experiment_plans: {
    list: {
      method: "GET",
      path: "/experiments/plans",
      roles: readers,
      summary: "List the plans of experiments",
      response: z.object({ data: z.array(plan) }),
    },
    put: {
      method: "PUT",
      path: "/experiments/:id/plan",
      roles: ["owner", "merchant"],
      summary: "Change the plan and the variant names of an experiment",
      body: planDraft,
      example: {
        names: [{ name: "variant_a", label: "Picture instead of words" }],
        weights: [{ name: "control", weight: 1 }],
        effect: 0.1,
        sample: 5000,
      },
      response: plan,
    },
  },
  experiment_notes: {
    list: {
      method: "GET",
      path: "/experiments/:id/notes",
      roles: readers,
      summary: "List the notes on an experiment",
      response: z.object({ data: z.array(note) }),
    },
    create: {
      method: "POST",
      path: "/experiments/:id/notes",
      roles: readers,
      summary: "Add a note to an experiment",
      body: z.strictObject({ text: longText(longestNote) }),
      example: { text: "The shop was closed on Sunday." },
      response: note,
      status: 201,
    },
    delete: {
      method: "DELETE",
      path: "/experiments/:id/notes/:note",
      roles: readers,
      summary: "Delete a note on an experiment",
      response: confirmation,
    },
  },
});
