import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { OrderView } from "./order-view";

export const generateMetadata = titled("orders.one");

export default async function OrderPage({ params }: PageProps<"/[store]/[mode]/orders/[id]">) {
  const id = decodeURIComponent((await params).id);
  return (
    <Screen
      {...(await params)}
      of={["orders"]}
      load={({ checkout, desk, fetch }) =>
        Promise.all([
          fetch(checkout.orders.get.options({ params: { id } })),
          fetch(checkout.orders.events.options({ params: { id } })),
          fetch(desk.live.status.options()),
        ])
      }
    >
      <OrderView id={id} />
    </Screen>
  );
}
