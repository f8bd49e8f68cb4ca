import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { shopContact } from "@/components/shop-reads";
import { prefetchDesk } from "@/lib/server/desk-page";
import { env } from "@/lib/server/env";
import { ShopView } from "./shop-view";

export async function generateMetadata() {
  return { title: (await getTranslations("shop"))("title") };
}

export default async function ShopPage({ params }: PageProps<"/[store]/[mode]/settings/shop">) {
  const { store, mode } = await params;
  const { state } = await prefetchDesk(store, mode, async ({ checkout, desk, can, facts, fetch }) => {
    if (!facts.extensions.checkout) return;
    await Promise.all([
      ...(can("checkout", "shop", "contact") ? [fetch(shopContact({ checkout }))] : []),
      ...(can("desk", "keys", "list") ? [fetch(desk.keys.list.options())] : []),
    ]);
  });
  return (
    <Messages of={["settings", "shop", "keys"]}>
      <HydrationBoundary state={state}>
        <ShopView api={`${env().CARTWRIGHT_ORIGIN}/services/checkout/storefront/v1`} />
      </HydrationBoundary>
    </Messages>
  );
}
