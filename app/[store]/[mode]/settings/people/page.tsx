import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { PeopleView } from "./people-view";

export async function generateMetadata() {
  return { title: (await getTranslations("people"))("title") };
}

export default async function PeoplePage({ params }: PageProps<"/[store]/[mode]/settings/people">) {
  const { store, mode } = await params;
  const { state } = await prefetchDesk(store, mode, ({ desk, fetch }) =>
    Promise.all([fetch(desk.people.list.options()), fetch(desk.invitations.list.options())]),
  );
  return (
    <Messages of={["settings", "people"]}>
      <HydrationBoundary state={state}>
        <PeopleView />
      </HydrationBoundary>
    </Messages>
  );
}
