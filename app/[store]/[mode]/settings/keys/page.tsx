import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { KeysView } from "./keys-view";

export async function generateMetadata() {
  return { title: (await getTranslations("keys"))("title") };
}

export default async function KeysPage({ params }: PageProps<"/[store]/[mode]/settings/keys">) {
  const { store, mode } = await params;
  const { state } = await prefetchDesk(store, mode, ({ desk, can, fetch }) =>
    Promise.all([
      ...(can("desk", "keys", "list") ? [fetch(desk.keys.list.options())] : []),
      fetch(desk.connections.list.options()),
      fetch(desk.connections.access.options()),
    ]),
  );
  return (
    <Messages of={["settings", "keys"]}>
      <HydrationBoundary state={state}>
        <KeysView />
      </HydrationBoundary>
    </Messages>
  );
}
