import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { EndpointCreate } from "./endpoint-create";

export const generateMetadata = titled("webhooks.form.createTitle");

export default async function NewWebhookPage({ params }: PageProps<"/[store]/[mode]/webhooks/new">) {
  return (
    <Screen {...(await params)} of={["webhooks", "form"]}>
      <EndpointCreate />
    </Screen>
  );
}
