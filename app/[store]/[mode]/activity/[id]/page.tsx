import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { EntryView } from "./entry-view";

export async function generateMetadata({ params }: PageProps<"/[store]/[mode]/activity/[id]">) {
  return { title: (await getTranslations("activity"))("one", { id: (await params).id }) };
}

export default async function DeedPage({ params }: PageProps<"/[store]/[mode]/activity/[id]">) {
  const { store, mode, id } = await params;
  const { state } = await prefetchDesk(store, mode, ({ desk, fetch }) =>
    fetch(desk.audit.get.options({ params: { id } })),
  );
  return (
    <Messages of={["activity"]}>
      <HydrationBoundary state={state}>
        <EntryView id={id} />
      </HydrationBoundary>
    </Messages>
  );
}
