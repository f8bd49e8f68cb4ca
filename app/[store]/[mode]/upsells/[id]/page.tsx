import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { UpsellEditor } from "./upsell-editor";

export async function generateMetadata() {
  return { title: (await getTranslations("upsells"))("one") };
}

export default async function UpsellPage({ params }: PageProps<"/[store]/[mode]/upsells/[id]">) {
  const { store, mode, id: encoded } = await params;
  const id = decodeURIComponent(encoded);
  const { state } = await prefetchDesk(store, mode, ({ checkout, fetch }) =>
    fetch(checkout.upsells.get.options({ params: { id } })),
  );
  return (
    <Messages of={["upsells"]}>
      <HydrationBoundary state={state}>
        <UpsellEditor id={id} />
      </HydrationBoundary>
    </Messages>
  );
}
