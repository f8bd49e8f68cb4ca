import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { RulesView } from "./rules-view";
import { versionsQuery } from "./versions";

export const generateMetadata = titled("programRules.title");

export default async function RulesPage({ params }: PageProps<"/[store]/[mode]/affiliates/rules">) {
  return (
    <Screen
      {...(await params)}
      of={["programRules", "form"]}
      load={async ({ affiliate, can, fetch }) => {
        if (!can("affiliate", "program", "get")) return;
        await Promise.all([
          fetch(affiliate.program.get.options()),
          fetch(affiliate.program.versions.options({ query: versionsQuery })),
        ]);
      }}
    >
      <RulesView />
    </Screen>
  );
}
