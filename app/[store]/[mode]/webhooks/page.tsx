import { createLoader } from "nuqs/server";
import { Screen } from "@/app/[store]/[mode]/screen";
import { pageFilters, toPage } from "@/components/lists/table-address";
import { titled } from "@/lib/i18n/titled";
import { EndpointsView } from "./endpoints-view";

export const unstable_dynamicStaleTime = 30;

export const generateMetadata = titled("webhooks.title");

export default async function WebhooksPage({ params, searchParams }: PageProps<"/[store]/[mode]/webhooks">) {
  const query = toPage(await createLoader(pageFilters)(searchParams));
  return (
    <Screen
      {...(await params)}
      of={["webhooks"]}
      load={async ({ checkout, fetch, can }) =>
        can("checkout", "webhooks", "list") && fetch(checkout.webhooks.list.options({ query }))
      }
    >
      <EndpointsView />
    </Screen>
  );
}
