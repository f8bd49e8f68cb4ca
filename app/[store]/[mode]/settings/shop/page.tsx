import { Screen } from "@/app/[store]/[mode]/screen";
import { shopContact } from "@/components/shop-reads";
import { dayIn } from "@/lib/days";
import { titled } from "@/lib/i18n/titled";
import { env } from "@/lib/server/env";
import { reachOf, shopScriptTag } from "@/lib/server/wire/upstream";
import { firstOffer, firstProduct } from "./reads";
import { ShopView } from "./shop-view";

export const generateMetadata = titled("shop.title");

export default async function ShopPage({ params }: PageProps<"/[store]/[mode]/settings/shop">) {
  const { CARTWRIGHT_ORIGIN: origin } = env();
  const tag = await shopScriptTag();
  return (
    <Screen
      {...(await params)}
      of={["settings", "shop", "shopAddress", "keys", "shopify", "sources", "uncounted", "tickets", "period"]}
      load={async ({ checkout, can, has, fetch }) =>
        has("checkout", "shop", "contact") &&
        Promise.all([
          can("checkout", "shop", "contact") && fetch(shopContact({ checkout })),
          can("checkout", "sources", "list") && fetch(checkout.sources.list.options()),
          can("checkout", "shopify", "get") && fetch(checkout.shopify.get.options()),
          can("checkout", "upsells", "list") && fetch(firstOffer({ checkout })),
          can("checkout", "products", "list") && fetch(firstProduct({ checkout })),
          can("checkout", "settings", "get") && fetch(checkout.settings.get.options()),
        ])
      }
    >
      {(facts) => (
        <ShopView
          day={dayIn(facts.store.timeZone, new Date())}
          reach={reachOf(origin)}
          origin={origin}
          api={`${origin}/services/checkout/storefront/v1`}
          connect={`${origin}/services/connect`}
          scripts={`${origin}/sdk/v1`}
          tag={tag}
        />
      )}
    </Screen>
  );
}
