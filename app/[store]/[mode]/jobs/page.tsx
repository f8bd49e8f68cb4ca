import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { loadJobFilters, toQuery } from "./filters";
import { JobTable } from "./job-table";

export const unstable_dynamicStaleTime = 30;

export const generateMetadata = titled("jobs.title");

export default async function JobsPage({ params, searchParams }: PageProps<"/[store]/[mode]/jobs">) {
  const query = toQuery(await loadJobFilters(searchParams));
  return (
    <Screen {...(await params)} of={["jobs"]} load={({ desk, fetch }) => fetch(desk.jobs.list.options({ query }))}>
      <JobTable />
    </Screen>
  );
}
