import { openDefaultView, Screen } from "@/app/[store]/[mode]/screen";
import { affiliateLookUp } from "@/components/affiliates/affiliate-names";
import { titled } from "@/lib/i18n/titled";
import { loadAttributedOrderFilters, toQuery } from "./filters";
import { AttributedOrderTable } from "./order-table";

export const unstable_dynamicStaleTime = 30;

export const generateMetadata = titled("affiliateOrders.title");

export default async function AttributedOrdersPage({
  params,
  searchParams,
}: PageProps<"/[store]/[mode]/affiliate-orders">) {
  const filters = await loadAttributedOrderFilters(searchParams);
  await openDefaultView(params, searchParams, "affiliate-orders");
  return (
    <Screen
      {...(await params)}
      of={["affiliateOrders", "attribution"]}
      load={async ({ affiliate, desk, can, fetch }) => {
        if (!can("affiliate", "orders", "list")) return;
        const list = await fetch(affiliate.orders.list.options({ query: toQuery(filters) }));
        const wanted = affiliateLookUp([...(list?.data ?? []).map((row) => row.affiliate_id), filters.affiliate_id]);
        if (wanted.body.ids.length > 0) await fetch(desk.affiliate_names.look_up.options(wanted));
      }}
    >
      <AttributedOrderTable />
    </Screen>
  );
}
