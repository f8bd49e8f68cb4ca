import { HydrationBoundary } from "@tanstack/react-query";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { dayIn } from "@/lib/days";
import { openDesk, prefetchDesk } from "@/lib/server/desk-page";
import { defaultQuery } from "@/lib/server/views";
import { ExperimentTable } from "./experiment-table";
import { loadExperimentFilters, toQuery } from "./filters";

export async function generateMetadata() {
  return { title: (await getTranslations("experiments"))("title") };
}

export default async function ExperimentsPage({ params, searchParams }: PageProps<"/[store]/[mode]/experiments">) {
  const { store, mode } = await params;
  const filters = await loadExperimentFilters(searchParams);
  if (Object.keys(await searchParams).length === 0) {
    const query = await defaultQuery((await openDesk(store, mode)).membership, "experiments");
    if (query) redirect(`/${store}/${mode}/experiments?${query}`);
  }
  // The first paint shows stored readings; results are fetched later for the rows on screen.
  const { state, facts } = await prefetchDesk(store, mode, ({ checkout, desk, fetch, facts }) =>
    Promise.all([
      fetch(checkout.experiments.list.options({ query: toQuery(filters, facts.extensions.checkout) })),
      fetch(desk.history.latest.options()),
      fetch(desk.experiment_plans.list.options()),
    ]),
  );
  return (
    <Messages of={["experiments"]}>
      <HydrationBoundary state={state}>
        <ExperimentTable day={dayIn(facts.store.timeZone, new Date())} />
      </HydrationBoundary>
    </Messages>
  );
}
