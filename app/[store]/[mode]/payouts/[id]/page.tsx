import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { affiliateLookUp } from "@/components/affiliates/affiliate-names";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { EntryView } from "./entry-view";
import { PayoutView } from "./payout-view";

/** Payouts requested in Cartwright have ids in this form. */
const isEntryId = (id: string): boolean => /^cwpo_[0-9a-f]{20}$/.test(id);

export async function generateMetadata() {
  return { title: (await getTranslations("payouts"))("one") };
}

export default async function PayoutPage({ params }: PageProps<"/[store]/[mode]/payouts/[id]">) {
  const { store, mode, id: encoded } = await params;
  const id = decodeURIComponent(encoded);
  const { state } = await prefetchDesk(store, mode, async ({ affiliate, desk, fetch }) => {
    if (isEntryId(id)) return fetch(desk.payouts.get.options({ params: { id } }));
    const proof = fetch(desk.payouts.proof.options({ params: { id } }));
    const found = await fetch(affiliate.payouts.get.options({ params: { id } }));
    if (found?.affiliate_id) await fetch(desk.affiliate_names.look_up.options(affiliateLookUp([found.affiliate_id])));
    await proof;
  });
  return (
    <Messages of={["payouts", "program"]}>
      <HydrationBoundary state={state}>
        {isEntryId(id) ? <EntryView id={id} /> : <PayoutView id={id} />}
      </HydrationBoundary>
    </Messages>
  );
}
