import { openDefaultView, Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { loadOrderFilters, toQuery } from "./filters";
import { OrdersView } from "./orders-view";

export const unstable_dynamicStaleTime = 30;

export const generateMetadata = titled("orders.title");

export default async function OrdersPage({ params, searchParams }: PageProps<"/[store]/[mode]/orders">) {
  const filters = await loadOrderFilters(searchParams);
  await openDefaultView(params, searchParams, "orders");
  return (
    <Screen
      {...(await params)}
      of={["orders"]}
      load={({ checkout, desk, can, has, fetch }) => {
        const { upsell_id, bundle_id } = filters;
        return Promise.all([
          fetch(checkout.orders.list.options({ query: toQuery(filters) })),
          !has("checkout", "orders", "list", "placed_at") &&
            fetch(desk.personal.list.options({ params: { kind: "recent_order" } })),
          upsell_id &&
            can("checkout", "upsells", "get") &&
            fetch(checkout.upsells.get.options({ params: { id: upsell_id } })),
          bundle_id &&
            can("checkout", "bundles", "get") &&
            fetch(checkout.bundles.get.options({ params: { id: bundle_id } })),
        ]);
      }}
    >
      <OrdersView />
    </Screen>
  );
}
