import { Screen } from "@/app/[store]/[mode]/screen";
import { shopContact } from "@/components/shop-reads";
import { titled } from "@/lib/i18n/titled";
import { env } from "@/lib/server/env";
import { shopScriptTag } from "@/lib/server/wire/upstream";
import { ShopView } from "./shop-view";

export const generateMetadata = titled("shop.title");

export default async function ShopPage({ params }: PageProps<"/[store]/[mode]/settings/shop">) {
  const { CARTWRIGHT_ORIGIN: origin } = env();
  return (
    <Screen
      {...(await params)}
      of={["settings", "shop", "shopAddress", "keys", "sources"]}
      load={async ({ checkout, desk, can, has, fetch }) =>
        has("checkout", "shop", "contact") &&
        Promise.all([
          can("checkout", "shop", "contact") && fetch(shopContact({ checkout })),
          can("checkout", "settings", "get") && fetch(checkout.settings.get.options()),
          can("desk", "keys", "list") && fetch(desk.keys.list.options()),
        ])
      }
    >
      <ShopView
        api={`${origin}/services/checkout/storefront/v1`}
        scripts={`${origin}/sdk/v1`}
        tag={await shopScriptTag()}
      />
    </Screen>
  );
}
