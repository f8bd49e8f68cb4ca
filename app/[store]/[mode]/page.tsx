import { Screen } from "@/app/[store]/[mode]/screen";
import { dayIn } from "@/lib/days";
import { titled } from "@/lib/i18n/titled";
import { Overview } from "./overview/overview";
import {
  arranged,
  arrangementOf,
  dismissed,
  firstReads,
  isChecklistDismissed,
  loadOverviewAddress,
  shownIn,
  shows,
  stepReads,
} from "./overview/reads";

export const generateMetadata = titled("overview.title");

const texts = [
  "overview",
  "figures",
  "uncounted",
  "orders.columns",
  "orders.list",
  "orders.placed",
  "orders.cancelled",
  "orders.refunded",
  "orders.unconfirmed",
  "experiments.new",
  "experiments.columns",
  "experiments.statuses",
  "experiments.paused",
  "experiments.short",
  "experiments.quoted",
  "experiments.bounds",
  "experiments.metrics",
  "experiments.notComputable",
  "affiliateAnalytics.figures",
  "affiliateAnalytics.noPeriod",
] as const;

export default async function OverviewPage({ params, searchParams }: PageProps<"/[store]/[mode]">) {
  const { range: name, checklist } = await loadOverviewAddress(searchParams);
  return (
    <Screen
      {...(await params)}
      of={texts}
      load={({ fetch, facts, ...apis }) => {
        const today = dayIn(facts.store.timeZone, new Date());
        const steps = async () => {
          if (!shows.checklist(apis)) return;
          const kept = await fetch(dismissed(apis));
          if (checklist || !isChecklistDismissed(kept)) await Promise.all(stepReads(apis, facts.mode).map(fetch));
        };
        const panels = async () => {
          const shown = shownIn(arrangementOf(apis, await fetch(arranged(apis))));
          await Promise.all(firstReads(apis, { name, today, panels: shown }).map(fetch));
        };
        return Promise.all([steps(), panels()]);
      }}
    >
      {(facts) => <Overview day={dayIn(facts.store.timeZone, new Date())} />}
    </Screen>
  );
}
