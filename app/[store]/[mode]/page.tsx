import { Screen } from "@/app/[store]/[mode]/screen";
import { dayIn } from "@/lib/days";
import { titled } from "@/lib/i18n/titled";
import { Overview } from "./overview/overview";
import { dismissed, firstReads, isChecklistDismissed, loadOverviewAddress, shows, stepReads } from "./overview/reads";

export const generateMetadata = titled("overview.title");

export default async function OverviewPage({ params, searchParams }: PageProps<"/[store]/[mode]">) {
  const { range, checklist } = await loadOverviewAddress(searchParams);
  return (
    <Screen
      {...(await params)}
      of={["overview", "figures", "uncounted"]}
      load={({ fetch, facts, ...apis }) => {
        const today = dayIn(facts.store.timeZone, new Date());
        const steps = async () => {
          if (!shows.checklist(apis)) return;
          const kept = await fetch(dismissed(apis));
          if (checklist || !isChecklistDismissed(kept)) await Promise.all(stepReads(apis, facts.mode).map(fetch));
        };
        return Promise.all([steps(), ...firstReads(apis, range, today).map(fetch)]);
      }}
    >
      {(facts) => <Overview day={dayIn(facts.store.timeZone, new Date())} />}
    </Screen>
  );
}
