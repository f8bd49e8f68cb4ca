import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { SettingsView } from "./settings-view";

export const generateMetadata = titled("settings.title");

export default async function SettingsPage({ params }: PageProps<"/[store]/[mode]/settings">) {
  return (
    <Screen
      {...(await params)}
      of={["settings"]}
      load={({ desk, fetch }) =>
        Promise.all([
          fetch(desk.connections.list.options()),
          fetch(desk.connections.budget.options()),
          fetch(desk.live.status.options()),
        ])
      }
    >
      <SettingsView />
    </Screen>
  );
}
