import { sql } from "drizzle-orm";
import { index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { checkout, createdAt, tenantId } from "./checkout.ts";
import { moment } from "./kernel.ts";

// Outbound events and their way to each endpoint. These rows are the truth; a queue only says when to look at them.

export const event = checkout.table(
  "event",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    type: text("type").notNull(),
    orderId: text("order_id"),
    customerId: text("customer_id"),
    /** The signed bytes: sent as they are at every attempt, never made again from their parts. */
    body: text("body").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("event_created").on(table.tenantId, table.createdAt, table.id),
    index("event_order").on(table.tenantId, table.orderId),
  ],
);

export const delivery = checkout.table(
  "delivery",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    endpointId: text("endpoint_id").notNull(),
    eventId: text("event_id").notNull(),
    /** 0 for the first sending, then one up for each replay. */
    replay: integer("replay").notNull().default(0),
    eventType: text("event_type").notNull(),
    status: text("status", { enum: ["pending", "failed", "delivered", "exhausted", "held"] }).notNull(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at"),
    leaseToken: uuid("lease_token"),
    leaseUntil: moment("lease_until"),
    responseCode: integer("response_code"),
    durationMs: integer("duration_ms"),
    createdAt: createdAt(),
    settledAt: moment("settled_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex("delivery_once").on(table.tenantId, table.endpointId, table.eventId, table.replay),
    index("delivery_log").on(table.tenantId, table.endpointId, table.createdAt, table.id),
    index("delivery_due").on(table.nextAttemptAt).where(sql`${table.nextAttemptAt} is not null`),
  ],
);

export type Phases = { dns?: number; connect?: number; tls?: number; first_byte?: number; body?: number };

export const attempt = checkout.table(
  "attempt",
  {
    tenantId: tenantId(),
    deliveryId: text("delivery_id").notNull(),
    number: integer("number").notNull(),
    startedAt: moment("started_at").notNull(),
    /** Null while it runs, and for ever where a crash left its outcome unknown. */
    finishedAt: moment("finished_at"),
    durationMs: integer("duration_ms"),
    phases: jsonb("phases").$type<Phases>(),
    responseCode: integer("response_code"),
    responseHeaders: jsonb("response_headers").$type<Record<string, string>>(),
    responseBody: text("response_body"),
    /** What went wrong, in plain words. */
    error: text("error"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.deliveryId, table.number] })],
);
