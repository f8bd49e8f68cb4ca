import { Screen } from "@/app/[store]/[mode]/screen";
import { periodOf } from "@/components/figures/period";
import { lookUpOf } from "@/components/products/remembered-products";
import { showingsOf } from "@/components/shop-reads";
import { firstTickets, ticketReads } from "@/components/tickets/ticket-reads";
import { dayIn } from "@/lib/days";
import { titled } from "@/lib/i18n/titled";
import { loadResultsFilters, resultReads, triggersIn } from "./filters";
import { ResultsView } from "./results-view";

export const generateMetadata = titled("offerResults.name");

export default async function OfferResultsPage({
  params,
  searchParams,
}: PageProps<"/[store]/[mode]/upsells/[id]/results">) {
  const id = decodeURIComponent((await params).id);
  const filters = await loadResultsFilters(searchParams);
  return (
    <Screen
      {...(await params)}
      of={["offerResults", "experiments.statuses", "upsells.title", "upsellWords", "figures", "period", "tickets"]}
      load={async ({ checkout, desk, facts, can, fetch }) => {
        const period = periodOf(filters, dayIn(facts.store.timeZone, new Date()));
        const reads = resultReads({ checkout }, id, period);
        const tickets = ticketReads({ checkout }, { range: period.range, upsell_id: id }, firstTickets);
        const allowed = can("checkout", "analytics", "upsell");
        const [results] = await Promise.all([
          allowed && fetch(reads.now),
          allowed && period.comparison && fetch(reads.before),
          fetch(checkout.upsells.get.options({ params: { id } })),
          can("checkout", "shop", "showings") && fetch(showingsOf({ checkout }, id)),
          can("checkout", "tickets", "list") && Promise.all([fetch(tickets.summary), fetch(tickets.list)]),
        ]);
        const wanted = lookUpOf(triggersIn(results || undefined));
        if (wanted.body.ids.length > 0) await fetch(desk.remembered.look_up.options(wanted));
      }}
    >
      {(facts) => <ResultsView id={id} day={dayIn(facts.store.timeZone, new Date())} />}
    </Screen>
  );
}
