import * as z from "zod";
import { confirmation, slug, text, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";

const draft = z.object({
  kind: z.string(),
  record: z.string(),
  body: z.record(z.string(), z.unknown()),
  base: z.string().nullable(),
  updated_at: timestamp,
});

export type Draft = z.infer<typeof draft>;

const draftBody = z.strictObject({
  body: z.record(z.string(), z.unknown()),
  /** The record's `updated_at`, or another value that changes with the record. */
  base: text(200).nullable().default(null),
});

const params = z.object({ kind: slug });
const writers = ["owner", "merchant", "affiliate_manager"] as const;

/** Unsaved form input. It is private to its author and deleted after 30 days. */
export const drafts = defineContract({
  drafts: {
    list: {
      method: "GET",
      path: "/drafts",
      roles: writers,
      summary: "List your drafts in this mode",
      response: z.object({ data: z.array(draft) }),
    },
    get: {
      method: "GET",
      path: "/drafts/:kind/:record",
      params,
      roles: writers,
      summary: "Read your draft of a record",
      response: z.object({ data: draft.nullable() }),
    },
    put: {
      method: "PUT",
      path: "/drafts/:kind/:record",
      params,
      roles: writers,
      summary: "Save your draft of a record",
      body: draftBody,
      example: { body: { name: "Care kit" }, base: "2026-11-01T00:00:00Z" },
      response: z.object({ data: draft }),
      unaudited: true,
    },
    delete: {
      method: "DELETE",
      path: "/drafts/:kind/:record",
      params,
      roles: writers,
      summary: "Discard your draft of a record",
      response: confirmation,
      unaudited: true,
    },
  },
});
