import { HydrationBoundary } from "@tanstack/react-query";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { lookUpOf } from "@/components/products/remembered-products";
import { openDesk, prefetchDesk } from "@/lib/server/desk-page";
import { defaultQuery } from "@/lib/server/views";
import { loadUpsellFilters, productIdsOf, toQuery } from "./filters";
import { UpsellTable } from "./upsell-table";

export const unstable_dynamicStaleTime = 30;

export async function generateMetadata() {
  return { title: (await getTranslations("upsells"))("title") };
}

export default async function UpsellsPage({ params, searchParams }: PageProps<"/[store]/[mode]/upsells">) {
  const { store, mode } = await params;
  const filters = await loadUpsellFilters(searchParams);
  if (Object.keys(await searchParams).length === 0) {
    const query = await defaultQuery((await openDesk(store, mode)).membership, "upsells");
    if (query) redirect(`/${store}/${mode}/upsells?${query}`);
  }
  const { state } = await prefetchDesk(store, mode, async ({ checkout, desk, fetch, facts }) => {
    const query = toQuery(filters, facts.extensions.checkout);
    const list = await fetch(checkout.upsells.list.options({ query }));
    const wanted = lookUpOf(productIdsOf(list?.data));
    if (wanted.body.ids.length > 0) await fetch(desk.remembered.look_up.options(wanted));
  });
  return (
    <Messages of={["upsells", "everything"]}>
      <HydrationBoundary state={state}>
        <UpsellTable />
      </HydrationBoundary>
    </Messages>
  );
}
