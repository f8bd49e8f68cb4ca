import { sql } from "drizzle-orm";
import { bigint, doublePrecision, index, json, primaryKey, text } from "drizzle-orm/pg-core";
import { desk, mode, storeId, user, userId } from "./desk.ts";
import { moment } from "./kernel.ts";

const now = sql`now()`;

export const experimentPlan = desk.table(
  "experiment_plan",
  {
    storeId: storeId(),
    mode: mode(),
    experiment: text("experiment").notNull(),
    names: json("names").$type<{ name: string; label: string }[]>(),
    weights: json("weights").$type<{ name: string; weight: number }[]>(),
    effect: doublePrecision("effect"),
    sample: bigint("sample", { mode: "number" }),
    changedBy: text("changed_by").references(() => user.id, { onDelete: "set null" }),
    changedAt: moment("changed_at").notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.mode, table.experiment] })],
);

export const experimentNote = desk.table(
  "experiment_note",
  {
    id: text("id").primaryKey(),
    storeId: storeId(),
    mode: mode(),
    experiment: text("experiment").notNull(),
    userId: userId(),
    text: text("text").notNull(),
    at: moment("at").notNull().default(now),
  },
  (table) => [index("experiment_note_of").on(table.storeId, table.mode, table.experiment, table.at)],
);
