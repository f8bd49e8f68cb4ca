import * as z from "zod";
import {
  day,
  isRange,
  isShortRange,
  longRangeError,
  oneOf,
  pageQuery,
  period,
  rangeDay,
  rangeError,
  timestamp,
} from "../common.ts";
import { defineContract } from "../define.ts";
import { byKey, money, monthName, page, told } from "./fields.ts";
import { commissionStates, payoutStates } from "./words.ts";

const balance = z.object({
  currency: z.string(),
  /** Waits for the manager’s decision. */
  in_review: money,
  /** Approved and not paid yet; negative if more was taken back than earned since. */
  owed: money,
  on_its_way: money,
  paid: money,
});

export const commission = z.object({
  id: z.string(),
  at: told(timestamp),
  type: z.string(),
  state: z.enum(commissionStates),
  amount: told(money),
  sale: told(money),
  currency: told(z.string()),
  /** Before this time, the commission is not paid, because the customer can still return the order. */
  clears_at: told(timestamp),
  reason: told(z.string()),
});

export const payout = z.object({
  id: z.string(),
  at: told(timestamp),
  state: z.enum(payoutStates),
  amount: told(money),
  currency: told(z.string()),
  method: told(z.string()),
  reference: told(z.string()),
  paid_at: told(timestamp),
  /** When the bank paid the money back. */
  returned_at: told(timestamp),
  /** When its state changed last, as far as the API tells. */
  changed_at: told(timestamp),
  failure: told(z.string()),
});

const statement = z.object({
  month: z.string(),
  currencies: z.array(z.object({ currency: z.string(), earned: money, taken_back: money, paid: money })),
  commissions: z.array(commission),
  payouts: z.array(payout),
});

const figures = { clicks: z.number().int().nullable(), orders: z.number().int() };
const earned = z.array(z.object({ currency: z.string(), amount: money }));

const performance = z.object({
  period,
  ...figures,
  commissions: earned,
  days: z.array(z.object({ day, ...figures, commissions: earned })),
});

export type PartnerBalance = z.infer<typeof balance>;
export type PartnerCommission = z.infer<typeof commission>;
export type PartnerPayout = z.infer<typeof payout>;
export type Statement = z.infer<typeof statement>;
export type PartnerPerformance = z.infer<typeof performance>;

export const partnerMoney = defineContract({
  earnings: {
    get: {
      ...byKey,
      path: "/earnings",
      summary: "Read what is in review, owed and paid, by currency",
      response: z.object({ currencies: z.array(balance) }),
    },
  },
  commissions: {
    list: {
      ...byKey,
      path: "/commissions",
      summary: "List your commissions",
      query: pageQuery(25).extend({ status: oneOf(["pending", "approved", "rejected"]).optional() }),
      response: page(commission),
    },
  },
  payouts: {
    list: {
      ...byKey,
      path: "/payouts",
      summary: "List your payouts",
      query: pageQuery(25),
      response: page(payout),
    },
  },
  statements: {
    get: {
      ...byKey,
      path: "/statements/:month",
      params: z.object({ month: monthName }),
      summary: "Read the statement of a month (YYYY-MM)",
      response: statement,
    },
    csv: {
      ...byKey,
      path: "/statements/:month/csv",
      params: z.object({ month: monthName }),
      summary: "Download the statement of a month as a CSV file",
      response: z.instanceof(Response),
    },
  },
  performance: {
    get: {
      ...byKey,
      path: "/performance",
      summary: "Read clicks, orders and commissions by day",
      query: z
        .object({ start_date: rangeDay.optional(), end_date: rangeDay.optional() })
        .refine(isRange, rangeError)
        .refine(isShortRange, longRangeError),
      response: performance,
    },
  },
});
