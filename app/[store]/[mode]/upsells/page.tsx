import { HydrationBoundary } from "@tanstack/react-query";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { openDesk, prefetchDesk } from "@/lib/server/desk-page";
import { defaultQuery } from "@/lib/server/views";
import { loadUpsellFilters, toQuery } from "./filters";
import { UpsellTable } from "./upsell-table";

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
  const { state } = await prefetchDesk(store, mode, ({ checkout, fetch, facts }) =>
    fetch(checkout.upsells.list.options({ query: toQuery(filters, facts.extensions.checkout) })),
  );
  return (
    <Messages of={["upsells"]}>
      <HydrationBoundary state={state}>
        <UpsellTable />
      </HydrationBoundary>
    </Messages>
  );
}
