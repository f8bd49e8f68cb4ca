import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { allEndpoints, loadFindFilters, questionOf } from "./filters";
import { FindView } from "./find-view";

export async function generateMetadata() {
  return { title: (await getTranslations("webhooks.find"))("title") };
}

type Props = PageProps<"/[store]/[mode]/webhooks/find">;

export default async function FindPage({ params, searchParams }: Props) {
  const { store, mode } = await params;
  const { search } = await loadFindFilters(searchParams);
  const { state } = await prefetchDesk(store, mode, async ({ checkout, can, facts, fetch }) => {
    const question = questionOf(search);
    if (!question || !facts.extensions.checkout || !can("checkout", "webhooks", "find")) return;
    await Promise.all([
      fetch(checkout.webhooks.find.options(question)),
      fetch(checkout.webhooks.list.options(allEndpoints)),
    ]);
  });
  return (
    <Messages of={["webhooks"]}>
      <HydrationBoundary state={state}>
        <FindView />
      </HydrationBoundary>
    </Messages>
  );
}
