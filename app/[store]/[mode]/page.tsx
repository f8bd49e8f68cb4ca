import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { dayIn } from "@/lib/days";
import { prefetchDesk } from "@/lib/server/desk-page";
import { Overview } from "./overview/overview";
import { loadOverviewRange } from "./overview/range";
import { dismissed, firstReads, isChecklistDismissed, stepReads } from "./overview/reads";

export async function generateMetadata() {
  return { title: (await getTranslations("overview"))("title") };
}

export default async function OverviewPage({ params, searchParams }: PageProps<"/[store]/[mode]">) {
  const { store, mode } = await params;
  const { range } = await loadOverviewRange(searchParams);
  const { state, facts } = await prefetchDesk(store, mode, ({ fetch, facts, ...rest }) => {
    const apis = { ...rest, extensions: facts.extensions };
    const today = dayIn(facts.store.timeZone, new Date());
    const steps = async () => {
      const kept = await fetch(dismissed(apis));
      if (!isChecklistDismissed(kept)) await Promise.all(stepReads(apis, facts.mode).map(fetch));
    };
    return Promise.all([steps(), ...firstReads(apis, range, today).map(fetch)]);
  });
  return (
    <Messages of={["overview", "figures"]}>
      <HydrationBoundary state={state}>
        <Overview day={dayIn(facts.store.timeZone, new Date())} />
      </HydrationBoundary>
    </Messages>
  );
}
