import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { loadItemFilters, toQuery } from "../filters";
import { JobView } from "./job-view";

export const generateMetadata = titled("jobs.one");

export default async function JobPage({ params, searchParams }: PageProps<"/[store]/[mode]/jobs/[id]">) {
  const { id } = await params;
  const query = toQuery(await loadItemFilters(searchParams));
  return (
    <Screen
      {...(await params)}
      of={["jobs"]}
      load={({ desk, fetch }) =>
        Promise.all([
          fetch(desk.jobs.get.options({ params: { id } })),
          fetch(desk.jobs.items.options({ params: { id }, query })),
        ])
      }
    >
      <JobView id={id} />
    </Screen>
  );
}
