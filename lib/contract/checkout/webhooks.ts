import * as z from "zod";
import {
  confirmation,
  extension,
  extra,
  hasFields,
  listOf,
  nothingToChange,
  oneOf,
  pageQuery,
  recordId,
  text,
  textKey,
  timestamp,
} from "../common.ts";
import { defineContract } from "../define.ts";
import { affiliateEventTypes, eventTypes } from "../event-words.ts";
import { readList, readRecord } from "../read.ts";
import { readRecordAs } from "../read-as.ts";
import { inSchema } from "../sentences.ts";
import { webhookDraft } from "./webhook-draft.ts";
import { deliveryStatuses } from "./webhook-words.ts";

const webhookTest = z.strictObject({
  event_type: oneOf(eventTypes).meta({ extension: affiliateEventTypes }),
});

const webhookPatch = webhookDraft.extend({ enabled: z.boolean() }).partial().refine(hasFields, nothingToChange);

const rotation = z.strictObject({
  overlap_hours: z
    .number()
    .min(0, inSchema("between", { least: 0, most: 168 }))
    .max(168, inSchema("between", { least: 0, most: 168 }))
    .default(24)
    .describe("How long requests are also signed with the old secret. 0 stops it immediately."),
});

const replayDraft = z.strictObject({
  since: timestamp.describe("Only deliveries created at or after this time."),
  job_id: recordId.optional().describe("A job that is requested twice with the same ID runs once."),
});

/** Figures of the last seven days. */
const health = z.looseObject({
  delivered: z.number().int(),
  exhausted: z.number().int(),
  waiting: z.number().int(),
  held: z.number().int(),
  /** The share of settled deliveries that succeeded; absent before the first is settled. */
  success_rate: z.number().optional(),
  p50_ms: z.number().optional(),
  p95_ms: z.number().optional(),
  p99_ms: z.number().optional(),
  last_failure: z.string().optional(),
  last_failure_key: textKey,
  last_failure_at: timestamp.optional(),
});

const webhook = z.looseObject({
  id: z.string(),
  url: z.string().optional(),
  events: z.array(z.string()).optional(),
  /** Sent only in the responses to creation and rotation. */
  signing_secret: z.string().optional(),
  enabled: z.boolean().optional(),
  state: z.string().optional().meta(extension),
  paused_reason: z.string().optional().meta(extension),
  paused_reason_key: textKey,
  previous_secret_until: timestamp.optional().meta(extension),
  created_at: timestamp.optional().meta(extension),
  updated_at: timestamp.optional().meta(extension),
  health: health.optional().meta(extension),
});

const webhookLog = z.looseObject({
  id: z.string(),
  event_id: z.string().optional(),
  event_type: z.string().optional(),
  status: z.string().optional(),
  /** Absent if the receiver did not respond (our choice). */
  response_code: z.number().int().optional(),
  duration_ms: z.number().int().optional(),
  created_at: timestamp.optional(),
  attempts: z.number().int().optional().meta(extension),
  next_attempt_at: timestamp.optional().meta(extension),
  error: z.string().optional().meta(extension),
  error_key: textKey,
  /** 0 for the first delivery of an event, and one more for each replay. */
  replay: z.number().int().optional().meta(extension),
  test: z.boolean().optional().meta(extension),
});

const attempt = z.looseObject({
  number: z.number().int(),
  outcome: z.string(),
  started_at: timestamp,
  finished_at: timestamp.optional(),
  duration_ms: z.number().int().optional(),
  phases: z.looseObject({}).optional(),
  request_headers: z.looseObject({}).optional(),
  response_code: z.number().int().optional(),
  response_headers: z.looseObject({}).optional(),
  response_body: z.string().optional(),
  /** True if the response was longer than the stored 64 KiB. */
  response_truncated: z.boolean().optional(),
  error: z.string().optional(),
  error_key: textKey,
});

const webhookDelivery = webhookLog.extend({
  url: z.string().optional(),
  request_body: z.string().optional(),
  history: z.array(attempt).optional(),
  /** Times of the scheduled attempts. Future ones are estimates. */
  schedule: z.array(z.looseObject({ attempt: z.number().int(), at: timestamp.optional() })).optional(),
});

const replayPreview = z.looseObject({
  count: z.number().int(),
  oldest: timestamp.optional(),
  causes: z.array(z.looseObject({ error: z.string(), error_key: textKey, count: z.number().int() })),
});

const counted = z.looseObject({ count: z.number().int() });

const foundEvent = z.looseObject({
  id: z.string(),
  type: z.string(),
  created_at: timestamp,
  deliveries: z.array(webhookLog.extend({ endpoint_id: z.string() })),
});

export type FoundEvent = z.infer<typeof foundEvent>;

export type Webhook = z.infer<typeof webhook>;
export type WebhookLog = z.infer<typeof webhookLog>;
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const one = (body: unknown) => readRecordAs(webhook, readRecord(body, "webhook"));
const oneLog = (body: unknown) => readRecordAs(webhookLog, readRecord(body, "delivery"));

const pages = pageQuery(20).shape;

// The only webhook scope of the specification covers reading as well.
const reads = { method: "GET", scope: "webhooks:manage", roles: ["owner", "merchant", "analyst"] } as const;
const writes = { scope: "webhooks:manage", roles: ["owner", "merchant"] } as const;
const extraReads = { ...reads, ...extension } as const;
const extraWrites = { ...writes, ...extension } as const;

export const webhooks = defineContract({
  webhooks: {
    create: {
      ...writes,
      method: "POST",
      path: "/webhooks",
      summary: "Create a webhook endpoint",
      body: webhookDraft,
      example: { url: "https://shop.example.com/hooks", events: ["upsell.accepted", "order.edited"], enabled: true },
      response: webhook,
      status: 201,
      secrets: ["signing_secret"],
      normalize: one,
    },
    test: {
      ...writes,
      method: "POST",
      path: "/webhooks/:id/test",
      summary: "Send a test event to a webhook endpoint",
      body: webhookTest,
      example: { event_type: "upsell.accepted" },
      // The specification does not show the result. Ours is the log entry of the test's first attempt.
      response: webhookLog,
      normalize: oneLog,
    },
    logs: {
      ...reads,
      path: "/webhooks/:id/logs",
      summary: "List the deliveries of a webhook endpoint",
      // The specification shows no parameters; pages and filters are our extension.
      query: z.object({
        page: pages.page.meta({ ...extension, description: "Page number, starting at 1." }),
        per_page: pages.per_page.meta({ ...extension, description: "Items per page, at most 100." }),
        status: extra(oneOf(deliveryStatuses), "Only deliveries with this status."),
        event_type: extra(oneOf(eventTypes), "Only events of this type."),
        response_code: extra(
          z.coerce.number().int().min(100, inSchema("status")).max(599, inSchema("status")),
          "Only deliveries whose last response had this HTTP status.",
        ),
        since: extra(timestamp, "Only deliveries created at or after this time."),
        until: extra(timestamp, "Only deliveries created before this time."),
        replayable: extra(
          oneOf(["true"]),
          "Only deliveries that a replay would send: failed for good and not replayed since.",
        ),
        search: extra(text(100), "The complete ID of a delivery, an event, an order or a customer."),
      }),
      response: listOf(webhookLog),
      normalize: (body) => readList(body, "logs", (raw) => readRecordAs(webhookLog, raw)),
    },

    // The specification cannot read, change or delete an endpoint, or resend a delivery: what follows is our extension.
    find: {
      ...extraReads,
      path: "/webhook-events",
      summary: "Find events and their deliveries",
      query: z.object({
        search: text(200).describe(
          "The complete ID of an event, a delivery, an order or a customer, or a complete value in a payload.",
        ),
      }),
      response: z.looseObject({
        data: z.array(foundEvent),
        looked_through: z.looseObject({ count: z.number().int(), since: timestamp.optional() }),
      }),
    },
    list: {
      ...extraReads,
      path: "/webhooks",
      summary: "List the webhook endpoints",
      query: pageQuery(20),
      response: listOf(webhook),
      normalize: (body) => readList(body, "webhooks", (raw) => readRecordAs(webhook, raw)),
    },
    get: {
      ...extraReads,
      path: "/webhooks/:id",
      summary: "Read a webhook endpoint",
      response: webhook,
      normalize: one,
    },
    update: {
      ...extraWrites,
      method: "PUT",
      path: "/webhooks/:id",
      summary: "Change a webhook endpoint; only the fields that are sent change",
      body: webhookPatch,
      example: { enabled: false },
      response: webhook,
      before: "get",
      normalize: one,
    },
    delete: {
      ...extraWrites,
      method: "DELETE",
      path: "/webhooks/:id",
      summary: "Delete a webhook endpoint",
      response: confirmation,
      before: "get",
    },
    rotate: {
      ...extraWrites,
      method: "POST",
      path: "/webhooks/:id/rotate",
      summary: "Create a new signing secret for a webhook endpoint",
      body: rotation,
      example: { overlap_hours: 24 },
      response: webhook,
      secrets: ["signing_secret"],
      before: "get",
      normalize: one,
    },
    delivery: {
      ...extraReads,
      path: "/webhooks/:id/logs/:delivery",
      summary: "Read a delivery with its attempts",
      response: webhookDelivery,
    },
    resend: {
      ...extraWrites,
      method: "POST",
      path: "/webhooks/:id/logs/:delivery/replay",
      summary: "Replay the event of a delivery",
      response: webhookLog,
      normalize: oneLog,
      status: 201,
      errors: [409],
    },
    failures: {
      ...extraReads,
      path: "/webhooks/:id/failures",
      summary: "Count the events that a replay would send",
      query: z.object({ since: timestamp.optional().describe("Only deliveries created at or after this time.") }),
      response: replayPreview,
    },
    replay: {
      ...extraWrites,
      method: "POST",
      path: "/webhooks/:id/replay",
      summary: "Replay all events that failed for good",
      body: replayDraft,
      example: { since: "2026-11-01T00:00:00Z", job_id: "job_monday" },
      response: counted,
      errors: [409],
    },
    release: {
      ...extraWrites,
      method: "POST",
      path: "/webhooks/:id/release",
      summary: "Send the events that were put on hold while the endpoint was off",
      response: counted,
      errors: [409],
    },
  },
});
