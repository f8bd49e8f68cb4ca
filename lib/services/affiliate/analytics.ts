import type { analytics as contract } from "../../contract/affiliate/analytics.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { Context } from "../kernel/context.ts";
import { readClicks } from "./clicks.ts";
import { readAffiliateMetrics, readProductMetrics } from "./metric-lists.ts";
import { rangeOf } from "./range.ts";
import { readSummary } from "./summary.ts";

export const analytics: ResourceHandlers<(typeof contract)["analytics"], Context> = {
  async summary({ query }, context) {
    const period = rangeOf(query, context.timeZone);
    return { data: await readSummary(context, period), period };
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
