import { openDefaultView, Screen } from "@/app/[store]/[mode]/screen";
import { periodOf } from "@/components/figures/period";
import { contactOf } from "@/components/shop-reads";
import { dayIn } from "@/lib/days";
import { titled } from "@/lib/i18n/titled";
import { AnalyticsView } from "./analytics-view";
import { firstReads, loadAnalyticsFilters } from "./filters";

export const generateMetadata = titled("analytics.title");

export default async function AnalyticsPage({ params, searchParams }: PageProps<"/[store]/[mode]/analytics">) {
  const filters = await loadAnalyticsFilters(searchParams);
  await openDefaultView(params, searchParams, "analytics");
  return (
    <Screen
      {...(await params)}
      of={["analytics", "figures", "period"]}
      load={({ fetch, facts, ...apis }) => {
        const today = dayIn(facts.store.timeZone, new Date());
        const reads = firstReads(apis, periodOf(filters, today), filters.report);
        return Promise.all([...reads.map(fetch), ...contactOf(apis, facts.mode).map(fetch)]);
      }}
    >
      {(facts) => <AnalyticsView day={dayIn(facts.store.timeZone, new Date())} />}
    </Screen>
  );
}
