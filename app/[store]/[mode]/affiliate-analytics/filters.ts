import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { type ChangeOf, type Period, periodFilters } from "@/components/figures/period";
import { pageFilters, toPage } from "@/components/lists/table-address";
import type { Desk } from "@/lib/api/desk";
import { lastClickPage } from "@/lib/contract/affiliate/analytics-words";
import type { Range } from "@/lib/ranges";
import { figureNames } from "./figures";

export const reports = ["affiliates", "products", "clicks"] as const;

export const affiliateAnalyticsFilters = {
  ...periodFilters,
  currency: parseAsString,
  figure: parseAsStringLiteral(figureNames).withDefault("revenue"),
  report: parseAsStringLiteral(reports).withDefault("affiliates"),
  status: parseAsString.withDefault(""),
  affiliate: parseAsString.withDefault(""),
  link: parseAsString.withDefault(""),
  sort: parseAsString,
  order: parseAsStringLiteral(["asc", "desc"] as const).withDefault("desc"),
  ...pageFilters,
};

export type AffiliateAnalyticsFilters = inferParserType<typeof affiliateAnalyticsFilters>;
export type AffiliatePanelProps = {
  filters: AffiliateAnalyticsFilters;
  period: Period;
  onChange: ChangeOf<AffiliateAnalyticsFilters>;
};

export const loadAffiliateAnalyticsFilters = createLoader(affiliateAnalyticsFilters);

const firstSort = { affiliates: "revenue", products: "revenue", clicks: "created_at" } as const;

/** The breakdown is in the currency of the figures above it. With only one currency there is nothing to select. */
export function inCurrency(
  filters: AffiliateAnalyticsFilters,
  currencies: readonly string[],
): AffiliateAnalyticsFilters {
  const [first = null] = currencies.length > 1 ? currencies : [];
  const { currency } = filters;
  return {
    ...filters,
    currency: first !== null && currency !== null && currencies.includes(currency) ? currency : first,
  };
}

/** The words of the address are cast instead of refused, because the API validates them. */
export function toQuery(filters: AffiliateAnalyticsFilters, { range }: Period, has: Desk["has"]) {
  const { report, status, affiliate, link, sort, order, currency } = filters;
  const { page, per_page } = toPage(filters);
  return {
    page:
      report === "clicks" && has("affiliate", "analytics", "clicks", "cursor") ? Math.min(lastClickPage, page) : page,
    per_page,
    ...(status && { status: status as never }),
    sort: (has("affiliate", "analytics", report, "start_date") ? (sort ?? firstSort[report]) : "created_at") as never,
    order,
    start_date: range.start,
    end_date: range.end,
    ...(report !== "clicks" && currency && { currency }),
    ...(report === "clicks" && affiliate && { affiliate_id: affiliate }),
    ...(report === "clicks" && link && { link_id: link }),
  };
}

export const summaryOf = ({ affiliate }: Pick<Desk, "affiliate">, { start, end }: Range) =>
  affiliate.analytics.summary.options({ query: { start_date: start, end_date: end } });
