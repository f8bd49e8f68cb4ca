import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { ProposalList } from "./proposal-list";

export const generateMetadata = titled("upsells.proposals.title");

export default async function ProposalsPage({ params }: PageProps<"/[store]/[mode]/upsells/proposals">) {
  return (
    <Screen
      {...(await params)}
      of={["upsells"]}
      load={({ checkout, fetch }) => fetch(checkout.proposals.list.options({}))}
    >
      <ProposalList />
    </Screen>
  );
}
