import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { allEndpoints, loadFindFilters, questionOf } from "../filters";
import { FindView } from "./find-view";

export const generateMetadata = titled("webhooks.find.title");

export default async function FindPage({ params, searchParams }: PageProps<"/[store]/[mode]/webhooks/find">) {
  const question = questionOf((await loadFindFilters(searchParams)).search);
  return (
    <Screen
      {...(await params)}
      of={["webhooks"]}
      load={async ({ checkout, can, fetch }) => {
        if (!question || !can("checkout", "webhooks", "find")) return;
        await Promise.all([
          fetch(checkout.webhooks.find.options(question)),
          fetch(checkout.webhooks.list.options(allEndpoints)),
        ]);
      }}
    >
      <FindView />
    </Screen>
  );
}
