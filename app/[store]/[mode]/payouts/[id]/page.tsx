import { Screen } from "@/app/[store]/[mode]/screen";
import { affiliateLookUp } from "@/components/affiliates/affiliate-names";
import { titled } from "@/lib/i18n/titled";
import { EntryView, PayoutView } from "./payout-view";

const isEntryId = (id: string): boolean => /^cwpo_[0-9a-f]{20}$/.test(id);

export const generateMetadata = titled("payouts.one");

export default async function PayoutPage({ params }: PageProps<"/[store]/[mode]/payouts/[id]">) {
  const id = decodeURIComponent((await params).id);
  return (
    <Screen
      {...(await params)}
      of={["payouts", "program"]}
      load={async ({ affiliate, desk, fetch }) => {
        if (isEntryId(id)) return fetch(desk.payouts.get.options({ params: { id } }));
        const proof = fetch(desk.payouts.proof.options({ params: { id } }));
        const found = await fetch(affiliate.payouts.get.options({ params: { id } }));
        if (found?.affiliate_id)
          await fetch(desk.affiliate_names.look_up.options(affiliateLookUp([found.affiliate_id])));
        await proof;
      }}
    >
      {isEntryId(id) ? <EntryView id={id} /> : <PayoutView id={id} />}
    </Screen>
  );
}
