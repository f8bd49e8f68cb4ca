import { openDefaultView, Screen } from "@/app/[store]/[mode]/screen";
import { lookUpOf } from "@/components/products/remembered-products";
import { titled } from "@/lib/i18n/titled";
import { BundleTable } from "./bundle-table";
import { loadBundleFilters, productIdsOf, toQuery } from "./filters";

export const unstable_dynamicStaleTime = 30;

export const generateMetadata = titled("bundles.title");

export default async function BundlesPage({ params, searchParams }: PageProps<"/[store]/[mode]/bundles">) {
  const filters = await loadBundleFilters(searchParams);
  await openDefaultView(params, searchParams, "bundles");
  return (
    <Screen
      {...(await params)}
      of={["bundles", "bundleWords", "everything"]}
      load={async ({ checkout, desk, fetch }) => {
        const query = toQuery(filters);
        const list = await fetch(checkout.bundles.list.options({ query }));
        const wanted = lookUpOf(productIdsOf(list?.data));
        if (wanted.body.ids.length > 0) await fetch(desk.remembered.look_up.options(wanted));
      }}
    >
      <BundleTable />
    </Screen>
  );
}
