import { HydrationBoundary } from "@tanstack/react-query";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { periodOf } from "@/components/figures/period";
import { Messages } from "@/components/messages";
import { dayIn } from "@/lib/days";
import { openDesk, prefetchDesk } from "@/lib/server/desk-page";
import { defaultQuery } from "@/lib/server/views";
import { AnalyticsView } from "./analytics-view";
import { loadAnalyticsFilters } from "./filters";
import { firstReads } from "./reads";

export async function generateMetadata() {
  return { title: (await getTranslations("analytics"))("title") };
}

export default async function AnalyticsPage({ params, searchParams }: PageProps<"/[store]/[mode]/analytics">) {
  const { store, mode } = await params;
  const filters = await loadAnalyticsFilters(searchParams);
  if (Object.keys(await searchParams).length === 0) {
    const query = await defaultQuery((await openDesk(store, mode)).membership, "analytics");
    if (query) redirect(`/${store}/${mode}/analytics?${query}`);
  }
  const { state, facts } = await prefetchDesk(store, mode, ({ fetch, facts, ...apis }) => {
    const today = dayIn(facts.store.timeZone, new Date());
    const { extensions } = facts;
    return Promise.all(firstReads({ ...apis, extensions }, periodOf(filters, today), filters.report).map(fetch));
  });
  return (
    <Messages of={["analytics", "figures", "period"]}>
      <HydrationBoundary state={state}>
        <AnalyticsView day={dayIn(facts.store.timeZone, new Date())} />
      </HydrationBoundary>
    </Messages>
  );
}
