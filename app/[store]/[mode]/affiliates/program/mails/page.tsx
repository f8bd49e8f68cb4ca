import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { loadMailFilters, toQuery } from "./filters";
import { MailTable } from "./mail-table";

export const generateMetadata = titled("programPage.mails.title");

export default async function MailsPage({
  params,
  searchParams,
}: PageProps<"/[store]/[mode]/affiliates/program/mails">) {
  const query = toQuery(await loadMailFilters(searchParams));
  return (
    <Screen
      {...(await params)}
      of={["programPage"]}
      load={async ({ desk, can, fetch }) => can("desk", "mails", "list") && fetch(desk.mails.list.options({ query }))}
    >
      <MailTable />
    </Screen>
  );
}
