import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { OrderView } from "./order-view";

export async function generateMetadata() {
  return { title: (await getTranslations("orders"))("one") };
}

export default async function OrderPage({ params }: PageProps<"/[store]/[mode]/orders/[id]">) {
  const { store, mode, id: encoded } = await params;
  const id = decodeURIComponent(encoded);
  const { state } = await prefetchDesk(store, mode, ({ checkout, desk, facts, fetch }) =>
    Promise.all([
      fetch(checkout.orders.get.options({ params: { id } })),
      ...(facts.extensions.checkout
        ? [fetch(checkout.orders.events.options({ params: { id } }))]
        : [fetch(desk.live.status.options()), fetch(desk.live.events.options({ query: { order: id } }))]),
    ]),
  );
  return (
    <Messages of={["orders"]}>
      <HydrationBoundary state={state}>
        <OrderView id={id} />
      </HydrationBoundary>
    </Messages>
  );
}
