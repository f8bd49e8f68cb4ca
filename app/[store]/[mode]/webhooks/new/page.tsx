import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { openDesk } from "@/lib/server/desk-page";
import { EndpointCreate } from "./endpoint-create";

export async function generateMetadata() {
  return { title: (await getTranslations("webhooks.form"))("createTitle") };
}

export default async function NewWebhookPage({ params }: PageProps<"/[store]/[mode]/webhooks/new">) {
  const { store, mode } = await params;
  await openDesk(store, mode);
  return (
    <Messages of={["webhooks", "form"]}>
      <EndpointCreate />
    </Messages>
  );
}
