import { openDefaultView, Screen } from "@/app/[store]/[mode]/screen";
import { affiliateLookUp } from "@/components/affiliates/affiliate-names";
import { titled } from "@/lib/i18n/titled";
import { loadQueueFilters, toQuery } from "./filters";
import { readQueue } from "./review/read-queue";
import { ReviewQueue } from "./review/review-queue";

export const unstable_dynamicStaleTime = 30;

export const generateMetadata = titled("commissions.title");

export default async function CommissionsPage({ params, searchParams }: PageProps<"/[store]/[mode]/commissions">) {
  const filters = await loadQueueFilters(searchParams);
  await openDefaultView(params, searchParams, "commissions");
  return (
    <Screen
      {...(await params)}
      of={["commissions", "attribution", "program", "everything"]}
      load={async ({ affiliate, desk, fetch, facts, can }) => {
        const query = toQuery(filters);
        const changes =
          can("desk", "delayed_changes", "list") && facts.busy.changes && fetch(desk.delayed_changes.list.options());
        const list = await fetch(readQueue({ affiliate, desk }, query));
        const rows = list?.data ?? [];
        const named = affiliateLookUp(rows.map((row) => row.affiliate_id));
        // The details beside the list are fetched as well, so that they do not appear later and move the page.
        const order = (rows.find(({ id }) => id === filters.id) ?? rows[0])?.order_id;
        await Promise.all([
          named.body.ids.length > 0 && fetch(desk.affiliate_names.look_up.options(named)),
          order && fetch(affiliate.orders.get.options({ params: { id: order } })),
          changes,
        ]);
      }}
    >
      <ReviewQueue />
    </Screen>
  );
}
