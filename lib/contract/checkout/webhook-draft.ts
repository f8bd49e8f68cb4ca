import * as z from "zod";
import { oneOf, webUrl } from "../common.ts";
import { eventTypes } from "../event-words.ts";

// Apart from the operations, so that a form can check what is typed without loading what only documents need.

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

export type WebhookDraft = z.infer<typeof webhookDraft>;
