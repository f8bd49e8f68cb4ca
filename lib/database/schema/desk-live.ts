import { sql } from "drizzle-orm";
import { index, integer, json, primaryKey, text } from "drizzle-orm/pg-core";
import { desk, mode, storeId } from "./desk.ts";
import { moment } from "./kernel.ts";

/** Another API sends its events to `/api/hooks/{id}`, an address that nobody can guess. */
export const hook = desk.table(
  "hook",
  {
    id: text("id").primaryKey(),
    storeId: storeId(),
    mode: mode(),
    /** The API that knows the address. An API with another base address counts as another API. */
    baseUrl: text("base_url").notNull(),
    endpointId: text("endpoint_id"),
    createdAt: moment("created_at").notNull().default(sql`now()`),
    /** From this time on, senders are told that the endpoint is gone. */
    endedAt: moment("ended_at"),
    badSignatures: integer("bad_signatures").notNull().default(0),
    lastBadAt: moment("last_bad_at"),
  },
  (table) => [index("hook_place").on(table.storeId, table.mode, table.createdAt)],
);

/** Each event once, however often it arrives; kept for 30 days. */
export const seenEvent = desk.table(
  "seen_event",
  {
    storeId: storeId(),
    mode: mode(),
    id: text("id").notNull(),
    type: text("type").notNull(),
    receivedAt: moment("received_at").notNull().default(sql`now()`),
    /** These fields serve APIs that cannot list the events of an order. */
    orderId: text("order_id"),
    happenedAt: moment("happened_at"),
    data: json("data").$type<Record<string, unknown>>(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.mode, table.id] }),
    index("seen_event_order").on(table.storeId, table.mode, table.orderId).where(sql`${table.orderId} is not null`),
    index("seen_event_received").on(table.receivedAt),
    index("seen_event_last").on(table.storeId, table.mode, table.receivedAt),
  ],
);

export const feedCursor = desk.table("feed_cursor", {
  api: text("api").primaryKey(),
  readTo: moment("read_to").notNull(),
});
