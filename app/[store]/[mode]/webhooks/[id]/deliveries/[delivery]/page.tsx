import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { DeliveryView } from "./delivery-view";

export async function generateMetadata() {
  return { title: (await getTranslations("webhooks.delivery"))("one") };
}

type Props = PageProps<"/[store]/[mode]/webhooks/[id]/deliveries/[delivery]">;

export default async function DeliveryPage({ params }: Props) {
  const { store, mode, ...encoded } = await params;
  const [id, delivery] = [decodeURIComponent(encoded.id), decodeURIComponent(encoded.delivery)];
  const { state } = await prefetchDesk(store, mode, async ({ checkout, can, facts, fetch }) => {
    if (!facts.extensions.checkout || !can("checkout", "webhooks", "delivery")) return;
    await fetch(checkout.webhooks.delivery.options({ params: { id, delivery } }));
  });
  return (
    <Messages of={["webhooks"]}>
      <HydrationBoundary state={state}>
        <DeliveryView endpoint={id} id={delivery} />
      </HydrationBoundary>
    </Messages>
  );
}
