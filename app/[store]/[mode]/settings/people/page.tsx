import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { PeopleView } from "./people-view";

export const generateMetadata = titled("people.title");

export default async function PeoplePage({ params }: PageProps<"/[store]/[mode]/settings/people">) {
  return (
    <Screen
      {...(await params)}
      of={["settings", "people"]}
      load={({ desk, fetch }) =>
        Promise.all([fetch(desk.people.list.options()), fetch(desk.invitations.list.options())])
      }
    >
      <PeopleView />
    </Screen>
  );
}
