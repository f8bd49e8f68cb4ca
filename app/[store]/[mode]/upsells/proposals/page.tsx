import { Screen } from "@/app/[store]/[mode]/screen";
import { lookUpOf } from "@/components/products/remembered-products";
import { titled } from "@/lib/i18n/titled";
import { ProposalList } from "./proposal-list";
import { productsOf } from "./reads";

export const generateMetadata = titled("upsells.proposals.title");

export default async function ProposalsPage({ params }: PageProps<"/[store]/[mode]/upsells/proposals">) {
  return (
    <Screen
      {...(await params)}
      of={["upsells"]}
      load={async ({ checkout, desk, fetch }) => {
        const proposals = await fetch(checkout.proposals.list.options({}));
        const products = lookUpOf(proposals ? productsOf(proposals) : []);
        if (products.body.ids.length > 0) await fetch(desk.remembered.look_up.options(products));
      }}
    >
      <ProposalList />
    </Screen>
  );
}
