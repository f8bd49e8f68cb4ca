import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { loadLogFilters, lookUp, toLogQuery } from "../filters";
import { EndpointView } from "./endpoint-view";

export const generateMetadata = titled("webhooks.one");

export default async function WebhookPage({ params, searchParams }: PageProps<"/[store]/[mode]/webhooks/[id]">) {
  const id = decodeURIComponent((await params).id);
  const filters = await loadLogFilters(searchParams);
  return (
    <Screen
      {...(await params)}
      of={["webhooks"]}
      load={async ({ checkout, desk, can, facts, fetch }) => {
        if (!can("checkout", "webhooks", "logs")) return;
        const query = toLogQuery(filters, facts.timeZone);
        const own = facts.extensions.checkout;
        await Promise.all([
          fetch(own ? checkout.webhooks.get.options({ params: { id } }) : desk.remembered.look_up.options(lookUp(id))),
          fetch(checkout.webhooks.logs.options(own ? { params: { id }, query } : { params: { id } })),
        ]);
      }}
    >
      <EndpointView id={id} />
    </Screen>
  );
}
