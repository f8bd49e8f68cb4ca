import * as z from "zod";
import { listOf, oneOf, pageQuery, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { type Raw, readList } from "../read.ts";
import { readAs } from "../read-as.ts";
import { money, readers } from "./fields.ts";
import { riskDays, riskSigns } from "./risk-words.ts";

// The specification has no signs of fraud by affiliate, so all of this is our extension.

/** Signs point out what a manager should look at. They never decide. */
const sign = z.looseObject({
  code: z.string(),
  severity: z.enum(["low", "medium", "high"]),
  evidence: z.record(z.string(), z.unknown()),
});

const risk = z.looseObject({
  affiliate_id: z.string(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  email: z.string().optional(),
  status: z.string().optional(),
  signs: z.array(sign),
  /** Of all time, without clawbacks that were approved. */
  pending: z.array(z.looseObject({ currency: z.string(), amount: money })),
  pending_count: z.number().int(),
  /** Pending commissions that a person has put on hold, and the time from which all of them can be paid. */
  held_count: z.number().int(),
  held_until: timestamp.nullable(),
});

export type Risk = z.infer<typeof risk>;
export type Sign = z.infer<typeof sign>;

export const risks = defineContract({
  risks: {
    list: {
      extension: true,
      method: "GET",
      path: "/risks",
      scope: "read:affiliate_analytics",
      roles: readers,
      summary: "List affiliates with signs of fraud, the most severe and expensive first",
      query: pageQuery(25).extend({
        days: oneOf(riskDays).optional().describe("Length of the period, which ends today: 30 days by default."),
        sign: oneOf(riskSigns).optional().describe("Only affiliates with this sign."),
      }),
      response: listOf(risk),
      normalize: (body) => readList(body, "risks", (raw: Raw) => readAs(risk, raw)),
    },
  },
});
