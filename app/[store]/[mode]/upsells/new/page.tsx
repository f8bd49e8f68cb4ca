import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { openDesk } from "@/lib/server/desk-page";
import { UpsellCreate } from "./upsell-create";

export async function generateMetadata() {
  return { title: (await getTranslations("upsells.form"))("createTitle") };
}

export default async function NewUpsellPage({ params }: PageProps<"/[store]/[mode]/upsells/new">) {
  const { store, mode } = await params;
  await openDesk(store, mode);
  return (
    <Messages of={["upsells", "products", "form"]}>
      <UpsellCreate />
    </Messages>
  );
}
