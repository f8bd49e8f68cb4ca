import * as z from "zod";
import { oneOf, webUrl } from "../common.ts";
import { eventTypes } from "../event-words.ts";
import { inSchema } from "../sentences.ts";

export const webhookDraft = z.strictObject({
  /** The service and not the schema requires HTTPS, because its operator may allow named test hosts. */
  url: webUrl.describe("HTTPS address that receives the events."),
  events: z
    .array(oneOf(eventTypes))
    .min(1, inSchema("leastOneThing", { thing: "event" }))
    .refine((events) => new Set(events).size === events.length, inSchema("eachOnce", { thing: "event" })),
  /** The specification does not show whether this is optional. Our service enables an endpoint by default. */
  enabled: z.boolean().default(true),
});

export type WebhookDraft = z.infer<typeof webhookDraft>;
