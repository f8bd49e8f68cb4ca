import * as z from "zod";
import { oneOf, timestamp, webUrl } from "../common.ts";
import { defineContract } from "../define.ts";
import { eventTypes } from "../events.ts";
import { type Raw, readAs, readList, readRecord } from "../read.ts";

/** The specification shows "delivered"; the others are ours. */
export const deliveryStatuses = ["pending", "delivered", "failed", "exhausted", "held", "unknown"] as const;

export const webhookDraft = z.strictObject({
  /** HTTPS is the rule. The service enforces it, not this schema, because its operator may allow named test hosts. */
  url: webUrl.describe("HTTPS address that receives the events."),
  events: z
    .array(oneOf(eventTypes))
    .min(1, "At least one event.")
    .refine((events) => new Set(events).size === events.length, "Each event once."),
  /** Whether it may be left out is not shown: ours is on unless told. */
  enabled: z.boolean().default(true),
});

export const webhookTest = z.strictObject({ event_type: oneOf(eventTypes) });

export const webhook = z.looseObject({
  id: z.string(),
  url: z.string().optional(),
  events: z.array(z.string()).optional(),
  /** Only in the answer to its creation. */
  signing_secret: z.string().optional(),
  enabled: z.boolean().optional(),
});

export const webhookLog = z.looseObject({
  id: z.string(),
  event_id: z.string().optional(),
  event_type: z.string().optional(),
  status: z.string().optional(),
  /** Left out where the receiver gave no answer: ours. */
  response_code: z.number().int().optional(),
  duration_ms: z.number().int().optional(),
  created_at: timestamp.optional(),
});

export type Webhook = z.infer<typeof webhook>;
export type WebhookDraft = z.infer<typeof webhookDraft>;
export type WebhookLog = z.infer<typeof webhookLog>;

export const knownWebhookFields = Object.keys(webhook.shape);
export const knownWebhookLogFields = Object.keys(webhookLog.shape);

export function normalizeWebhook(raw: Raw): Webhook {
  return readAs(webhook, raw);
}

export function normalizeWebhookLog(raw: Raw): WebhookLog {
  return readAs(webhookLog, raw);
}

export const webhooks = defineContract({
  webhooks: {
    create: {
      method: "POST",
      path: "/webhooks",
      scope: "webhooks:manage",
      roles: ["owner", "merchant"],
      summary: "Create a webhook endpoint",
      body: webhookDraft,
      example: { url: "https://shop.example.com/hooks", events: ["upsell.accepted", "order.edited"], enabled: true },
      response: webhook,
      status: 201,
      secrets: ["signing_secret"],
      normalize: (body) => normalizeWebhook(readRecord(body, "webhook")),
    },
    test: {
      method: "POST",
      path: "/webhooks/:id/test",
      scope: "webhooks:manage",
      roles: ["owner", "merchant"],
      summary: "Send a test event to a webhook endpoint",
      body: webhookTest,
      example: { event_type: "upsell.accepted" },
      // The result is not shown: ours is the log entry of the test's first attempt.
      response: webhookLog,
      normalize: (body) => normalizeWebhookLog(readRecord(body, "delivery")),
    },
    logs: {
      method: "GET",
      path: "/webhooks/:id/logs",
      // The one webhook scope covers reading too: the specification has no other.
      scope: "webhooks:manage",
      roles: ["owner", "merchant", "analyst"],
      summary: "List the deliveries of a webhook endpoint",
      response: z.looseObject({ data: z.array(webhookLog) }),
      normalize: (body) => readList(body, "logs", normalizeWebhookLog),
    },
  },
});
