import { openDefaultView, Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { AffiliateTable } from "./affiliate-table";
import { loadAffiliateFilters, toQuery } from "./filters";

export const unstable_dynamicStaleTime = 30;

export const generateMetadata = titled("affiliates.title");

export default async function AffiliatesPage({ params, searchParams }: PageProps<"/[store]/[mode]/affiliates">) {
  const filters = await loadAffiliateFilters(searchParams);
  await openDefaultView(params, searchParams, "affiliates");
  return (
    <Screen
      {...(await params)}
      of={["affiliates"]}
      load={async ({ affiliate, can, fetch }) =>
        can("affiliate", "affiliates", "list") && fetch(affiliate.affiliates.list.options({ query: toQuery(filters) }))
      }
    >
      <AffiliateTable />
    </Screen>
  );
}
