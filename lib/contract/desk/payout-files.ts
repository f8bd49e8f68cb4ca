import * as z from "zod";
import { managers, readers } from "../affiliate/fields.ts";
import { defineContract } from "../define.ts";
import { csvText, job, largestCsvBody } from "./jobs.ts";
import { matchProblems } from "./payout-words.ts";

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
  becomes: z.enum(["processing", "paid", "failed"]).nullable(),
  problem: z.enum(matchProblems).nullable(),
});

const matched = z.object({
  lines: z.array(line),
  /** Column headers that were recognised; null if the file has no such column. */
  columns: z.object({ status: z.string().nullable(), amount: z.string().nullable(), currency: z.string().nullable() }),
  totals: z.array(z.object({ becomes: z.string(), currency: z.string(), amount: z.number(), payouts: z.number() })),
  complete: z.boolean(),
});

export type MatchedLine = z.infer<typeof line>;
export type MatchedFile = z.infer<typeof matched>;

const body = z.strictObject({ csv: csvText });
const example = { csv: "Reference ID,Status,Amount,Currency\npay_1,Completed,125.50,EUR" };

export const payoutFiles = defineContract({
  payout_files: {
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
      response: job,
      status: 201,
    },
  },
});
