import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { affiliateLookUp } from "@/components/affiliates/affiliate-names";
import { affiliatesIn } from "@/components/affiliates/attribution-entries";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { AttributedOrderView } from "./order-view";

export async function generateMetadata() {
  return { title: (await getTranslations("affiliateOrders"))("one") };
}

export default async function AttributedOrderPage({ params }: PageProps<"/[store]/[mode]/affiliate-orders/[id]">) {
  const { store, mode, id: encoded } = await params;
  const id = decodeURIComponent(encoded);
  const { state } = await prefetchDesk(store, mode, async ({ affiliate, desk, can, fetch }) => {
    if (!can("affiliate", "orders", "get")) return;
    const order = await fetch(affiliate.orders.get.options({ params: { id } }));
    const wanted = affiliateLookUp(order ? affiliatesIn(order) : []);
    if (wanted.body.ids.length > 0) await fetch(desk.affiliate_names.look_up.options(wanted));
  });
  return (
    <Messages of={["affiliateOrders", "attribution", "form"]}>
      <HydrationBoundary state={state}>
        <AttributedOrderView id={id} />
      </HydrationBoundary>
    </Messages>
  );
}
