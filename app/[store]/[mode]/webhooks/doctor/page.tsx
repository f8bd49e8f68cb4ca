import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { DoctorView } from "./doctor-view";
import { loadOwnEvent } from "./own-event";

export async function generateMetadata() {
  return { title: (await getTranslations("webhooks.doctor"))("title") };
}

type Props = PageProps<"/[store]/[mode]/webhooks/doctor">;

export default async function DoctorPage({ params, searchParams }: Props) {
  const { store, mode } = await params;
  const { endpoint, delivery } = await loadOwnEvent(searchParams);
  const { state } = await prefetchDesk(store, mode, async ({ checkout, can, facts, fetch }) => {
    if (!endpoint || !delivery || !facts.extensions.checkout || !can("checkout", "webhooks", "delivery")) return;
    await fetch(checkout.webhooks.delivery.options({ params: { id: endpoint, delivery } }));
  });
  return (
    <Messages of={["webhooks"]}>
      <HydrationBoundary state={state}>
        <DoctorView />
      </HydrationBoundary>
    </Messages>
  );
}
