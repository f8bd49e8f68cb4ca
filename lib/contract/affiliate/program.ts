import * as z from "zod";
import { listOf, pageQuery, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { readRecord } from "../read.ts";
import { readAs } from "../read-as.ts";
import { inSchema } from "../sentences.ts";
import { managers, money, readers } from "./fields.ts";
import { programDraft, programPatch, programRules } from "./program-draft.ts";

export type { Program } from "./program-draft.ts";

/** The rules in a response, whose money may be read as such. */
const rules = programRules
  .extend({
    volume_tiers: z.array(z.looseObject({ threshold: money, rate_type: z.string(), rate: z.number() })),
    first_sale_bonus: money.nullable(),
    volume_bonuses: z.array(z.looseObject({ threshold: money, amount: money })),
    most_per_order: money.nullable(),
    most_per_month: money.nullable(),
    minimum_payout: money.nullable(),
    minimum_payouts: z.array(z.looseObject({ currency: z.string(), amount: money })),
  })
  .partial();

const programRecord = z.looseObject({
  ...rules.shape,
  version: z.number().int().optional(),
  effective_at: timestamp.optional(),
  currency: z.string().optional(),
});

export type ProgramRecord = z.infer<typeof programRecord>;

const changedRules = z.looseObject(rules.shape);

/** The rules that the version changed, as they were before and after it. */
const programVersion = z.looseObject({
  version: z.number().int(),
  state: z.string(),
  effective_at: timestamp,
  created_at: timestamp,
  created_by: z.string().nullish(),
  before: changedRules,
  after: changedRules,
});

export type ProgramVersion = z.infer<typeof programVersion>;

const one = (body: unknown) => readAs(programRecord, readRecord(body, "program"));

const dryRun = z.strictObject({
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, inSchema("month")),
  rules: programDraft,
});

const dryRunResult = z.looseObject({
  month: z.string(),
  /** Whether all orders of the month were judged. */
  complete: z.boolean(),
  orders: z.number().int(),
  /** Orders for which an affiliate's own rate wins over the rates of the rules. */
  by_own_rate: z.number().int(),
  data: z.array(
    z.looseObject({
      affiliate_id: z.string(),
      currency: z.string(),
      orders: z.number().int(),
      present: money,
      draft: money,
    }),
  ),
});

const reads = { extension: true, method: "GET", scope: "read:affiliates", roles: readers } as const;
const writes = { extension: true, scope: "write:affiliates", roles: managers } as const;

export const program = defineContract({
  program: {
    get: {
      ...reads,
      path: "/program",
      summary: "Read the rules of the program that are in force",
      response: programRecord,
      normalize: one,
    },
    update: {
      ...writes,
      method: "PATCH",
      path: "/program",
      summary: "Make a new version of the rules, now or from a later time; only the rules that are sent change",
      body: programPatch,
      example: { hold_days: 30 },
      response: programRecord,
      before: "get",
      normalize: one,
    },
    versions: {
      ...reads,
      path: "/program/versions",
      summary: "List the versions of the rules, newest first",
      query: pageQuery(25),
      response: listOf(programVersion),
    },
    withdraw: {
      ...writes,
      method: "DELETE",
      path: "/program/versions/:id",
      summary: "Withdraw a version that is not in force yet",
      response: programVersion,
      errors: [409],
    },
    preview: {
      ...writes,
      method: "POST",
      path: "/program/dry-run",
      summary: "Compute what other rules would have paid for the orders of a month, without changing anything",
      body: dryRun,
      example: { month: "2026-01", rules: { default_commission_rate: 12 } },
      response: dryRunResult,
      unaudited: true,
    },
  },
});
