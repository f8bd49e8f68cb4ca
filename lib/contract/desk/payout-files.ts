import * as z from "zod";
import { managers, readers } from "../affiliate/fields.ts";
import { currencyCode, day, oneOf, recordId, textKey, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { inSchema } from "../sentences.ts";
import { csvText, job, largestCsvBody, maxCsvColumns } from "./jobs.ts";
import {
  type AnswerColumns,
  approvalReasons,
  fileFormats,
  fileStates,
  leftOutReasons,
  matchProblems,
  saidOutcomes,
} from "./payout-words.ts";
import { reason } from "./payouts.ts";

const line = z.object({
  line: z.number(),
  reference: z.string().nullable(),
  payout_id: z.string().nullable(),
  affiliate_id: z.string().nullable(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  now: z.string().nullable(),
  /** This status and amount are in the provider's words. */
  told_status: z.string().nullable(),
  told_amount: z.string().nullable(),
  /** Why the bank did not pay, in words if the bank's code is known. */
  told_reason: z.string().nullable(),
  told_reason_key: textKey,
  /** The day on which the bank said it. */
  told_at: z.string().nullable(),
  /** `returned` if the bank paid back what was reported as paid before. */
  becomes: z.enum([...saidOutcomes, "returned"]).nullable(),
  problem: z.enum(matchProblems).nullable(),
});

const column = z
  .number()
  .int()
  .min(0)
  .max(maxCsvColumns - 1)
  .nullable();
const columns = z.strictObject({
  reference: column,
  amount: column,
  currency: column,
  status: column,
  date: column,
} satisfies Record<keyof AnswerColumns, z.ZodType>);

const matched = z.object({
  /** Empty until the columns of the reference and the amount are known. */
  lines: z.array(line),
  /** The message of a bank, such as camt.054; null for a CSV file. */
  message: z.string().nullable(),
  /** A CSV file as it was understood, with its first rows. */
  sheet: z
    .object({
      headings: z.array(z.string()),
      samples: z.array(z.array(z.string())),
      columns,
      /** Whether a person selected these columns for an earlier file with these headings. */
      remembered: z.boolean(),
    })
    .nullable(),
  totals: z.array(z.object({ becomes: z.string(), currency: z.string(), amount: z.number(), payouts: z.number() })),
  complete: z.boolean(),
});

export type MatchedLine = z.infer<typeof line>;
export type MatchedFile = z.infer<typeof matched>;

/** In the API's unit, like the payouts. */
const money = z.number();

const file = z.object({
  id: z.string(),
  batch: z.string(),
  format: z.enum(fileFormats),
  currency: z.string(),
  name: z.string(),
  sha256: z.string(),
  total: money,
  payouts: z.number(),
  state: z.enum(fileStates),
  needs: z.enum(approvalReasons).nullable(),
  execute_on: day.nullable(),
  requested_by: z.string(),
  requested_at: timestamp,
  /** True if the caller requested it, and therefore cannot approve it. */
  mine: z.boolean(),
  approved_by: z.string().nullable(),
  approved_at: timestamp.nullable(),
  releases: z.number(),
  released_by: z.string().nullable(),
  released_at: timestamp.nullable(),
});

const batch = z.object({
  data: z.array(file),
  /** Payouts that are in no file yet, by the file that can pay them. */
  groups: z.array(z.object({ format: z.enum(fileFormats), currency: z.string(), total: money, payouts: z.number() })),
  left_out: z.array(
    z.object({
      payout: z.string(),
      affiliate_id: z.string(),
      affiliate_name: z.string().nullable(),
      amount: money,
      currency: z.string(),
      reason: z.enum(leftOutReasons),
    }),
  ),
  /** False if no account is stored that could pay a SEPA file. */
  payer: z.boolean(),
});

export type PayoutFile = z.infer<typeof file>;
export type BatchFiles = z.infer<typeof batch>;

const body = z.strictObject({
  text: csvText,
  columns: columns
    .optional()
    .describe(
      "Which column of a CSV file is which, counted from 0. By default, as for earlier files, or by their headings.",
    ),
});
const example = { text: "Reference ID,Status,Amount,Currency\npay_1,Completed,125.50,EUR" };
const params = z.object({ id: recordId });
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, inSchema("isSha256"));

const of = { params, roles: managers, response: file } as const;

/** Files that banks and payment services take, and what they answer. */
export const payoutFiles = defineContract({
  payout_files: {
    list: {
      method: "GET",
      path: "/payout-files",
      roles: managers,
      summary: "List the files of a batch, and its payouts that are in no file",
      query: z.object({ batch: recordId.describe("The ID of the batch’s background job.") }),
      response: batch,
    },
    waiting: {
      method: "GET",
      path: "/payout-files/waiting",
      roles: managers,
      summary: "List the batches with files that wait for your approval",
      response: z.object({ data: z.array(z.object({ batch: z.string(), files: z.number() })) }),
    },
    create: {
      method: "POST",
      path: "/payout-files",
      roles: managers,
      summary: "Create a file for a bank or a payment service from a batch",
      body: z.strictObject({
        batch: recordId,
        format: oneOf(fileFormats),
        currency: currencyCode,
        execute_on: day.optional(),
      }),
      example: { batch: "job_1", format: "sepa", currency: "EUR", execute_on: "2026-12-01" },
      response: file,
      status: 201,
    },
    approve: {
      ...of,
      method: "POST",
      path: "/payout-files/:id/approve",
      summary: "Approve a payout file as a second person",
      body: z.strictObject({ sha256 }),
    },
    /** Allows one download. The file counts as downloaded before its first byte is sent. */
    release: {
      ...of,
      method: "POST",
      path: "/payout-files/:id/release",
      summary: "Download a payout file once",
      body: z.strictObject({ sha256 }),
      response: file.extend({ file_text: z.string() }),
      secrets: ["file_text"],
    },
    reopen: {
      ...of,
      method: "POST",
      path: "/payout-files/:id/reopen",
      summary: "Allow another download of the same payout file",
      body: z.strictObject({ reason }),
    },
    withdraw: {
      ...of,
      method: "POST",
      path: "/payout-files/:id/withdraw",
      summary: "Withdraw a payout file that was never downloaded",
    },
    match: {
      method: "POST",
      path: "/payout-files/match",
      roles: readers,
      summary: "Preview the payout outcomes in a bank file",
      body,
      largestBody: largestCsvBody,
      example,
      response: matched,
      unaudited: true,
    },
    apply: {
      method: "POST",
      path: "/payout-files/apply",
      roles: managers,
      summary: "Record the payout outcomes in a bank file",
      body,
      largestBody: largestCsvBody,
      example,
      // Null where the API cannot record an outcome: the days on which payouts were paid are then kept in Cartwright.
      response: job.nullable(),
      status: 201,
    },
  },
});
