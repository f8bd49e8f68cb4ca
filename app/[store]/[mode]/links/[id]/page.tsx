import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { clicksOf, loadLinkPages, ordersOf } from "../read-link";
import { LinkView } from "./link-view";

export async function generateMetadata() {
  return { title: (await getTranslations("links"))("one") };
}

export default async function LinkPage({ params, searchParams }: PageProps<"/[store]/[mode]/links/[id]">) {
  const { store, mode, id: encoded } = await params;
  const id = decodeURIComponent(encoded);
  const { orders_page } = await loadLinkPages(searchParams);
  const { state } = await prefetchDesk(store, mode, async ({ affiliate, can, facts, fetch }) => {
    if (!can("affiliate", "links", "get")) return;
    const apis = { affiliate, can, extensions: facts.extensions };
    const [link] = await Promise.all([
      fetch(affiliate.links.get.options({ params: { id } })),
      facts.extensions.affiliate && can("affiliate", "analytics", "clicks") && fetch(clicksOf(apis, id)),
    ]);
    if (link?.affiliate_id && facts.extensions.affiliate) await fetch(ordersOf(apis, link, orders_page));
  });
  return (
    <Messages of={["links", "program", "attribution", "form"]}>
      <HydrationBoundary state={state}>
        <LinkView id={id} />
      </HydrationBoundary>
    </Messages>
  );
}
