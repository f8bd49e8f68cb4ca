import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { pageFilters, toPage } from "@/components/lists/table-address";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { EndpointsView } from "./endpoints-view";

export const unstable_dynamicStaleTime = 30;

export async function generateMetadata() {
  return { title: (await getTranslations("webhooks"))("title") };
}

export default async function WebhooksPage({ params, searchParams }: PageProps<"/[store]/[mode]/webhooks">) {
  const { store, mode } = await params;
  const query = toPage(await createLoader(pageFilters)(searchParams));
  const { state } = await prefetchDesk(store, mode, async ({ checkout, desk, fetch, facts, can }) => {
    if (!can("checkout", "webhooks", "list")) return;
    if (facts.extensions.checkout) await fetch(checkout.webhooks.list.options({ query }));
    else await fetch(desk.remembered.list.options({ params: { kind: "webhook_endpoint" }, query }));
  });
  return (
    <Messages of={["webhooks"]}>
      <HydrationBoundary state={state}>
        <EndpointsView />
      </HydrationBoundary>
    </Messages>
  );
}
