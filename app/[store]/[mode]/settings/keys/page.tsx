import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { KeysView } from "./keys-view";

export const generateMetadata = titled("keys.title");

export default async function KeysPage({ params }: PageProps<"/[store]/[mode]/settings/keys">) {
  return (
    <Screen
      {...(await params)}
      of={["settings", "keys"]}
      load={({ desk, can, fetch }) =>
        Promise.all([
          can("desk", "keys", "list") && fetch(desk.keys.list.options()),
          fetch(desk.connections.list.options()),
          fetch(desk.connections.access.options()),
        ])
      }
    >
      <KeysView />
    </Screen>
  );
}
