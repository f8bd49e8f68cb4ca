import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { loadUpsellFilters, toQuery } from "./filters";
import { UpsellTable } from "./upsell-table";

export async function generateMetadata() {
  return { title: (await getTranslations("upsells"))("title") };
}

export default async function UpsellsPage({ params, searchParams }: PageProps<"/[store]/[mode]/upsells">) {
  const { store, mode } = await params;
  const filters = await loadUpsellFilters(searchParams);
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
