import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { lookUpOf } from "@/components/products/remembered-products";
import { shopContact, showingsOf } from "@/components/shop-reads";
import { prefetchDesk } from "@/lib/server/desk-page";
import { UpsellView } from "./upsell-view";

export async function generateMetadata() {
  return { title: (await getTranslations("upsells"))("one") };
}

export default async function UpsellPage({ params }: PageProps<"/[store]/[mode]/upsells/[id]">) {
  const { store, mode, id: encoded } = await params;
  const id = decodeURIComponent(encoded);
  const { state } = await prefetchDesk(store, mode, async ({ checkout, desk, facts, fetch }) => {
    const [upsell] = await Promise.all([
      fetch(checkout.upsells.get.options({ params: { id } })),
      ...(facts.extensions.checkout ? [fetch(showingsOf({ checkout }, id)), fetch(shopContact({ checkout }))] : []),
    ]);
    const wanted = lookUpOf([upsell?.product_id, ...(upsell?.trigger_products ?? [])]);
    if (wanted.body.ids.length > 0) await fetch(desk.remembered.look_up.options(wanted));
  });
  return (
    <Messages of={["upsells", "products", "form"]}>
      <HydrationBoundary state={state}>
        <UpsellView id={id} />
      </HydrationBoundary>
    </Messages>
  );
}
