import { openDefaultView, Screen } from "@/app/[store]/[mode]/screen";
import { contactOf } from "@/components/shop-reads";
import { dayIn } from "@/lib/days";
import { titled } from "@/lib/i18n/titled";
import { ExperimentTable } from "./experiment-table";
import { loadExperimentFilters, toQuery } from "./filters";

export const generateMetadata = titled("experiments.title");

export default async function ExperimentsPage({ params, searchParams }: PageProps<"/[store]/[mode]/experiments">) {
  const filters = await loadExperimentFilters(searchParams);
  await openDefaultView(params, searchParams, "experiments");
  // The first paint shows stored readings; results are fetched later for the rows on screen.
  return (
    <Screen
      {...(await params)}
      of={["experiments"]}
      load={({ checkout, desk, can, has, facts, fetch }) =>
        Promise.all([
          fetch(checkout.experiments.list.options({ query: toQuery(filters) })),
          fetch(desk.history.latest.options()),
          fetch(desk.experiment_plans.list.options()),
          ...contactOf({ checkout, can, has }, facts.mode).map(fetch),
        ])
      }
    >
      {(facts) => <ExperimentTable day={dayIn(facts.store.timeZone, new Date())} />}
    </Screen>
  );
}
