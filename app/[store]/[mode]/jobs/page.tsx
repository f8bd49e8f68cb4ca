import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { loadJobFilters, toQuery } from "./filters";
import { JobTable } from "./job-table";

export const unstable_dynamicStaleTime = 30;

export async function generateMetadata() {
  return { title: (await getTranslations("jobs"))("title") };
}

export default async function JobsPage({ params, searchParams }: PageProps<"/[store]/[mode]/jobs">) {
  const { store, mode } = await params;
  const query = toQuery(await loadJobFilters(searchParams));
  const { state } = await prefetchDesk(store, mode, ({ desk, fetch }) => fetch(desk.jobs.list.options({ query })));
  return (
    <Messages of={["jobs"]}>
      <HydrationBoundary state={state}>
        <JobTable />
      </HydrationBoundary>
    </Messages>
  );
}
