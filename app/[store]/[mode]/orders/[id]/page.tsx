import { Screen } from "@/app/[store]/[mode]/screen";
import { affiliateLookUp } from "@/components/affiliates/affiliate-names";
import { lookUpOf } from "@/components/products/remembered-products";
import { shopContact } from "@/components/shop-reads";
import { titled } from "@/lib/i18n/titled";
import { OrderView } from "./order-view";
import { attributedOrder, mayReadAttribution, productsOf } from "./reads";

export const generateMetadata = titled("orders.one");

export default async function OrderPage({ params }: PageProps<"/[store]/[mode]/orders/[id]">) {
  const id = decodeURIComponent((await params).id);
  return (
    <Screen
      {...(await params)}
      of={["orders", "attribution", "uncounted"]}
      load={async ({ checkout, affiliate, desk, can, has, fetch }) => {
        const order = await fetch(checkout.orders.get.options({ params: { id } }));
        const own = { id: order?.order_id ?? id };
        const attribution = async () => {
          if (!order || !mayReadAttribution({ can, has })) return;
          const found = (await fetch(attributedOrder({ affiliate }, own.id)))?.data[0];
          if (!found) return;
          await Promise.all([
            fetch(affiliate.orders.get.options({ params: { id: found.id } })),
            fetch(desk.affiliate_names.look_up.options(affiliateLookUp([found.affiliate_id]))),
          ]);
        };
        const products = lookUpOf(order ? productsOf(order) : []);
        await Promise.all([
          can("desk", "remembered", "look_up") &&
            products.body.ids.length > 0 &&
            fetch(desk.remembered.look_up.options(products)),
          fetch(checkout.orders.events.options({ params: own })),
          fetch(desk.live.status.options()),
          order && has("checkout", "orders", "offers") && fetch(checkout.orders.offers.options({ params: own })),
          order?.counted === false && can("checkout", "shop", "contact") && fetch(shopContact({ checkout })),
          attribution(),
        ]);
      }}
    >
      <OrderView id={id} />
    </Screen>
  );
}
