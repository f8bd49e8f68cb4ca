import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { affiliateLookUp } from "@/components/affiliates/affiliate-names";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { loadPayoutFilters, toEntryQuery, toPayoutQuery } from "./filters";
import { PayoutsView } from "./payouts-view";

export const unstable_dynamicStaleTime = 30;

export async function generateMetadata() {
  return { title: (await getTranslations("payouts"))("title") };
}

export default async function PayoutsPage({ params, searchParams }: PageProps<"/[store]/[mode]/payouts">) {
  const { store, mode } = await params;
  const filters = await loadPayoutFilters(searchParams);
  const { state } = await prefetchDesk(store, mode, async ({ affiliate, desk, fetch, facts }) => {
    const counts = fetch(desk.payouts.counts.options());
    if (filters.view === "ours") {
      await fetch(desk.payouts.list.options({ query: toEntryQuery(filters) }));
    } else {
      const query = toPayoutQuery(filters, facts.extensions.affiliate);
      const list = await fetch(affiliate.payouts.list.options({ query }));
      const wanted = affiliateLookUp([...(list?.data.map((row) => row.affiliate_id) ?? []), filters.affiliate]);
      if (wanted.body.ids.length > 0) await fetch(desk.affiliate_names.look_up.options(wanted));
    }
    await counts;
  });
  return (
    <Messages of={["payouts", "program"]}>
      <HydrationBoundary state={state}>
        <PayoutsView />
      </HydrationBoundary>
    </Messages>
  );
}
