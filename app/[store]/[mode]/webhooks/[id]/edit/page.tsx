import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { EndpointEditor } from "./endpoint-editor";

export async function generateMetadata() {
  return { title: (await getTranslations("webhooks.form"))("editTitle") };
}

export default async function EditWebhookPage({ params }: PageProps<"/[store]/[mode]/webhooks/[id]/edit">) {
  const { store, mode, id: encoded } = await params;
  const id = decodeURIComponent(encoded);
  const { state } = await prefetchDesk(store, mode, async ({ checkout, can, facts, fetch }) => {
    if (!facts.extensions.checkout || !can("checkout", "webhooks", "update")) return;
    await fetch(checkout.webhooks.get.options({ params: { id } }));
  });
  return (
    <Messages of={["webhooks", "form"]}>
      <HydrationBoundary state={state}>
        <EndpointEditor id={id} />
      </HydrationBoundary>
    </Messages>
  );
}
