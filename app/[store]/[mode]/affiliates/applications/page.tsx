import { createLoader } from "nuqs/server";
import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { applicantsQuery, applicationFilters, applicationsQuery } from "../filters";
import { Applications } from "./applications";

const load = createLoader(applicationFilters);

export const generateMetadata = titled("affiliates.applications.title");

export default async function ApplicationsPage({
  params,
  searchParams,
}: PageProps<"/[store]/[mode]/affiliates/applications">) {
  const { status } = await load(searchParams);
  return (
    <Screen
      {...(await params)}
      of={["affiliates", "program"]}
      load={async ({ affiliate, desk, can, fetch }) => {
        if (!can("affiliate", "affiliates", "list")) return;
        const rows = (await fetch(affiliate.affiliates.list.options({ query: applicationsQuery(status) })))?.data ?? [];
        if (rows.length > 0) await fetch(desk.partner_applications.list.options({ query: applicantsQuery(rows) }));
      }}
    >
      <Applications />
    </Screen>
  );
}
