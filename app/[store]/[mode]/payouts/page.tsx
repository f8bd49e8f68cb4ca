import { Screen } from "@/app/[store]/[mode]/screen";
import { affiliateLookUp } from "@/components/affiliates/affiliate-names";
import { titled } from "@/lib/i18n/titled";
import { loadPayoutFilters, toEntryQuery, toPayoutQuery } from "./filters";
import { PayoutsView } from "./payouts-view";

export const unstable_dynamicStaleTime = 30;

export const generateMetadata = titled("payouts.title");

export default async function PayoutsPage({ params, searchParams }: PageProps<"/[store]/[mode]/payouts">) {
  const filters = await loadPayoutFilters(searchParams);
  return (
    <Screen
      {...(await params)}
      of={["payouts", "program"]}
      load={async ({ affiliate, desk, can, fetch }) => {
        const counts = Promise.all([
          fetch(desk.payouts.counts.options()),
          can("desk", "payout_files", "waiting") && fetch(desk.payout_files.waiting.options()),
        ]);
        if (filters.view === "ours") {
          const { batch } = filters;
          await Promise.all([
            fetch(desk.payouts.list.options({ query: toEntryQuery(filters) })),
            batch && can("desk", "payout_files", "list") && fetch(desk.payout_files.list.options({ query: { batch } })),
          ]);
        } else {
          const query = toPayoutQuery(filters);
          const list = await fetch(affiliate.payouts.list.options({ query }));
          const wanted = affiliateLookUp([...(list?.data.map((row) => row.affiliate_id) ?? []), filters.affiliate]);
          if (wanted.body.ids.length > 0) await fetch(desk.affiliate_names.look_up.options(wanted));
        }
        await counts;
      }}
    >
      <PayoutsView />
    </Screen>
  );
}
