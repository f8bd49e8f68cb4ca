import { HydrationBoundary } from "@tanstack/react-query";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { affiliateLookUp } from "@/components/affiliates/affiliate-names";
import { Messages } from "@/components/messages";
import { openDesk, prefetchDesk } from "@/lib/server/desk-page";
import { defaultQuery } from "@/lib/server/views";
import { loadQueueFilters, toQuery } from "./filters";
import { ReviewQueue } from "./review/review-queue";

export const unstable_dynamicStaleTime = 30;

export async function generateMetadata() {
  return { title: (await getTranslations("commissions"))("title") };
}

export default async function CommissionsPage({ params, searchParams }: PageProps<"/[store]/[mode]/commissions">) {
  const { store, mode } = await params;
  const filters = await loadQueueFilters(searchParams);
  if (Object.keys(await searchParams).length === 0) {
    const query = await defaultQuery((await openDesk(store, mode)).membership, "commissions");
    if (query) redirect(`/${store}/${mode}/commissions?${query}`);
  }
  const { state } = await prefetchDesk(store, mode, async ({ affiliate, desk, fetch, facts, can }) => {
    const query = toQuery(filters, facts.extensions.affiliate);
    const held = can("desk", "held", "list") && facts.busy.held && fetch(desk.held.list.options());
    const list = await fetch(affiliate.commissions.list.options({ query }));
    const rows = list?.data ?? [];
    const named = affiliateLookUp(rows.map((row) => row.affiliate_id));
    // The details beside the list are fetched as well, so that they do not appear later and move the page.
    const order = (rows.find(({ id }) => id === filters.id) ?? rows[0])?.order_id;
    await Promise.all([
      named.body.ids.length > 0 && fetch(desk.affiliate_names.look_up.options(named)),
      order && fetch(affiliate.orders.get.options({ params: { id: order } })),
      held,
    ]);
  });
  return (
    <Messages of={["commissions", "attribution", "program", "everything"]}>
      <HydrationBoundary state={state}>
        <ReviewQueue />
      </HydrationBoundary>
    </Messages>
  );
}
