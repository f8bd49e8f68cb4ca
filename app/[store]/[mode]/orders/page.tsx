import { Screen } from "@/app/[store]/[mode]/screen";
import { toPage } from "@/components/lists/table-address";
import { titled } from "@/lib/i18n/titled";
import { loadOrderFilters, toSeenQuery } from "./filters";
import { OrdersView } from "./orders-view";

export const unstable_dynamicStaleTime = 30;

export const generateMetadata = titled("orders.title");

export default async function OrdersPage({ params, searchParams }: PageProps<"/[store]/[mode]/orders">) {
  const filters = await loadOrderFilters(searchParams);
  return (
    <Screen
      {...(await params)}
      of={["orders"]}
      load={({ checkout, desk, facts, fetch }) =>
        Promise.all([
          fetch(desk.personal.list.options({ params: { kind: "recent_order" } })),
          facts.extensions.checkout
            ? fetch(checkout.orders.list.options({ query: toPage(filters) }))
            : fetch(desk.remembered.list.options({ params: { kind: "order" }, query: toSeenQuery(filters) })),
        ])
      }
    >
      <OrdersView />
    </Screen>
  );
}
