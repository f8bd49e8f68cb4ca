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
  const { language, kind } = await load(searchParams);
  return (
    <Screen
      {...(await params)}
      of={["programPage"]}
      load={async ({ desk, can, fetch }) => {
        if (!can("desk", "mail_templates", "list")) return;
        const list = await fetch(desk.mail_templates.list.options({ params: { locale: language } }));
        const { subject = "", text = "" } = list?.data.find((one) => one.kind === kind) ?? {};
        const params = { kind, locale: language };
        await fetch(desk.mail_templates.preview.options({ params, body: { subject, text } }));
      }}
    >
      <TemplatesView />
    </Screen>
  );
}
