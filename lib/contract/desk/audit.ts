import * as z from "zod";
import { oneOf, text, textKey, timestamp } from "../common.ts";
import { defineContract, roles } from "../define.ts";
import { auditOutcomes } from "./audit-words.ts";

const filters = {
  person: text(100).optional().describe("ID of a person, a background job or a part of the system."),
  operation: text(100)
    .optional()
    .describe("A resource such as upsells, or one of its operations such as upsells.update."),
  record: text(200).optional().describe("ID of a record."),
  outcome: oneOf(auditOutcomes).optional().describe("Outcome of the request."),
  mode: oneOf(["live", "sandbox"]).optional().describe("Only entries of this mode. The default is both modes."),
  from: timestamp.optional().describe("Only entries at or after this time."),
  to: timestamp.optional().describe("Only entries before this time."),
  text: text(100).optional().describe("Beginnings of words in names, operations, IDs and reasons."),
};

const entry = z.object({
  id: z.string(),
  at: timestamp,
  mode: z.enum(["live", "sandbox"]).nullable(),
  actor: z.object({ kind: z.enum(["person", "partner", "job", "system"]), id: z.string(), name: z.string() }),
  role: z.string().nullable(),
  api: z.enum(["checkout", "affiliate", "desk"]),
  operation: z.string(),
  method: z.string(),
  path: z.string(),
  record: z.string().nullable(),
  /** Also unknown if a write was announced and its outcome was never recorded. */
  outcome: z.enum(auditOutcomes),
  status: z.number().nullable(),
  code: z.string().nullable(),
  note: z.string().nullable(),
  note_key: textKey,
  request_id: z.string().nullable(),
});

const image = z.unknown();
const entryWithImages = entry.extend({ sent: image, before: image, after: image, hash: z.string() });

export type AuditEntry = z.infer<typeof entry>;
export type AuditDeed = z.infer<typeof entryWithImages>;

// Each role sees the rows of the APIs that it may read. Rows are kept for good; the export copies them elsewhere.
export const audit = defineContract({
  audit: {
    list: {
      method: "GET",
      path: "/audit",
      roles,
      summary: "List the activity, newest first",
      query: z.object({
        ...filters,
        cursor: z
          .string()
          .regex(/^\d{1,15}$/)
          .optional()
          .describe("The `next` of the previous page."),
        per_page: z.coerce.number().int().min(1).max(100).default(25).describe("Items per page, at most 100."),
      }),
      response: z.object({ data: z.array(entry), next: z.string().nullable() }),
    },
    get: {
      method: "GET",
      path: "/audit/:id",
      roles,
      summary: "Read an entry of the activity, with the values before and after",
      response: entryWithImages,
    },
    export: {
      method: "GET",
      path: "/audit/export",
      roles,
      summary: "Export the activity as CSV",
      query: z.object(filters),
      response: z.instanceof(Response),
    },
    verify: {
      method: "GET",
      path: "/audit/verify",
      roles: ["owner", "analyst"],
      summary: "Verify the chain of the activity",
      response: z.object({
        ok: z.boolean(),
        rows: z.number(),
        head: z.string().nullable(),
        broken: z.object({ seq: z.number(), reason: z.string(), reason_key: textKey }).nullable(),
      }),
    },
  },
});
