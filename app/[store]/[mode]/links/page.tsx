import { openDefaultView, Screen } from "@/app/[store]/[mode]/screen";
import { affiliateLookUp } from "@/components/affiliates/affiliate-names";
import { titled } from "@/lib/i18n/titled";
import { loadLinkFilters, toQuery } from "./filters";
import { LinkTable } from "./link-table";

export const unstable_dynamicStaleTime = 30;

export const generateMetadata = titled("links.title");

export default async function LinksPage({ params, searchParams }: PageProps<"/[store]/[mode]/links">) {
  const filters = await loadLinkFilters(searchParams);
  await openDefaultView(params, searchParams, "links");
  return (
    <Screen
      {...(await params)}
      of={["links", "program"]}
      load={async ({ affiliate, desk, fetch, can }) => {
        if (!can("affiliate", "links", "list")) return;
        const query = toQuery(filters);
        const list = await fetch(affiliate.links.list.options({ query }));
        const owners = affiliateLookUp([...(list?.data.map((link) => link.affiliate_id) ?? []), filters.affiliate]);
        if (owners.body.ids.length > 0) await fetch(desk.affiliate_names.look_up.options(owners));
      }}
    >
      <LinkTable />
    </Screen>
  );
}
