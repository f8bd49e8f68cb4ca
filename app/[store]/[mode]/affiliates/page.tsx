import { HydrationBoundary } from "@tanstack/react-query";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { openDesk, prefetchDesk } from "@/lib/server/desk-page";
import { defaultQuery } from "@/lib/server/views";
import { AffiliateTable } from "./affiliate-table";
import { loadAffiliateFilters, toQuery } from "./filters";

export const unstable_dynamicStaleTime = 30;

export async function generateMetadata() {
  return { title: (await getTranslations("affiliates"))("title") };
}

export default async function AffiliatesPage({ params, searchParams }: PageProps<"/[store]/[mode]/affiliates">) {
  const { store, mode } = await params;
  const filters = await loadAffiliateFilters(searchParams);
  if (Object.keys(await searchParams).length === 0) {
    const query = await defaultQuery((await openDesk(store, mode)).membership, "affiliates");
    if (query) redirect(`/${store}/${mode}/affiliates?${query}`);
  }
  const { state } = await prefetchDesk(store, mode, ({ affiliate, can, fetch, facts }) =>
    can("affiliate", "affiliates", "list")
      ? fetch(affiliate.affiliates.list.options({ query: toQuery(filters, facts.extensions.affiliate) }))
      : Promise.resolve(),
  );
  return (
    <Messages of={["affiliates"]}>
      <HydrationBoundary state={state}>
        <AffiliateTable />
      </HydrationBoundary>
    </Messages>
  );
}
