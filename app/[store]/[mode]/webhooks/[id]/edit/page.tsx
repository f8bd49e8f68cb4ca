import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { EndpointEditor } from "./endpoint-editor";

export const generateMetadata = titled("webhooks.form.editTitle");

export default async function EditWebhookPage({ params }: PageProps<"/[store]/[mode]/webhooks/[id]/edit">) {
  const id = decodeURIComponent((await params).id);
  return (
    <Screen
      {...(await params)}
      of={["webhooks", "form"]}
      load={async ({ checkout, can, has, fetch }) =>
        has("checkout", "webhooks", "update") &&
        can("checkout", "webhooks", "update") &&
        fetch(checkout.webhooks.get.options({ params: { id } }))
      }
    >
      <EndpointEditor id={id} />
    </Screen>
  );
}
