import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { ExperimentView } from "./experiment-view";
import { listed, notesTo, openedParts, plans, readingsOf, resultsOf, single } from "./reads";

export async function generateMetadata() {
  return { title: (await getTranslations("experiments"))("one") };
}

export default async function ExperimentPage({ params }: PageProps<"/[store]/[mode]/experiments/[id]">) {
  const { store, mode, id: encoded } = await params;
  const id = decodeURIComponent(encoded);
  const { state } = await prefetchDesk(store, mode, ({ fetch, facts, ...clients }) => {
    const apis = { ...clients, extensions: facts.extensions };
    return Promise.all([
      facts.extensions.checkout ? fetch(single(apis, id)) : fetch(listed(apis)),
      fetch(resultsOf(apis, id)),
      fetch(plans(apis)),
      fetch(notesTo(apis, id)),
      fetch(readingsOf(apis, id)),
      fetch(openedParts(apis)),
    ]);
  });
  return (
    <Messages of={["experiments"]}>
      <HydrationBoundary state={state}>
        <ExperimentView id={id} />
      </HydrationBoundary>
    </Messages>
  );
}
