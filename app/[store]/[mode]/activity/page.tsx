import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { ActivityTable } from "./activity-table";
import { loadActivityFilters, toActivityQuery } from "./filters";

export const unstable_dynamicStaleTime = 30;

export const generateMetadata = titled("activity.title");

export default async function ActivityPage({ params, searchParams }: PageProps<"/[store]/[mode]/activity">) {
  const filters = await loadActivityFilters(searchParams);
  return (
    <Screen
      {...(await params)}
      of={["activity"]}
      load={({ desk, facts, fetch }) =>
        fetch(desk.audit.list.options({ query: toActivityQuery(filters, facts.timeZone) }))
      }
    >
      <ActivityTable />
    </Screen>
  );
}
