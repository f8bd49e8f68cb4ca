import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { ServiceSettings } from "./settings-form";

export const generateMetadata = titled("service.title");

export default async function ServiceSettingsPage({ params }: PageProps<"/[store]/[mode]/settings/service">) {
  return (
    <Screen
      {...(await params)}
      of={["settings", "service", "offerTexts", "form"]}
      load={({ checkout, fetch }) => fetch(checkout.settings.get.options())}
    >
      <ServiceSettings />
    </Screen>
  );
}
