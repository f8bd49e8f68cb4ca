import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { PayoutSettingsView } from "./settings-view";

export const generateMetadata = titled("payouts.settings.title");

export default async function PayoutSettingsPage({ params }: PageProps<"/[store]/[mode]/payouts/settings">) {
  return (
    <Screen
      {...(await params)}
      of={["payouts", "payoutDetails"]}
      load={async ({ desk, can, fetch }) =>
        can("desk", "payout_settings", "get") && fetch(desk.payout_settings.get.options())
      }
    >
      <PayoutSettingsView />
    </Screen>
  );
}
