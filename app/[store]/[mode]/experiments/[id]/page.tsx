import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { listed, notesTo, openedParts, plans, readingsOf, resultsOf, single } from "../reads";
import { ExperimentView } from "./experiment-view";

export const generateMetadata = titled("experiments.one");

export default async function ExperimentPage({ params }: PageProps<"/[store]/[mode]/experiments/[id]">) {
  const id = decodeURIComponent((await params).id);
  return (
    <Screen
      {...(await params)}
      of={["experiments", "plannedExperiments", "experimentPlan", "upsellWords", "bundleWords", "form"]}
      load={({ fetch, facts, ...clients }) => {
        const apis = { ...clients, extensions: facts.extensions };
        const experiment = facts.extensions.checkout
          ? fetch(single(apis, id))
          : fetch(listed(apis)).then(() => undefined);
        return Promise.all([
          experiment.then((one) => one?.plan || Promise.all([fetch(plans(apis)), fetch(readingsOf(apis, id))])),
          fetch(resultsOf(apis, id)),
          fetch(notesTo(apis, id)),
          fetch(openedParts(apis)),
        ]);
      }}
    >
      <ExperimentView id={id} />
    </Screen>
  );
}
