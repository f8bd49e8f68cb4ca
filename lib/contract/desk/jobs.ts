import * as z from "zod";
import { oneOf, pageQuery, pagination, recordId, text, textKey, timestamp } from "../common.ts";
import { defineContract, roles } from "../define.ts";
import { recordNames } from "../record-words.ts";
import { inSchema } from "../sentences.ts";
import { itemStates, jobKinds, jobStates } from "./job-words.ts";

export const exportedResources = [
  ...recordNames,
  "deliveries",
  "orders",
  "checkout_orders",
  "commissions",
  "payouts",
  "clicks",
  "affiliate_metrics",
  "product_metrics",
  "audit",
] as const;

const maxCsvBytes = 5 * 1024 * 1024;
export const maxCsvRows = 5_000;
export const maxCsvColumns = 200;

const ids = z
  .array(recordId)
  .min(1, inSchema("leastOneThing", { thing: "entry" }))
  .max(5_000, inSchema("mostThings", { count: 5000, things: "entries" }));
const filter = z.record(text(40), z.string().max(200));

/** Has either ids or the filter of a list. The filter's records are fixed when the draft is sent. */
const jobDraft = z.strictObject({
  kind: oneOf(jobKinds),
  ids: ids.optional(),
  filter: filter.optional(),
  /** Depends on the kind: a reason, an endpoint, a resource, the text of a file. */
  params: z.record(text(40), z.unknown()).default({}),
});

export const csvText = z.string().refine((csv) => csv.length <= maxCsvBytes, inSchema("megabytes", { count: 5 }));
/** A file is sent as JSON text, which doubles the length of some characters. */
export const largestCsvBody = 12 * 1024 * 1024;

const importDraft = z.strictObject({ resource: oneOf(recordNames), csv: csvText });

export const job = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(jobStates),
  resource: z.string(),
  filter: z.record(z.string(), z.string()).nullable(),
  created_by: z.string(),
  collecting: z.boolean(),
  total: z.number().nullable(),
  counts: z.record(z.enum(itemStates), z.number()),
  round: z.number(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  message_key: textKey,
  /** Estimated from the API's rate budget; null if nothing is left or no estimate is possible. */
  seconds_left: z.number().nullable(),
  file_until: timestamp.nullable(),
  /** Whether the reader's role may pause, resume, cancel and retry it. */
  may_change: z.boolean(),
  created_at: timestamp,
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
});

const item = z.object({
  n: z.number(),
  record: z.string().nullable(),
  label: z.string().nullable(),
  state: z.enum(itemStates),
  attempts: z.number(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  message_key: textKey,
  history: z.array(
    z.object({
      round: z.number(),
      state: z.string(),
      code: z.string().nullable(),
      message: z.string().nullable(),
      message_key: textKey,
      at: z.string(),
    }),
  ),
  updated_at: timestamp,
});

const preview = z.object({
  count: z.number(),
  /** False if the list is too long to be searched completely. The count is then the API's total. */
  complete: z.boolean(),
  totals: z.array(z.object({ currency: z.string(), amount: z.number() })),
  affiliates: z.number(),
  flagged: z.number(),
});

const problem = z.object({
  line: z.number(),
  column: z.string().nullable(),
  message: z.string(),
  message_key: textKey,
});

export const dryRun = z.object({
  rows: z.number(),
  valid: z.number(),
  /** `nearest` is for a column that no field has as its name: the name that was probably meant. */
  columns: z.array(
    z.object({ header: z.string(), field: z.string().nullable(), nearest: z.string().nullable().optional() }),
  ),
  /** At most 500. */
  problems: z.array(problem),
  problem_count: z.number(),
  repeated: z.array(z.object({ line: z.number(), of: z.number() })),
  existing: z.array(z.object({ line: z.number(), id: z.string() })),
  compared: z.number(),
});

export type Job = z.infer<typeof job>;
export type JobItem = z.infer<typeof item>;
export type JobDraft = z.output<typeof jobDraft>;
export type JobPreview = z.infer<typeof preview>;
export type DryRun = z.infer<typeof dryRun>;

const params = z.object({ id: recordId });
const largestBody = largestCsvBody;

/** The API operation that a kind of job calls decides which roles may start or see it. */
export const jobs = defineContract({
  jobs: {
    list: {
      method: "GET",
      path: "/jobs",
      roles,
      summary: "List background jobs, newest first",
      query: pageQuery(25).extend({
        state: oneOf(jobStates).optional().describe("Only background jobs in this state."),
      }),
      response: z.object({ data: z.array(job), pagination }),
    },
    /** Cheap, because every page shows it. It is repeated only while a job is running. */
    active: {
      method: "GET",
      path: "/jobs/active",
      roles,
      summary: "List background jobs that are running, queued or paused",
      response: z.object({ data: z.array(job) }),
    },
    get: {
      method: "GET",
      path: "/jobs/:id",
      params,
      roles,
      summary: "Read a background job",
      response: job,
    },
    items: {
      method: "GET",
      path: "/jobs/:id/items",
      params,
      roles,
      summary: "List the items of a background job with their outcomes",
      query: pageQuery(50).extend({ state: oneOf(itemStates).optional().describe("Only items in this state.") }),
      response: z.object({ data: z.array(item), pagination }),
    },
    outcome: {
      method: "GET",
      path: "/jobs/:id/outcome",
      params,
      roles,
      summary: "Download the outcome of each item as CSV",
      response: z.instanceof(Response),
    },
    file: {
      method: "GET",
      path: "/jobs/:id/file",
      params,
      roles,
      summary: "Download the file of a background job",
      response: z.instanceof(Response),
    },
    preview: {
      method: "POST",
      path: "/jobs/preview",
      roles,
      summary: "Count the items that a background job would change",
      body: jobDraft,
      example: { kind: "approve_commissions", filter: { status: "pending" } },
      response: preview,
      unaudited: true,
    },
    dry_run: {
      method: "POST",
      path: "/jobs/dry-run",
      roles,
      summary: "Check each line of a CSV file without changing anything",
      body: importDraft,
      largestBody,
      example: { resource: "links", csv: "affiliate_id,destination_url\naff_mira,https://shop.example.com/boots" },
      response: dryRun,
      unaudited: true,
    },
    create: {
      method: "POST",
      path: "/jobs",
      roles,
      summary: "Start a background job",
      body: jobDraft,
      largestBody,
      example: { kind: "disable_upsells", ids: ["ups_1", "ups_2"] },
      response: job,
      status: 201,
    },
    pause: {
      method: "POST",
      path: "/jobs/:id/pause",
      params,
      roles,
      summary: "Pause a background job",
      response: job,
    },
    resume: {
      method: "POST",
      path: "/jobs/:id/resume",
      params,
      roles,
      summary: "Resume a background job",
      response: job,
    },
    cancel: {
      method: "POST",
      path: "/jobs/:id/cancel",
      params,
      roles,
      summary: "Cancel a background job",
      response: job,
    },
    retry: {
      method: "POST",
      path: "/jobs/:id/retry",
      params,
      roles,
      summary: "Retry the failed items of a background job",
      response: job,
    },
  },
});
