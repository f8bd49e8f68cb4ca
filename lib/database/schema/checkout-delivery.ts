import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, primaryKey, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { checkout, tenantId } from "./checkout.ts";
import { createdAt, moment, textKey, updatedAt } from "./kernel.ts";

// These rows are the queue of webhook deliveries.

export const event = checkout.table(
  "event",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    type: text("type").notNull(),
    orderId: text("order_id"),
    customerId: text("customer_id"),
    /** The signed bytes, sent unchanged at every attempt and never serialised again. */
    body: text("body").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("event_created").on(table.tenantId, table.createdAt, table.id),
    index("event_order").on(table.tenantId, table.orderId),
    index("event_customer").on(table.tenantId, table.customerId).where(sql`${table.customerId} is not null`),
  ],
);

export const delivery = checkout.table(
  "delivery",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    endpointId: text("endpoint_id").notNull(),
    eventId: text("event_id").notNull(),
    /** 0 for the first delivery, and one more for each replay. */
    replay: integer("replay").notNull().default(0),
    eventType: text("event_type").notNull(),
    status: text("status", { enum: ["pending", "failed", "delivered", "exhausted", "held"] }).notNull(),
    bulk: boolean("bulk").notNull().default(false),
    /** A test is never retried. */
    test: boolean("test").notNull().default(false),
    /** Includes attempts whose outcome a crash left unknown. Only `failures` count towards the limit. */
    attempts: integer("attempts").notNull().default(0),
    failures: integer("failures").notNull().default(0),
    /** Stays set until the outcome is stored. It is not rounded, so that no attempt is early. */
    nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true, mode: "date" }),
    responseCode: integer("response_code"),
    durationMs: integer("duration_ms"),
    error: text("error"),
    errorKey: textKey("error_key"),
    createdAt: createdAt(),
    settledAt: moment("settled_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex("delivery_once").on(table.tenantId, table.endpointId, table.eventId, table.replay),
    index("delivery_log").on(table.tenantId, table.endpointId, table.createdAt, table.id),
    // Nearly all deliveries succeed, and the index of the log finds those.
    index("delivery_status")
      .on(table.tenantId, table.endpointId, table.status, table.createdAt, table.id)
      .where(sql`${table.status} <> 'delivered'`),
    index("delivery_type").on(table.tenantId, table.endpointId, table.eventType, table.createdAt, table.id),
    index("delivery_due")
      .on(table.endpointId, table.bulk, table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} is not null`),
    index("delivery_created").using("brin", table.createdAt),
  ],
);

/** A delivery in progress. After a crash, its lease stays until another worker takes over. */
export const lease = checkout.table(
  "lease",
  {
    tenantId: tenantId(),
    deliveryId: text("delivery_id").notNull(),
    endpointId: text("endpoint_id").notNull(),
    bulk: boolean("bulk").notNull(),
    token: uuid("token").notNull(),
    until: moment("until").notNull(),
    number: integer("number").notNull(),
    startedAt: moment("started_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.deliveryId] }),
    // Random tokens distribute inserts and deletes, so that the index stays small between vacuums.
    index("lease_endpoint").on(table.endpointId, table.token),
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
    /** Stays null if a crash left the outcome unknown. */
    finishedAt: moment("finished_at"),
    durationMs: integer("duration_ms"),
    phases: jsonb("phases").$type<Phases>(),
    requestHeaders: jsonb("request_headers").$type<Record<string, string>>(),
    responseCode: integer("response_code"),
    responseHeaders: jsonb("response_headers").$type<Record<string, string>>(),
    responseBody: text("response_body"),
    responseTruncated: boolean("response_truncated").notNull().default(false),
    error: text("error"),
    errorKey: textKey("error_key"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.deliveryId, table.number] })],
);

/** Only written when an endpoint fails or recovers. A failing endpoint gets fewer deliveries at a time. */
export const endpointHealth = checkout.table(
  "endpoint_health",
  {
    tenantId: tenantId(),
    endpointId: text("endpoint_id").notNull(),
    failuresInRow: integer("failures_in_row").notNull(),
    lastFailureAt: moment("last_failure_at").notNull(),
    lastFailure: text("last_failure").notNull(),
    lastFailureKey: textKey("last_failure_key"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.endpointId] })],
);

export const replayJob = checkout.table(
  "replay_job",
  {
    tenantId: tenantId(),
    endpointId: text("endpoint_id").notNull(),
    id: text("id").notNull(),
    since: moment("since").notNull(),
    count: integer("count").notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.endpointId, table.id] })],
);

/** Until a notice is dismissed, further occurrences only increase its count. */
export const notice = checkout.table(
  "notice",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    kind: text("kind", { enum: ["delivery_exhausted", "endpoint_paused"] }).notNull(),
    endpointId: text("endpoint_id").notNull(),
    deliveryId: text("delivery_id").notNull(),
    message: text("message").notNull(),
    messageKey: textKey("message_key"),
    count: integer("count").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    dismissedAt: moment("dismissed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex("notice_open")
      .on(table.tenantId, table.endpointId, table.kind)
      .where(sql`${table.dismissedAt} is null`),
  ],
);
