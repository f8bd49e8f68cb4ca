import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { applicationFilters, applicationsQuery } from "../filters";
import { Applications } from "./applications";

const load = createLoader(applicationFilters);

export async function generateMetadata() {
  return { title: (await getTranslations("affiliates.applications"))("title") };
}

export default async function ApplicationsPage({
  params,
  searchParams,
}: PageProps<"/[store]/[mode]/affiliates/applications">) {
  const { store, mode } = await params;
  const { status } = await load(searchParams);
  const { state } = await prefetchDesk(store, mode, ({ affiliate, can, fetch }) =>
    can("affiliate", "affiliates", "list")
      ? fetch(affiliate.affiliates.list.options({ query: applicationsQuery(status) }))
      : Promise.resolve(),
  );
  return (
    <Messages of={["affiliates", "program"]}>
      <HydrationBoundary state={state}>
        <Applications />
      </HydrationBoundary>
    </Messages>
  );
}
