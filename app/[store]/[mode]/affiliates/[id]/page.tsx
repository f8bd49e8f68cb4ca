import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { applicantsQuery } from "../filters";
import { AffiliateView } from "./affiliate-view";

export const generateMetadata = titled("affiliates.one");

export default async function AffiliatePage({ params }: PageProps<"/[store]/[mode]/affiliates/[id]">) {
  const id = decodeURIComponent((await params).id);
  return (
    <Screen
      {...(await params)}
      of={["affiliates", "attribution", "payoutDetails", "program", "form"]}
      load={async ({ affiliate, desk, can, fetch }) =>
        can("affiliate", "affiliates", "get") &&
        Promise.all([
          fetch(affiliate.affiliates.get.options({ params: { id } })),
          fetch(desk.payouts.account.options({ params: { id } })),
          can("desk", "payout_details", "get") && fetch(desk.payout_details.get.options({ params: { id } })),
          can("desk", "partner_applications", "list") &&
            fetch(desk.partner_applications.list.options({ query: applicantsQuery([{ id }]) })),
          can("desk", "portal", "access") && fetch(desk.portal.access.options({ params: { id } })),
        ])
      }
    >
      <AffiliateView id={id} />
    </Screen>
  );
}
