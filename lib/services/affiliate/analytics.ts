import type { analytics as contract } from "../../contract/affiliate/analytics.ts";
import { maxRangeDays } from "../../contract/common.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { addDays, countDays, dayIn } from "../../days.ts";
import type { Range } from "../../ranges.ts";
import type { Context } from "../kernel/context.ts";
import { refuse } from "../kernel/refuse.ts";
import { readAffiliateMetrics, readProductMetrics } from "./metric-lists.ts";
import { readClicks } from "./read-clicks.ts";
import { readAffiliateSummary, readSummary } from "./summary.ts";

export const analytics: ResourceHandlers<(typeof contract)["analytics"], Context> = {
  async summary({ query }, context) {
    const period = rangeOf(query, context.timeZone);
    const { affiliate_id: id } = query;
    const data = await (id === undefined ? readSummary(context, period) : readAffiliateSummary(context, id, period));
    return { data, period };
  },

  async affiliates({ query }, context) {
    const period = rangeOf(query, context.timeZone);
    return { ...(await readAffiliateMetrics(context, query, period)), period };
  },

  async products({ query }, context) {
    const period = rangeOf(query, context.timeZone);
    return { ...(await readProductMetrics(context, query, period)), period };
  },

  async clicks({ query }, context) {
    return readClicks(context, query);
  },
};

type Asked = { start_date?: string | undefined; end_date?: string | undefined };

const usualDays = 30;

/** The contract has validated a range with two days. */
function rangeOf({ start_date, end_date }: Asked, timeZone: string): Range {
  const end = end_date ?? dayIn(timeZone, new Date());
  const start = start_date ?? addDays(end, 1 - usualDays);
  if (start > end) refuse([{ field: "start_date", message: "Must not be after today." }]);
  if (countDays(start, end) > maxRangeDays) {
    refuse([{ field: "start_date", message: `Must be at most ${maxRangeDays} days ago if end_date is left out.` }]);
  }
  return { start, end };
}
