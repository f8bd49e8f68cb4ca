import { Screen } from "@/app/[store]/[mode]/screen";
import { affiliateLookUp } from "@/components/affiliates/affiliate-names";
import { affiliatesIn } from "@/components/affiliates/attribution-entries";
import { titled } from "@/lib/i18n/titled";
import { AttributedOrderView } from "./order-view";

export const generateMetadata = titled("affiliateOrders.one");

export default async function AttributedOrderPage({ params }: PageProps<"/[store]/[mode]/affiliate-orders/[id]">) {
  const id = decodeURIComponent((await params).id);
  return (
    <Screen
      {...(await params)}
      of={["affiliateOrders", "attribution", "form"]}
      load={async ({ affiliate, desk, can, fetch }) => {
        if (!can("affiliate", "orders", "get")) return;
        const order = await fetch(affiliate.orders.get.options({ params: { id } }));
        const wanted = affiliateLookUp(order ? affiliatesIn(order) : []);
        if (wanted.body.ids.length > 0) await fetch(desk.affiliate_names.look_up.options(wanted));
      }}
    >
      <AttributedOrderView id={id} />
    </Screen>
  );
}
