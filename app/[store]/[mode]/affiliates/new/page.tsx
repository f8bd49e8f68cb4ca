import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { AffiliateCreate } from "../affiliate-form";

export const generateMetadata = titled("affiliates.form.createTitle");

export default async function NewAffiliatePage({ params }: PageProps<"/[store]/[mode]/affiliates/new">) {
  return (
    <Screen {...(await params)} of={["affiliates", "form"]}>
      <AffiliateCreate />
    </Screen>
  );
}
