import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { DeliveryView } from "./delivery-view";

type Props = PageProps<"/[store]/[mode]/webhooks/[id]/deliveries/[delivery]">;

export const generateMetadata = titled("webhooks.delivery.one");

export default async function DeliveryPage({ params }: Props) {
  const id = decodeURIComponent((await params).id);
  const delivery = decodeURIComponent((await params).delivery);
  return (
    <Screen
      {...(await params)}
      of={["webhooks"]}
      load={async ({ checkout, can, has, fetch }) =>
        has("checkout", "webhooks", "delivery") &&
        can("checkout", "webhooks", "delivery") &&
        fetch(checkout.webhooks.delivery.options({ params: { id, delivery } }))
      }
    >
      <DeliveryView endpoint={id} id={delivery} />
    </Screen>
  );
}
