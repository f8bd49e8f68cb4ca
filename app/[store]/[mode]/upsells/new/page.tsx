import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { UpsellCreate } from "../upsell-form";

export const generateMetadata = titled("upsells.form.createTitle");

export default async function NewUpsellPage({ params }: PageProps<"/[store]/[mode]/upsells/new">) {
  return (
    <Screen
      {...(await params)}
      of={[
        "upsells",
        "upsellChain",
        "upsellWords",
        "upsellConditions",
        "offerTexts",
        "audience",
        "products",
        "form",
        "shopAddress",
      ]}
    >
      <UpsellCreate />
    </Screen>
  );
}
