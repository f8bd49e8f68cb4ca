import * as z from "zod";
import { oneOf, text, timestamp } from "../common.ts";
import { defineContract, type Role } from "../define.ts";
import { auditOutcomes } from "./audit-words.ts";

const filters = {
  person: text(100).optional().describe("The id of a person, a job or a part of the system."),
  operation: text(100)
    .optional()
    .describe("A resource such as upsells, or one operation of it such as upsells.update."),
  record: text(200).optional().describe("The id of a record."),
  outcome: oneOf(auditOutcomes).optional().describe("How it went."),
  mode: oneOf(["live", "sandbox"]).optional().describe("Only this mode; both otherwise."),
  from: timestamp.optional().describe("Not before this time."),
  to: timestamp.optional().describe("Before this time."),
  text: text(100).optional().describe("Beginnings of words: names, operations, ids, reasons."),
};

const entry = z.object({
  /** The row's number in the store's chain. */
  id: z.string(),
  at: timestamp,
  mode: z.enum(["live", "sandbox"]).nullable(),
  actor: z.object({ kind: z.enum(["person", "job", "system"]), id: z.string(), name: z.string() }),
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
  request_id: z.string().nullable(),
});

const image = z.unknown();
const entryWithImages = entry.extend({ sent: image, before: image, after: image, hash: z.string() });

export type AuditEntry = z.infer<typeof entry>;
export type AuditDeed = z.infer<typeof entryWithImages>;

const everybody = ["owner", "merchant", "affiliate_manager", "analyst"] as const satisfies Role[];

// Each role sees the rows of the APIs that it may read. Rows are kept for good; the export copies them elsewhere.
export const audit = defineContract({
  audit: {
    list: {
      method: "GET",
      path: "/audit",
      roles: everybody,
      summary: "List what was done, the latest first",
      query: z.object({
        ...filters,
        cursor: z
          .string()
          .regex(/^\d{1,15}$/)
          .optional()
          .describe("`next` of the page before."),
        per_page: z.coerce.number().int().min(1).max(100).default(25).describe("Items per page, at most 100."),
      }),
      response: z.object({ data: z.array(entry), next: z.string().nullable() }),
    },
    get: {
      method: "GET",
      path: "/audit/:id",
      roles: everybody,
      summary: "Read one deed, with what was before and after",
      response: entryWithImages,
    },
    export: {
      method: "GET",
      path: "/audit/export",
      roles: everybody,
      summary: "Export what was done as CSV",
      query: z.object(filters),
      response: z.instanceof(Response),
    },
    verify: {
      method: "GET",
      path: "/audit/verify",
      roles: ["owner", "analyst"],
      summary: "Verify the chain of rows",
      response: z.object({
        ok: z.boolean(),
        rows: z.number(),
        head: z.string().nullable(),
        broken: z.object({ seq: z.number(), reason: z.string() }).nullable(),
      }),
    },
  },
});
