import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { openDesk } from "@/lib/server/desk-page";
import { MatchView } from "./match-view";

export async function generateMetadata() {
  return { title: (await getTranslations("payouts"))("match.title") };
}

export default async function MatchPage({ params }: PageProps<"/[store]/[mode]/payouts/match">) {
  const { store, mode } = await params;
  await openDesk(store, mode);
  return (
    <Messages of={["payouts", "program", "csv"]}>
      <MatchView />
    </Messages>
  );
}
