import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { SettingsView } from "./settings-view";

export async function generateMetadata() {
  return { title: (await getTranslations("settings"))("title") };
}

export default async function SettingsPage({ params }: PageProps<"/[store]/[mode]/settings">) {
  const { store, mode } = await params;
  const { state } = await prefetchDesk(store, mode, ({ desk, fetch }) =>
    Promise.all([
      fetch(desk.connections.list.options()),
      fetch(desk.connections.budget.options()),
      fetch(desk.live.status.options()),
    ]),
  );
  return (
    <Messages of={["settings"]}>
      <HydrationBoundary state={state}>
        <SettingsView />
      </HydrationBoundary>
    </Messages>
  );
}
