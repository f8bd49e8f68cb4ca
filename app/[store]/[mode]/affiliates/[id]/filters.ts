import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs";

export const tabs = ["overview", "profile", "orders", "commissions", "payouts", "links"] as const;

/** The tab, and the page of the records in it. */
export const recordFilters = {
  tab: parseAsStringLiteral(tabs).withDefault("overview"),
  page: parseAsInteger.withDefault(1),
  per_page: parseAsInteger.withDefault(25),
  hide: parseAsArrayOf(parseAsString).withDefault([]),
};
