import { HydrationBoundary } from "@tanstack/react-query";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { affiliateLookUp } from "@/components/affiliates/affiliate-names";
import { Messages } from "@/components/messages";
import { openDesk, prefetchDesk } from "@/lib/server/desk-page";
import { defaultQuery } from "@/lib/server/views";
import { loadLinkFilters, toQuery } from "./filters";
import { LinkTable } from "./link-table";

export const unstable_dynamicStaleTime = 30;

export async function generateMetadata() {
  return { title: (await getTranslations("links"))("title") };
}

export default async function LinksPage({ params, searchParams }: PageProps<"/[store]/[mode]/links">) {
  const { store, mode } = await params;
  const filters = await loadLinkFilters(searchParams);
  if (Object.keys(await searchParams).length === 0) {
    const query = await defaultQuery((await openDesk(store, mode)).membership, "links");
    if (query) redirect(`/${store}/${mode}/links?${query}`);
  }
  const { state } = await prefetchDesk(store, mode, async ({ affiliate, desk, fetch, facts, can }) => {
    if (!can("affiliate", "links", "list")) return;
    const query = toQuery(filters, facts.extensions.affiliate);
    const list = await fetch(affiliate.links.list.options({ query }));
    const owners = affiliateLookUp([...(list?.data.map((link) => link.affiliate_id) ?? []), filters.affiliate]);
    if (owners.body.ids.length > 0) await fetch(desk.affiliate_names.look_up.options(owners));
  });
  return (
    <Messages of={["links", "program"]}>
      <HydrationBoundary state={state}>
        <LinkTable />
      </HydrationBoundary>
    </Messages>
  );
}
