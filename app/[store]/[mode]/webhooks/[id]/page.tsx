import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { loadLogFilters, toLogQuery } from "../filters";
import { EndpointView } from "./endpoint-view";

export const generateMetadata = titled("webhooks.one");

export default async function WebhookPage({ params, searchParams }: PageProps<"/[store]/[mode]/webhooks/[id]">) {
  const id = decodeURIComponent((await params).id);
  const filters = await loadLogFilters(searchParams);
  return (
    <Screen
      {...(await params)}
      of={["webhooks"]}
      load={async ({ checkout, can, facts, fetch }) => {
        if (!can("checkout", "webhooks", "logs")) return;
        const query = toLogQuery(filters, facts.timeZone);
        await Promise.all([
          fetch(checkout.webhooks.get.options({ params: { id } })),
          fetch(checkout.webhooks.logs.options({ params: { id }, query })),
        ]);
      }}
    >
      <EndpointView id={id} />
    </Screen>
  );
}
