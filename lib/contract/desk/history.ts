import * as z from "zod";
import { variantSums } from "../checkout/experiments.ts";
import { day, shownDays, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { inSchema } from "../sentences.ts";

/** Days are collected for a year and for the year that it is compared with. */
export const historyDays = 760;

const dayRow = z.object({
  day,
  /** As `data` of the API's metrics; null if the API refuses the day or has not responded yet. */
  figures: z.record(z.string(), z.unknown()).nullable(),
  /** False if the day was not over when it was read, so that its figures may still grow. */
  complete: z.boolean(),
});

const step = z.object({
  from: day,
  to: day,
  /** As `data` of the API's metrics, for all days of the step together. */
  figures: z.record(z.string(), z.unknown()),
});

const collectedDays = z.object({
  data: z.array(dayRow),
  /** Figures of several days together, shortest first, for days that are still missing in `data`. */
  steps: z.array(step),
  /** How many of the past days are collected. `seconds` is null unless the others are being read. */
  collected: z.object({ days: z.number(), of: z.number(), seconds: z.number().nullable() }),
});

const snapshot = z.object({
  taken_at: timestamp,
  status: z.string().nullable(),
  variants: z.array(
    z.object({
      name: z.string(),
      visitors: z.number().optional(),
      conversions: z.number().optional(),
      sums: variantSums.optional(),
    }),
  ),
});

export type HistoryDay = z.infer<typeof dayRow>;
export type CollectedDays = z.infer<typeof collectedDays>;
export type HistoryStep = z.infer<typeof step>;
export type Snapshot = z.infer<typeof snapshot>;
export type LatestSnapshot = Snapshot & { experiment: string };

const readers = ["owner", "merchant", "analyst"] as const;

export const history = defineContract({
  history: {
    metrics: {
      method: "GET",
      path: "/history/metrics",
      roles: readers,
      summary: "Read the stored metrics of each day",
      query: shownDays.refine(({ from, to }) => Date.parse(to) - Date.parse(from) < 800 * 86_400_000, {
        path: ["to"],
        error: inSchema("daysFrom", { count: 800 }),
      }),
      response: collectedDays,
    },
    latest: {
      method: "GET",
      path: "/history/experiments",
      roles: readers,
      summary: "Read the latest results of each experiment",
      response: z.object({ data: z.array(snapshot.extend({ experiment: z.string() })) }),
    },
    experiment: {
      method: "GET",
      path: "/history/experiments/:id",
      roles: readers,
      summary: "Read the results of an experiment over time",
      response: z.object({
        data: z.array(snapshot),
        /** How often a running experiment is read in the background. Opening its results reads it too. */
        every_hours: z.number(),
      }),
    },
  },
});
