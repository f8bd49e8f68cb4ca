import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { loadOrderFilters, toQuery } from "./filters";
import { OrdersView } from "./orders-view";

export const unstable_dynamicStaleTime = 30;

export const generateMetadata = titled("orders.title");

export default async function OrdersPage({ params, searchParams }: PageProps<"/[store]/[mode]/orders">) {
  const filters = await loadOrderFilters(searchParams);
  return (
    <Screen
      {...(await params)}
      of={["orders"]}
      load={({ checkout, desk, fetch }) =>
        Promise.all([
          fetch(desk.personal.list.options({ params: { kind: "recent_order" } })),
          fetch(checkout.orders.list.options({ query: toQuery(filters) })),
        ])
      }
    >
      <OrdersView />
    </Screen>
  );
}
