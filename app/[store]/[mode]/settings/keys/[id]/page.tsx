import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { KeyView } from "./key-view";

export async function generateMetadata() {
  return { title: (await getTranslations("keys"))("one") };
}

export default async function KeyPage({ params }: PageProps<"/[store]/[mode]/settings/keys/[id]">) {
  const { store, mode, id: encoded } = await params;
  const id = decodeURIComponent(encoded);
  const { state } = await prefetchDesk(store, mode, async ({ desk, can, fetch }) => {
    if (can("desk", "keys", "get")) await fetch(desk.keys.get.options({ params: { id } }));
  });
  return (
    <Messages of={["settings", "keys"]}>
      <HydrationBoundary state={state}>
        <KeyView id={id} />
      </HydrationBoundary>
    </Messages>
  );
}
