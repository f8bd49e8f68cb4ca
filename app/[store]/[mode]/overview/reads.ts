import { keepPreviousData } from "@tanstack/react-query";
import { createLoader, parseAsBoolean, parseAsStringLiteral } from "nuqs/server";
import { daysReadOf, metricsOf, ofClosedDays, totalsOf } from "@/components/figures/figure-reads";
import { shopContact } from "@/components/shop-reads";
import type { Desk } from "@/lib/api/desk";
import { addDays } from "@/lib/days";
import { type Preset, previousOf, type Range, rangeOf } from "@/lib/ranges";
import { summaryOf } from "../affiliate-analytics/filters";
import { reportOf } from "../analytics/filters";
import { type Arrangement, type PanelName, readArrangement } from "./arrangement";

type Apis = Pick<Desk, "checkout" | "affiliate" | "desk" | "can" | "has">;

type Read = { queryKey: readonly unknown[] };

// Server and browser build the same reads, so that both use the same cache entries.

const one = { per_page: 1 };

/** Lists are sorted newest first. A list of one row is the smallest request that returns the total. */
export const allOffers = ({ checkout }: Apis) => checkout.upsells.list.options({ query: one });
export const activeOffers = ({ checkout }: Apis) =>
  checkout.upsells.list.options({ query: { ...one, status: "active" } });
export const anyBundle = ({ checkout }: Apis) => checkout.bundles.list.options({ query: one });
export const anyAffiliate = ({ affiliate }: Apis) => affiliate.affiliates.list.options({ query: one });
export const pendingCommissions = ({ affiliate }: Apis) =>
  affiliate.commissions.list.options({ query: { ...one, status: "pending" } });
/** Besides what affiliates brought in the period, this has the balances of all time. */
export const brought = (apis: Apis, range: Range) => ({
  ...summaryOf(apis, range),
  placeholderData: keepPreviousData,
});

export const paid = ({ desk }: Apis) => desk.payouts.counts.options();

export const experiments = ({ checkout }: Apis) => checkout.experiments.list.options({ query: { per_page: 100 } });
export const readings = ({ desk }: Apis) => desk.history.latest.options();
export const experimentPlans = ({ desk }: Apis) => desk.experiment_plans.list.options();
export const endpoints = ({ checkout }: Apis) => checkout.webhooks.list.options({ query: { per_page: 100 } });
export const notices = ({ checkout }: Apis) => checkout.notices.list.options({ query: { per_page: 5 } });
export const performance = (apis: Apis, name: OverviewRange, today: string) => ({
  ...reportOf(apis, "upsell_performance", rangeOf(name, today)),
  ...freshnessOf(name),
});
export const latestOrders = ({ checkout }: Apis) => checkout.orders.list.options({ query: { per_page: 5 } });
export const arranged = ({ desk }: Apis) => desk.personal.list.options({ params: { kind: "arranged" } });
export const dismissed = ({ desk }: Apis) => desk.personal.list.options({ params: { kind: "dismissed" } });
export const testedWebhooks = ({ desk }: Apis, mode: "live" | "sandbox") =>
  desk.audit.list.options({ query: { operation: "webhooks.test", outcome: "ok", mode, per_page: 1 } });

export const shows = {
  shop: ({ can }: Apis) => can("checkout", "shop", "contact"),
  checklist: ({ can }: Apis) => can("checkout", "upsells", "create"),
  figures: ({ can }: Apis) => can("checkout", "analytics", "metrics"),
  offers: ({ can, has }: Apis) => has("checkout", "shop", "contact") && can("checkout", "upsells", "list"),
  experiments: ({ can }: Apis) => can("checkout", "experiments", "list"),
  endpoints: ({ can, has }: Apis) =>
    has("checkout", "webhooks", "list", "health") && can("checkout", "webhooks", "list"),
  payouts: ({ can }: Apis) => can("desk", "payouts", "counts"),
  commissions: ({ can }: Apis) => can("affiliate", "commissions", "list"),
  worth: ({ can, has }: Apis) =>
    has("affiliate", "analytics", "summary", "start_date") && can("affiliate", "analytics", "summary"),
};

const allowed: Record<PanelName, (apis: Apis) => boolean> = {
  figures: shows.figures,
  waiting: (apis) =>
    [shows.payouts, shows.commissions, shows.experiments, shows.endpoints, shows.offers].some((part) => part(apis)),
  revenue: shows.figures,
  offers: ({ can }) => can("checkout", "analytics", "report"),
  experiments: shows.experiments,
  orders: ({ can, has }) => has("checkout", "orders", "list", "placed_at") && can("checkout", "orders", "list"),
  affiliates: ({ can }) => can("affiliate", "analytics", "summary"),
};

export const thisScreen = "overview";

type Kept = { data: readonly { id: string; label: string | null }[] } | undefined;

/** What the role may see, as the person has arranged it. */
export function arrangementOf(apis: Apis, kept: Kept): Arrangement {
  const text = kept?.data.find(({ id }) => id === thisScreen)?.label ?? "";
  return readArrangement(text).filter(({ name }) => allowed[name](apis));
}

export const shownIn = (arrangement: Arrangement): PanelName[] =>
  arrangement.flatMap(({ name, hidden }) => (hidden ? [] : [name]));

type Shown = { name: OverviewRange; today: string; panels: readonly PanelName[] };

export function firstReads(apis: Apis, { name, today, panels }: Shown): Read[] {
  const range = rangeOf(name, today);
  const freshness = freshnessOf(name);
  const wants = (...names: PanelName[]) => names.some((one) => panels.includes(one));
  const waits = wants("waiting");
  return [
    ...(wants("figures", "revenue")
      ? [{ ...metricsOf(apis, range), ...freshness }, daysReadOf(apis, daysShown(name, today), freshness)]
      : []),
    ...(wants("figures") ? [{ ...totalsOf(apis, previousOf(range).range), ...ofClosedDays }] : []),
    ...(shows.shop(apis) ? [shopContact(apis)] : []),
    ...(waits && shows.offers(apis) ? [allOffers(apis), activeOffers(apis)] : []),
    ...(wants("experiments") || (waits && shows.experiments(apis))
      ? [experiments(apis), readings(apis), experimentPlans(apis)]
      : []),
    ...(waits && shows.endpoints(apis) ? [endpoints(apis), notices(apis)] : []),
    ...(waits && shows.payouts(apis) ? [paid(apis)] : []),
    ...(waits && shows.commissions(apis) ? [pendingCommissions(apis)] : []),
    ...(wants("affiliates") || (waits && shows.worth(apis)) ? [brought(apis, range)] : []),
    ...(wants("offers") ? [performance(apis, name, today)] : []),
    ...(wants("orders") ? [latestOrders(apis)] : []),
  ];
}

/** Only today's figures still change. */
export const freshnessOf = (name: OverviewRange) =>
  name === "today" ? { placeholderData: keepPreviousData } : ofClosedDays;

export function stepReads(apis: Apis, mode: "live" | "sandbox"): Read[] {
  return [
    apis.has("checkout", "shop", "contact") ? shopContact(apis) : apis.desk.connections.list.options(),
    ...(apis.can("checkout", "upsells", "list") ? [allOffers(apis)] : []),
    ...(apis.can("checkout", "bundles", "list") ? [anyBundle(apis)] : []),
    ...(apis.can("affiliate", "affiliates", "list") ? [anyAffiliate(apis)] : []),
    testedWebhooks(apis, mode),
  ];
}

/** What the demo shop makes has these IDs, and affiliates whose addresses nobody can have. */
export const isOfDemo = ({ id, email = "" }: { id: string; email?: string | undefined }): boolean =>
  /^(ups|bun)_demo\d+$/.test(id) || email.endsWith(".example");

export const checklist = "checklist";

export const isChecklistDismissed = (kept: { data: readonly { id: string }[] } | undefined): boolean =>
  kept?.data.some(({ id }) => id === checklist) ?? false;

/** Longer ranges are whole weeks, so that the previous period has the same weekdays. */
export const overviewRanges = ["today", "7d", "28d", "91d", "364d"] as const satisfies readonly Preset[];
export type OverviewRange = (typeof overviewRanges)[number];

export const overviewAddress = {
  range: parseAsStringLiteral(overviewRanges).withDefault("28d"),
  /** Shows the checklist to a person who has hidden it. */
  checklist: parseAsBoolean.withDefault(false),
};

export const loadOverviewAddress = createLoader(overviewAddress);

/** Sparklines show the days of the range, or for today the two weeks that end with it. */
export function daysShown(name: OverviewRange, today: string): Range {
  return name === "today" ? { start: addDays(today, -13), end: today } : rangeOf(name, today);
}
