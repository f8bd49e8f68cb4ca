import { sql } from "drizzle-orm";
import { boolean, date, index, integer, json, primaryKey, text } from "drizzle-orm/pg-core";
import type { ExperimentResults } from "../../contract/checkout/experiments.ts";
import { desk, mode, storeId, userId } from "./desk.ts";
import { moment } from "./kernel.ts";

/** What the API reported for a day or for several days together. Each is requested once and never deleted. */
export const dailyMetrics = desk.table(
  "daily_metrics",
  {
    storeId: storeId(),
    mode: mode(),
    /** In the store's time zone. */
    day: date("day").notNull(),
    /** The days from `day` that the figures cover: more than one for a step of a chart whose days are still missing. */
    days: integer("days").notNull().default(1),
    /** Null before the first response, and for good if the API refuses a complete day. */
    figures: json("figures").$type<Record<string, unknown>>(),
    /** True if the figures were read long enough after their last day to be final. */
    complete: boolean("complete").notNull(),
    askedAt: moment("asked_at").notNull(),
    fetchedAt: moment("fetched_at"),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.mode, table.day, table.days] })],
);

export type SnapshotVariant = Pick<ExperimentResults["variants"][number], "name" | "visitors" | "conversions" | "sums">;

export const experimentSnapshot = desk.table(
  "experiment_snapshot",
  {
    storeId: storeId(),
    mode: mode(),
    experiment: text("experiment").notNull(),
    takenAt: moment("taken_at").notNull(),
    status: text("status"),
    variants: json("variants").$type<SnapshotVariant[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.mode, table.experiment, table.takenAt] })],
);

export const annotation = desk.table(
  "annotation",
  {
    id: text("id").primaryKey(),
    storeId: storeId(),
    mode: mode(),
    userId: userId(),
    day: date("day").notNull(),
    text: text("text").notNull(),
    shared: boolean("shared").notNull(),
    createdAt: moment("created_at").notNull().default(sql`now()`),
  },
  (table) => [index("annotation_day").on(table.storeId, table.mode, table.day)],
);
