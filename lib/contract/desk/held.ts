import * as z from "zod";
import { oneOf, recordId, text, timestamp } from "../common.ts";
import { defineContract, type Role } from "../define.ts";
import { inSchema } from "../sentences.ts";
import { type HeldState, heldStates } from "./held-states.ts";

const write = z.strictObject({
  id: recordId,
  label: text(200).optional(),
  body: z.record(z.string(), z.unknown()).optional(),
});

const heldDraft = z.strictObject({
  api: oneOf(["checkout", "affiliate"]),
  resource: text(40),
  operation: text(40),
  writes: z
    .array(write)
    .min(1, inSchema("leastOneThing", { thing: "entry" }))
    .max(100, inSchema("mostThings", { count: "100 entries. Use a background job for", things: "more" })),
  seconds: z
    .number()
    .min(1, "Must be at least 1.")
    .max(60, inSchema("atMost", { most: 60 }))
    .default(8),
});

const heldWrite = z.object({
  id: z.string(),
  batch: z.string(),
  api: z.enum(["checkout", "affiliate"]),
  resource: z.string(),
  operation: z.string(),
  record: z.string(),
  label: z.string().nullable(),
  person: z.string(),
  state: z.enum(Object.keys(heldStates) as HeldState[]),
  code: z.string().nullable(),
  message: z.string().nullable(),
  /** By the server's clock, because the clock of a browser may be wrong. */
  seconds_left: z.number(),
  updated_at: timestamp,
});

const list = z.object({ data: z.array(heldWrite) });

export type HeldWrite = z.infer<typeof heldWrite>;

const writers = ["owner", "merchant", "affiliate_manager"] as const satisfies Role[];
const params = z.object({ batch: recordId });

export const held = defineContract({
  held: {
    list: {
      method: "GET",
      path: "/held",
      roles: writers,
      summary: "List scheduled changes, and the changes of the last minute with their outcomes",
      response: list,
    },
    hold: {
      method: "POST",
      path: "/held",
      roles: writers,
      summary: "Schedule changes",
      body: heldDraft,
      example: { api: "checkout", resource: "upsells", operation: "delete", writes: [{ id: "ups_1" }] },
      response: list,
      status: 201,
    },
    undo: {
      method: "POST",
      path: "/held/:batch/undo",
      params,
      roles: writers,
      summary: "Undo scheduled changes",
      response: list,
    },
    send: {
      method: "POST",
      path: "/held/:batch/send",
      params,
      roles: writers,
      summary: "Send scheduled changes immediately",
      response: list,
    },
  },
});
