import { Screen } from "@/app/[store]/[mode]/screen";
import { lookUpOf } from "@/components/products/remembered-products";
import { shopContact, showingsOf } from "@/components/shop-reads";
import { nextOf } from "@/lib/contract/checkout/upsell-words";
import { dayIn } from "@/lib/days";
import { titled } from "@/lib/i18n/titled";
import { leadingTo, stepOf } from "../chain/reads";
import { UpsellView } from "./upsell-view";

export const generateMetadata = titled("upsells.one");

export default async function UpsellPage({ params }: PageProps<"/[store]/[mode]/upsells/[id]">) {
  const id = decodeURIComponent((await params).id);
  return (
    <Screen
      {...(await params)}
      of={[
        "upsells",
        "upsellChain",
        "upsellWords",
        "upsellConditions",
        "offerTexts",
        "upsellWhy",
        "audience",
        "products",
        "form",
        "shopAddress",
      ]}
      load={async ({ checkout, desk, has, fetch }) => {
        const [upsell] = await Promise.all([
          fetch(checkout.upsells.get.options({ params: { id } })),
          has("checkout", "shop", "showings") && fetch(showingsOf({ checkout }, id)),
          has("checkout", "shop", "contact") && fetch(shopContact({ checkout })),
        ]);
        if (upsell && has("checkout", "upsells", "list", "leads_to")) {
          await Promise.all([
            ...nextOf(upsell).map((next) => fetch(stepOf({ checkout }, next))),
            fetch(leadingTo({ checkout }, id)),
          ]);
        }
        const wanted = lookUpOf([upsell?.product_id, ...(upsell?.trigger_products ?? [])]);
        if (wanted.body.ids.length > 0) await fetch(desk.remembered.look_up.options(wanted));
      }}
    >
      {(facts) => <UpsellView id={id} day={dayIn(facts.store.timeZone, new Date())} />}
    </Screen>
  );
}
