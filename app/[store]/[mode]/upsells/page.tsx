import { openDefaultView, Screen } from "@/app/[store]/[mode]/screen";
import { lookUpOf } from "@/components/products/remembered-products";
import { dayIn } from "@/lib/days";
import { titled } from "@/lib/i18n/titled";
import { loadUpsellFilters, productIdsOf, toQuery } from "./filters";
import { UpsellTable } from "./upsell-table";

export const unstable_dynamicStaleTime = 30;

export const generateMetadata = titled("upsells.title");

export default async function UpsellsPage({ params, searchParams }: PageProps<"/[store]/[mode]/upsells">) {
  const filters = await loadUpsellFilters(searchParams);
  await openDefaultView(params, searchParams, "upsells");
  return (
    <Screen
      {...(await params)}
      of={["upsells", "upsellWords", "everything"]}
      load={async ({ checkout, desk, fetch }) => {
        const query = toQuery(filters);
        const list = await fetch(checkout.upsells.list.options({ query }));
        const wanted = lookUpOf(productIdsOf(list?.data));
        if (wanted.body.ids.length > 0) await fetch(desk.remembered.look_up.options(wanted));
      }}
    >
      {(facts) => <UpsellTable day={dayIn(facts.store.timeZone, new Date())} />}
    </Screen>
  );
}
