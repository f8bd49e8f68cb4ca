import { sql } from "drizzle-orm";
import { boolean, index, integer, json, primaryKey, text } from "drizzle-orm/pg-core";
import { desk, mode, storeId, userId } from "./desk.ts";
import { bytes, moment } from "./kernel.ts";

const now = sql`now()`;

export const draft = desk.table(
  "draft",
  {
    userId: userId(),
    storeId: storeId(),
    mode: mode(),
    kind: text("kind").notNull(),
    /** The record's id, or "new". */
    record: text("record").notNull(),
    body: json("body").notNull(),
    /** The state of the record that the draft changes. */
    base: text("base"),
    updatedAt: moment("updated_at").notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.storeId, table.mode, table.kind, table.record] }),
    index("draft_updated").on(table.updatedAt),
  ],
);

/** A view contains words and no records, so both modes share it. */
export const savedView = desk.table(
  "saved_view",
  {
    id: text("id").primaryKey(),
    storeId: storeId(),
    userId: userId(),
    shared: boolean("shared").notNull().default(false),
    screen: text("screen").notNull(),
    name: text("name").notNull(),
    query: text("query").notNull(),
    position: integer("position").notNull(),
    createdAt: moment("created_at").notNull().default(now),
  },
  (table) => [index("saved_view_screen").on(table.storeId, table.screen, table.position)],
);

export const defaultView = desk.table(
  "default_view",
  {
    userId: userId(),
    storeId: storeId(),
    screen: text("screen").notNull(),
    viewId: text("view_id")
      .notNull()
      .references(() => savedView.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.storeId, table.screen] })],
);

export const remembered = desk.table(
  "remembered",
  {
    storeId: storeId(),
    mode: mode(),
    kind: text("kind", { enum: ["product", "webhook_endpoint", "order", "customer"] }).notNull(),
    id: text("id").notNull(),
    name: text("name"),
    /** As it was entered; the currency determines the number of digits. */
    price: text("price"),
    currency: text("currency"),
    extra: json("extra").$type<Record<string, unknown>>(),
    /** An encrypted signing secret, which no operation returns. */
    sealed: bytes("sealed"),
    previousSealed: bytes("previous_sealed"),
    previousUntil: moment("previous_until"),
    firstSeen: moment("first_seen").notNull().default(now),
    lastSeen: moment("last_seen").notNull().default(now),
    /** The approximate number of days with the record: each process counts once a day. */
    times: integer("times").notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.mode, table.kind, table.id] }),
    index("remembered_seen").on(table.storeId, table.mode, table.kind, table.lastSeen),
    index("remembered_old").on(table.lastSeen).where(sql`kind in ('order', 'customer')`),
  ],
);

export const personal = desk.table(
  "personal",
  {
    userId: userId(),
    storeId: storeId(),
    mode: mode(),
    kind: text("kind", { enum: ["recent_order", "dismissed", "opened", "arranged"] }).notNull(),
    id: text("id").notNull(),
    label: text("label"),
    at: moment("at").notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.storeId, table.mode, table.kind, table.id] }),
    index("personal_at").on(table.userId, table.storeId, table.mode, table.kind, table.at),
  ],
);
