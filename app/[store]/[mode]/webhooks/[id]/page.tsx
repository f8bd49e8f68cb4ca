import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { EndpointView } from "./endpoint-view";
import { loadLogFilters, toLogQuery } from "./filters";
import { lookUp } from "./reads";

export async function generateMetadata() {
  return { title: (await getTranslations("webhooks"))("one") };
}

export default async function WebhookPage({ params, searchParams }: PageProps<"/[store]/[mode]/webhooks/[id]">) {
  const { store, mode, id: encoded } = await params;
  const id = decodeURIComponent(encoded);
  const filters = await loadLogFilters(searchParams);
  const { state } = await prefetchDesk(store, mode, async ({ checkout, desk, can, facts, fetch }) => {
    if (!can("checkout", "webhooks", "logs")) return;
    const query = toLogQuery(filters, facts.timeZone);
    if (!facts.extensions.checkout) {
      await Promise.all([
        fetch(desk.remembered.look_up.options(lookUp(id))),
        fetch(checkout.webhooks.logs.options({ params: { id } })),
      ]);
      return;
    }
    await Promise.all([
      fetch(checkout.webhooks.get.options({ params: { id } })),
      fetch(checkout.webhooks.logs.options({ params: { id }, query })),
    ]);
  });
  return (
    <Messages of={["webhooks"]}>
      <HydrationBoundary state={state}>
        <EndpointView id={id} />
      </HydrationBoundary>
    </Messages>
  );
}
