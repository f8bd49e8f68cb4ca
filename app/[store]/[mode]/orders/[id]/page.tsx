import { Screen } from "@/app/[store]/[mode]/screen";
import { shopContact } from "@/components/shop-reads";
import { titled } from "@/lib/i18n/titled";
import { OrderView } from "./order-view";

export const generateMetadata = titled("orders.one");

export default async function OrderPage({ params }: PageProps<"/[store]/[mode]/orders/[id]">) {
  const id = decodeURIComponent((await params).id);
  return (
    <Screen
      {...(await params)}
      of={["orders", "uncounted"]}
      load={({ checkout, desk, can, fetch }) => {
        const readOrder = async () => {
          const order = await fetch(checkout.orders.get.options({ params: { id } }));
          if (order?.counted === false && can("checkout", "shop", "contact")) await fetch(shopContact({ checkout }));
        };
        return Promise.all([
          readOrder(),
          fetch(checkout.orders.events.options({ params: { id } })),
          fetch(desk.live.status.options()),
        ]);
      }}
    >
      <OrderView id={id} />
    </Screen>
  );
}
