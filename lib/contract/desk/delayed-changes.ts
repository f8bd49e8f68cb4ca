import * as z from "zod";
import { oneOf, recordId, text, textKey, timestamp } from "../common.ts";
import { defineContract, type Role } from "../define.ts";
import { inSchema } from "../sentences.ts";
import { itemStates } from "./job-words.ts";

const write = z.strictObject({
  id: recordId,
  label: text(200).optional(),
  body: z.record(z.string(), z.unknown()).optional(),
});

const draft = z.strictObject({
  api: oneOf(["checkout", "affiliate"]),
  resource: text(40),
  operation: text(40),
  writes: z
    .array(write)
    .min(1, inSchema("leastOneThing", { thing: "entry" }))
    .max(100, inSchema("mostThings", { count: "100 entries. Use a background job for", things: "more" }))
    .refine((writes) => new Set(writes.map(({ id }) => id)).size === writes.length, inSchema("namedTwice")),
  /** How long the undo window is open. */
  seconds: z
    .number()
    .min(1, "Must be at least 1.")
    .max(60, inSchema("atMost", { most: 60 }))
    .default(8),
});

const delayedChange = z.object({
  id: z.string(),
  /** Changes of one job were requested together and are undone together. */
  job: z.string(),
  api: z.enum(["checkout", "affiliate"]),
  resource: z.string(),
  operation: z.string(),
  record: z.string(),
  label: z.string().nullable(),
  person: z.string(),
  state: z.enum(itemStates),
  code: z.string().nullable(),
  message: z.string().nullable(),
  message_key: textKey,
  /** Until the undo window ends, by the server's clock, because the clock of a browser may be wrong. */
  seconds_left: z.number(),
  updated_at: timestamp,
});

const list = z.object({ data: z.array(delayedChange) });

export type DelayedChange = z.infer<typeof delayedChange>;

const writers = ["owner", "merchant", "affiliate_manager"] as const satisfies Role[];
const params = z.object({ job: recordId });

export const delayed_changes = defineContract({
  delayed_changes: {
    list: {
      method: "GET",
      path: "/delayed-changes",
      roles: writers,
      summary: "List scheduled changes, and the changes of the last minute with their outcomes",
      response: list,
    },
    create: {
      method: "POST",
      path: "/delayed-changes",
      roles: writers,
      summary: "Schedule changes",
      body: draft,
      example: { api: "checkout", resource: "upsells", operation: "delete", writes: [{ id: "ups_1" }] },
      response: list,
      status: 201,
    },
    undo: {
      method: "POST",
      path: "/delayed-changes/:job/undo",
      params,
      roles: writers,
      summary: "Undo scheduled changes",
      response: list,
    },
    send: {
      method: "POST",
      path: "/delayed-changes/:job/send",
      params,
      roles: writers,
      summary: "Send scheduled changes immediately",
      response: list,
    },
  },
});
