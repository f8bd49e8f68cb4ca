import { setTimeout as sleep } from "node:timers/promises";
import { openDefaultView, Screen } from "@/app/[store]/[mode]/screen";
import { lookUpOf } from "@/components/products/remembered-products";
import { dayIn } from "@/lib/days";
import { titled } from "@/lib/i18n/titled";
import { loadUpsellFilters, productIdsOf, toQuery } from "./filters";
import { performanceUntil } from "./performance/performance";
import { UpsellTable } from "./upsell-table";

const reportMs = 150;

export const unstable_dynamicStaleTime = 30;

export const generateMetadata = titled("upsells.title");

export default async function UpsellsPage({ params, searchParams }: PageProps<"/[store]/[mode]/upsells">) {
  const filters = await loadUpsellFilters(searchParams);
  await openDefaultView(params, searchParams, "upsells");
  return (
    <Screen
      {...(await params)}
      of={[
        "upsells",
        "upsellWords",
        "upsellConditions.labels",
        "upsellConditions.said",
        "audience.conditions",
        "everything",
      ]}
      load={async ({ checkout, desk, facts, can, fetch }) => {
        const today = dayIn(facts.store.timeZone, new Date());
        const report = can("checkout", "analytics", "report") && fetch(performanceUntil({ checkout }, today));
        const query = toQuery(filters);
        const list = await fetch(checkout.upsells.list.options({ query }));
        const wanted = lookUpOf(productIdsOf(list?.data, filters));
        if (wanted.body.ids.length > 0) await fetch(desk.remembered.look_up.options(wanted));
        // The figures belong to the first paint, unless the API takes long.
        await Promise.race([report, sleep(reportMs)]);
      }}
    >
      {(facts) => <UpsellTable day={dayIn(facts.store.timeZone, new Date())} />}
    </Screen>
  );
}
