import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { LiveView } from "./live-view";
import { logPage } from "./tail";

export async function generateMetadata() {
  return { title: (await getTranslations("webhooks.live"))("title") };
}

export default async function LivePage({ params }: PageProps<"/[store]/[mode]/webhooks/[id]/live">) {
  const { store, mode, id: encoded } = await params;
  const id = decodeURIComponent(encoded);
  const { state } = await prefetchDesk(store, mode, async ({ checkout, can, facts, fetch }) => {
    if (!can("checkout", "webhooks", "logs")) return;
    await Promise.all([
      fetch(checkout.webhooks.logs.options(logPage(id, facts.extensions.checkout))),
      facts.extensions.checkout && fetch(checkout.webhooks.get.options({ params: { id } })),
    ]);
  });
  return (
    <Messages of={["webhooks"]}>
      <HydrationBoundary state={state}>
        <LiveView id={id} />
      </HydrationBoundary>
    </Messages>
  );
}
