import * as z from "zod";
import { oneOf, webUrl } from "../common.ts";
import { eventTypes } from "../event-words.ts";

export const webhookDraft = z.strictObject({
  /** The service and not the schema requires HTTPS, because its operator may allow named test hosts. */
  url: webUrl.describe("HTTPS address that receives the events."),
  events: z
    .array(oneOf(eventTypes))
    .min(1, "Add at least one event.")
    .refine((events) => new Set(events).size === events.length, "Enter each event only once."),
  /** The specification does not show whether this is optional. Our service enables an endpoint by default. */
  enabled: z.boolean().default(true),
});

export type WebhookDraft = z.infer<typeof webhookDraft>;
