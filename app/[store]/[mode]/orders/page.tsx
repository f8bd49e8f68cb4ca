import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { toPage } from "@/components/lists/table-address";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { loadOrderFilters, toSeenQuery } from "./filters";
import { OrdersView } from "./orders-view";

export const unstable_dynamicStaleTime = 30;

export async function generateMetadata() {
  return { title: (await getTranslations("orders"))("title") };
}

export default async function OrdersPage({ params, searchParams }: PageProps<"/[store]/[mode]/orders">) {
  const { store, mode } = await params;
  const filters = await loadOrderFilters(searchParams);
  const { state } = await prefetchDesk(store, mode, ({ checkout, desk, facts, fetch }) =>
    Promise.all([
      fetch(desk.personal.list.options({ params: { kind: "recent_order" } })),
      facts.extensions.checkout
        ? fetch(checkout.orders.list.options({ query: toPage(filters) }))
        : fetch(desk.remembered.list.options({ params: { kind: "order" }, query: toSeenQuery(filters) })),
    ]),
  );
  return (
    <Messages of={["orders"]}>
      <HydrationBoundary state={state}>
        <OrdersView />
      </HydrationBoundary>
    </Messages>
  );
}
