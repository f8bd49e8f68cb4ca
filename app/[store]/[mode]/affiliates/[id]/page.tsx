import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { AffiliateView } from "./affiliate-view";

export async function generateMetadata() {
  return { title: (await getTranslations("affiliates"))("one") };
}

export default async function AffiliatePage({ params }: PageProps<"/[store]/[mode]/affiliates/[id]">) {
  const { store, mode, id: encoded } = await params;
  const id = decodeURIComponent(encoded);
  const { state } = await prefetchDesk(store, mode, ({ affiliate, desk, can, fetch }) =>
    can("affiliate", "affiliates", "get")
      ? Promise.all([
          fetch(affiliate.affiliates.get.options({ params: { id } })),
          fetch(desk.payouts.account.options({ params: { id } })),
        ])
      : Promise.resolve(),
  );
  return (
    <Messages of={["affiliates", "attribution", "program", "form"]}>
      <HydrationBoundary state={state}>
        <AffiliateView id={id} />
      </HydrationBoundary>
    </Messages>
  );
}
