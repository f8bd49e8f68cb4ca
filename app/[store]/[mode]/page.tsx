import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { Overview } from "./overview";
import { counts } from "./upsells/filters";

export async function generateMetadata() {
  return { title: (await getTranslations("overview"))("title") };
}

export default async function OverviewPage({ params }: PageProps<"/[store]/[mode]">) {
  const { store, mode } = await params;
  const { state } = await prefetchDesk(store, mode, ({ checkout, desk, fetch, facts }) => {
    const mayRead = facts.routes.checkout.upsells?.list?.[2] === true;
    const queries = mayRead ? counts(facts.extensions.checkout) : [];
    return Promise.all([
      fetch(desk.connections.list.options()),
      ...queries.map((query) => fetch(checkout.upsells.list.options({ query }))),
    ]);
  });
  return (
    <Messages of={["overview"]}>
      <HydrationBoundary state={state}>
        <Overview />
      </HydrationBoundary>
    </Messages>
  );
}
