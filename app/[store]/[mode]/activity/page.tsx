import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { ActivityTable } from "./activity-table";
import { loadActivityFilters, toActivityQuery } from "./filters";

export const unstable_dynamicStaleTime = 30;

export async function generateMetadata() {
  return { title: (await getTranslations("activity"))("title") };
}

export default async function ActivityPage({ params, searchParams }: PageProps<"/[store]/[mode]/activity">) {
  const { store, mode } = await params;
  const filters = await loadActivityFilters(searchParams);
  const { state } = await prefetchDesk(store, mode, ({ desk, facts, fetch }) =>
    fetch(desk.audit.list.options({ query: toActivityQuery(filters, facts.timeZone) })),
  );
  return (
    <Messages of={["activity"]}>
      <HydrationBoundary state={state}>
        <ActivityTable />
      </HydrationBoundary>
    </Messages>
  );
}
