import * as z from "zod";
import { confirmation, slug, text, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";

const draft = z.object({
  kind: z.string(),
  /** The record's id, or "new". */
  record: z.string(),
  body: z.record(z.string(), z.unknown()),
  base: z.string().nullable(),
  updated_at: timestamp,
});

export type Draft = z.infer<typeof draft>;

const draftBody = z.strictObject({
  body: z.record(z.string(), z.unknown()),
  /** The state of the record on which the draft is based: its `updated_at`, or another value that changes with it. */
  base: text(200).nullable().default(null),
});

const params = z.object({ kind: slug });
const writers = ["owner", "merchant", "affiliate_manager"] as const;

/** Unsaved form input, private to its author and deleted after 30 days. */
export const drafts = defineContract({
  drafts: {
    list: {
      method: "GET",
      path: "/drafts",
      roles: writers,
      summary: "List your drafts in this mode",
      response: z.object({ data: z.array(draft) }),
    },
    /** Null if there is no draft, which is not an error. */
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
      summary: "Keep your draft of a record",
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
