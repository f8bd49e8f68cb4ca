import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { MatchView } from "./match-view";

export const generateMetadata = titled("payouts.match.title");

export default async function MatchPage({ params }: PageProps<"/[store]/[mode]/payouts/match">) {
  return (
    <Screen {...(await params)} of={["payouts", "program", "csv"]}>
      <MatchView />
    </Screen>
  );
}
