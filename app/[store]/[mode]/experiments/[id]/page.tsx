import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { notesTo, openedParts, plans, readingsOf, resultsOf, single } from "../reads";
import { ExperimentView } from "./experiment-view";

export const generateMetadata = titled("experiments.one");

export default async function ExperimentPage({ params }: PageProps<"/[store]/[mode]/experiments/[id]">) {
  const id = decodeURIComponent((await params).id);
  return (
    <Screen
      {...(await params)}
      of={["experiments", "plannedExperiments", "experimentPlan", "audience", "upsellWords", "bundleWords", "form"]}
      load={({ fetch, ...apis }) => {
        const own = async () => {
          const one = await fetch(single(apis, id));
          if (!one?.plan) await Promise.all([fetch(plans(apis)), fetch(readingsOf(apis, id))]);
        };
        return Promise.all([own(), fetch(resultsOf(apis, id)), fetch(notesTo(apis, id)), fetch(openedParts(apis))]);
      }}
    >
      <ExperimentView id={id} />
    </Screen>
  );
}
