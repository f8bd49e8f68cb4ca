import * as z from "zod";
import { day, directions, extra, oneOf, pageQuery, recordId } from "../common.ts";
import { inSchema } from "../sentences.ts";

// The affiliate specification shows no fields, values or scopes, so all but paths and list parameters is our choice.

export const readers = ["owner", "affiliate_manager", "analyst"] as const;
export const managers = ["owner", "affiliate_manager"] as const;

/** The list parameters of the specification. The default order is `created_at`, newest first. It shows only some sorts of some lists. */
export const listQuery = <const St extends readonly string[], const So extends readonly string[]>(
  statuses: St,
  sorts: So,
  specified: readonly So[number][] = sorts,
) =>
  pageQuery(25).extend({
    status: oneOf(statuses).optional().describe("Only records with this status."),
    created_after: day.optional().describe("Only records created on or after this day (YYYY-MM-DD, in UTC)."),
    sort: oneOf(sorts)
      .optional()
      .meta({
        extension: sorts.filter((sort) => !specified.includes(sort)),
        description: "Field by which the list is sorted.",
      }),
    order: oneOf(directions).optional().describe("Sort direction."),
  });

export const ofAffiliate = extra(recordId, "Only records of this affiliate.");

// Money is in whole minor units; for another API, in the unit that its connection states, see `lib/money.ts`. A rate is
// money if its type is `fixed`.
export { money } from "../read-as.ts";
export const moneyFields: readonly string[] = [
  "total_revenue",
  "total_commissions",
  "unpaid_balance",
  "pending_balance",
  "minimum_payout",
  "effective_minimum_payout",
  "first_sale_bonus",
  "most_per_order",
  "most_per_month",
  "present",
  "draft",
  "limit",
  "taken",
  "volume",
  "threshold",
  "subtotal",
  "discount",
  "tax",
  "shipping",
  "total",
  "refunded_amount",
  "unit_price",
  "amount",
  "sale_amount",
  "commission_amount",
  "order_total",
  "refunded",
  "base",
  "already_counted",
  "revenue",
  "commissions",
  "pending_commissions",
  "approved_commissions",
  "paid_commissions",
  "clawed_back",
  "reserved",
  "average_order_value",
  "epc",
];

const minorUnits = inSchema("minor");

/** Money in a request. The upper limit keeps sums within exact integers. */
export const amount = z.number({ error: minorUnits }).int(minorUnits).min(0, minorUnits).max(1_000_000_000_000);

/** Percent (15 is 15 %) for the type `percentage`, minor units for `fixed`. */
export const rate = z
  .number({ error: inSchema("number") })
  .min(0, inSchema("notNegative"))
  .max(1_000_000_000);

export function isRate(type: string | undefined, value: number | undefined): boolean {
  return type !== "percentage" || value === undefined || value <= 100;
}
