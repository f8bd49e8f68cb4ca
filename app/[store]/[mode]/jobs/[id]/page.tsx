import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { loadItemFilters, toQuery } from "../filters";
import { JobView } from "./job-view";

export async function generateMetadata() {
  return { title: (await getTranslations("jobs"))("one") };
}

export default async function JobPage({ params, searchParams }: PageProps<"/[store]/[mode]/jobs/[id]">) {
  const { store, mode, id } = await params;
  const query = toQuery(await loadItemFilters(searchParams));
  const { state } = await prefetchDesk(store, mode, ({ desk, fetch }) =>
    Promise.all([
      fetch(desk.jobs.get.options({ params: { id } })),
      fetch(desk.jobs.items.options({ params: { id }, query })),
    ]),
  );
  return (
    <Messages of={["jobs"]}>
      <HydrationBoundary state={state}>
        <JobView id={id} />
      </HydrationBoundary>
    </Messages>
  );
}
