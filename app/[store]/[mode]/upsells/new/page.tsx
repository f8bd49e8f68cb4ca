import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { UpsellCreate } from "../upsell-form";

export const generateMetadata = titled("upsells.form.createTitle");

export default async function NewUpsellPage({ params, searchParams }: PageProps<"/[store]/[mode]/upsells/new">) {
  const asked = await searchParams;
  const text = (of: "name" | "product" | "trigger") => (typeof asked[of] === "string" ? asked[of] : "");
  const [name, product, trigger] = [text("name"), text("product"), text("trigger")];
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
      <UpsellCreate key={`${product} ${trigger}`} {...{ name, product, trigger }} />
    </Screen>
  );
}
