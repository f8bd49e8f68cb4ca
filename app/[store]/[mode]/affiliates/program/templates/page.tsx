import { createLoader } from "nuqs/server";
import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { templateFilters } from "./filters";
import { TemplatesView } from "./templates-view";

const load = createLoader(templateFilters);

export const generateMetadata = titled("programPage.templates.title");

export default async function TemplatesPage({
  params,
  searchParams,
}: PageProps<"/[store]/[mode]/affiliates/program/templates">) {
  const { language } = await load(searchParams);
  return (
    <Screen
      {...(await params)}
      of={["programPage"]}
      load={async ({ desk, can, fetch }) =>
        can("desk", "mail_templates", "list") &&
        fetch(desk.mail_templates.list.options({ params: { locale: language } }))
      }
    >
      <TemplatesView />
    </Screen>
  );
}
