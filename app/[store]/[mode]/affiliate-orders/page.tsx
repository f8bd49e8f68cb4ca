import { HydrationBoundary } from "@tanstack/react-query";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { affiliateLookUp } from "@/components/affiliates/affiliate-names";
import { Messages } from "@/components/messages";
import { openDesk, prefetchDesk } from "@/lib/server/desk-page";
import { defaultQuery } from "@/lib/server/views";
import { loadAttributedOrderFilters, toQuery } from "./filters";
import { AttributedOrderTable } from "./order-table";

export const unstable_dynamicStaleTime = 30;

export async function generateMetadata() {
  return { title: (await getTranslations("affiliateOrders"))("title") };
}

export default async function AttributedOrdersPage({
  params,
  searchParams,
}: PageProps<"/[store]/[mode]/affiliate-orders">) {
  const { store, mode } = await params;
  const filters = await loadAttributedOrderFilters(searchParams);
  if (Object.keys(await searchParams).length === 0) {
    const query = await defaultQuery((await openDesk(store, mode)).membership, "affiliate-orders");
    if (query) redirect(`/${store}/${mode}/affiliate-orders?${query}`);
  }
  const { state } = await prefetchDesk(store, mode, async ({ affiliate, desk, can, fetch, facts }) => {
    if (!can("affiliate", "orders", "list")) return;
    const list = await fetch(affiliate.orders.list.options({ query: toQuery(filters, facts.extensions.affiliate) }));
    const wanted = affiliateLookUp([...(list?.data ?? []).map((row) => row.affiliate_id), filters.affiliate_id]);
    if (wanted.body.ids.length > 0) await fetch(desk.affiliate_names.look_up.options(wanted));
  });
  return (
    <Messages of={["affiliateOrders", "attribution"]}>
      <HydrationBoundary state={state}>
        <AttributedOrderTable />
      </HydrationBoundary>
    </Messages>
  );
}
