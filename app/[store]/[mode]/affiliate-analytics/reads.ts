import type { Period } from "@/components/figures/period";
import type { Desk } from "@/lib/api/desk";
import type { Range } from "@/lib/ranges";
import { type AffiliateAnalyticsFilters, toQuery } from "./filters";

type Apis = Pick<Desk, "affiliate" | "extensions">;

/** Another API is asked without a period, because its specification shows none. */
export const summaryOf = ({ affiliate, extensions }: Apis, { start, end }: Range) =>
  affiliate.analytics.summary.options(extensions.affiliate ? { query: { start_date: start, end_date: end } } : {});

export const affiliatesOf = ({ affiliate, extensions }: Apis, filters: AffiliateAnalyticsFilters, period: Period) =>
  affiliate.analytics.affiliates.options({ query: toQuery(filters, period, extensions.affiliate) });
export const productsOf = ({ affiliate, extensions }: Apis, filters: AffiliateAnalyticsFilters, period: Period) =>
  affiliate.analytics.products.options({ query: toQuery(filters, period, extensions.affiliate) });
export const clicksOf = ({ affiliate, extensions }: Apis, filters: AffiliateAnalyticsFilters, period: Period) =>
  affiliate.analytics.clicks.options({ query: toQuery(filters, period, extensions.affiliate) });
