import { getTranslations } from "next-intl/server";
import { Screen } from "@/app/[store]/[mode]/screen";
import { EntryView } from "./entry-view";

export async function generateMetadata({ params }: PageProps<"/[store]/[mode]/activity/[id]">) {
  return { title: (await getTranslations("activity"))("one", { id: (await params).id }) };
}

export default async function DeedPage({ params }: PageProps<"/[store]/[mode]/activity/[id]">) {
  const { id } = await params;
  return (
    <Screen
      {...(await params)}
      of={["activity"]}
      load={({ desk, fetch }) => fetch(desk.audit.get.options({ params: { id } }))}
    >
      <EntryView id={id} />
    </Screen>
  );
}
